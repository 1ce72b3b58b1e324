import type { PaymentRequest } from './payment-provider.js';

/** Name of the cart on a provider's page, of at most `limit` code units. */
export function describeLines(lines: PaymentRequest['lines'], limit: number): string {
  return truncateText(lines.map((line) => `${line.quantity} × ${line.name}`).join(', '), limit);
}

/** A text of at most `limit` code units, cut between code points, since a lone surrogate cannot be sent. */
export function truncateText(text: string, limit: number): string {
  let cut = '';
  for (const letter of text) {
    if (cut.length + letter.length > limit) break;
    cut += letter;
  }
  return cut;
}

import type { PaymentRequest } from './payment-provider.js';

/** Describes the cart for a provider's page in at most `limit` code units. */
export function describeLines(lines: PaymentRequest['lines'], limit: number): string {
  return truncateText(lines.map((line) => `${line.quantity} × ${line.name}`).join(', '), limit);
}

/** Cuts a text to at most `limit` code units, between code points, because a lone surrogate cannot be sent. */
export function truncateText(text: string, limit: number): string {
  let cut = '';
  for (const letter of text) {
    if (cut.length + letter.length > limit) break;
    cut += letter;
  }
  return cut;
}

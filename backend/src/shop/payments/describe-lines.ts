import type { PaymentRequest } from './payment-provider.js';

/** Describes the cart for a provider's payment page, in at most `limit` UTF-16 code units. */
export function describeLines(lines: PaymentRequest['lines'], limit: number): string {
  return truncateText(lines.map((line) => `${line.quantity} × ${line.name}`).join(', '), limit);
}

/**
 * Cuts a text to at most `limit` UTF-16 code units without splitting a character, because a lone surrogate cannot
 * be sent.
 */
export function truncateText(text: string, limit: number): string {
  let cut = '';
  for (const letter of text) {
    if (cut.length + letter.length > limit) break;
    cut += letter;
  }
  return cut;
}

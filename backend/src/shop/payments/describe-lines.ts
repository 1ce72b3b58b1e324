import type { PaymentRequest } from './payment-provider.js';

/** Describes a payment by the short reference and the cart, in at most `limit` UTF-16 code units. */
export const describePayment = (ref: string, lines: PaymentRequest['lines'], limit: number): string =>
  truncateText(`${shortReference(ref)} · ${describeLines(lines, limit)}`, limit);

/** Describes the cart for a provider's payment page, in at most `limit` UTF-16 code units. */
export function describeLines(lines: PaymentRequest['lines'], limit: number): string {
  return truncateText(lines.map((line) => `${line.quantity} × ${line.name}`).join(', '), limit);
}

/** Number of characters of a checkout's reference on payment pages, which exist before the orders and their numbers. */
const SHORT_REFERENCE = 8;

/** Returns the beginning of a checkout's reference, by which a buyer finds the payment on the receipt. */
export const shortReference = (ref: string): string => ref.slice(0, SHORT_REFERENCE);

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

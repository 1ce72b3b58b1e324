import type { PaymentRequest } from './payment-provider.js';

/**
 * Name of the cart on a provider's page, of at most `limit` code units. Cut between code points, since a lone surrogate
 * cannot be sent.
 */
export function describeLines(lines: PaymentRequest['lines'], limit: number): string {
  const text = lines.map((line) => `${line.quantity} × ${line.name}`).join(', ');
  let name = '';
  for (const letter of text) {
    if (name.length + letter.length > limit) break;
    name += letter;
  }
  return name;
}

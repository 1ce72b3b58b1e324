import { toDecimal } from '@pax/contracts';
import type { Settings } from '../../../../settings.js';
import { describeLines } from '../../describe-lines.js';
import type { PaymentRequest } from '../../payment-provider.js';

/** The longest description of an order. */
const MAX_DESCRIPTION = 127;
export const CURRENCY = 'USD';

/** The order of a checkout: one unit with the charged total, since the shop computes discounts and credit. */
export function orderRequestOf(
  ref: string,
  { lines, totalCents }: PaymentRequest,
  { publicUrl }: Settings,
): string {
  return JSON.stringify({
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: ref,
        // PayPal takes one payment per invoice.
        invoice_id: ref,
        description: describeLines(lines, MAX_DESCRIPTION),
        amount: { currency_code: CURRENCY, value: toDecimal(totalCents) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          return_url: `${publicUrl}/payment-success?checkout=${ref}`,
          cancel_url: `${publicUrl}/payment-cancelled?checkout=${ref}`,
        },
      },
    },
  });
}

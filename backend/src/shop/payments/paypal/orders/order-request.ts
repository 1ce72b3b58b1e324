import { toDecimal, type Cents } from '@pax/contracts';
import type { Settings } from '../../../../settings.js';
import { cutText, describeLines } from '../../describe-lines.js';
import type { PaymentRequest } from '../../payment-provider.js';

/** The longest description of an order, and name of an item. */
const MAX_TEXT = 127;
export const CURRENCY = 'USD';

/** The order of a checkout: one unit with the charged total, and the lines whose prices lead to it. */
export function orderRequestOf(ref: string, request: PaymentRequest, { publicUrl }: Settings): string {
  return JSON.stringify({
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: ref,
        // PayPal takes one payment per invoice.
        invoice_id: ref,
        description: describeLines(request.lines, MAX_TEXT),
        ...pricedUnit(request),
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

/** PayPal's discount is all that is taken off the lines: discounts, store credit and bonus. */
function pricedUnit({ lines, totalCents }: PaymentRequest) {
  const amount = moneyOf(totalCents);
  // Stored before lines had their share: the same request again, under the same id.
  if (lines.some(({ cashCents }) => cashCents === undefined)) return { amount };
  const itemCents = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
  const breakdown = {
    item_total: moneyOf(itemCents),
    ...(itemCents > totalCents && { discount: moneyOf(itemCents - totalCents) }),
  };
  const items = lines.map(({ name, quantity, unitCents }) => ({
    name: cutText(name, MAX_TEXT),
    quantity: String(quantity),
    unit_amount: moneyOf(unitCents),
    category: 'DIGITAL_GOODS',
  }));
  return { amount: { ...amount, breakdown }, items };
}

const moneyOf = (cents: Cents) => ({ currency_code: CURRENCY, value: toDecimal(cents) });

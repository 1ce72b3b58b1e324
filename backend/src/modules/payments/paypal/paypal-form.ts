import { checkoutCalls, toDecimal } from '@pax/contracts';
import type { Settings } from '../../../settings.js';
import { describeLines } from '../describe-lines.js';
import type { PaymentRequest } from '../payment-provider.js';

/** The longest name of an item. */
const MAX_NAME = 127;
/** What PayPal asks for; every form has it. */
const CURRENCY = 'USD';

/** The form of a checkout: one item with the charged total, since the shop computes discounts and credit. */
export function formFieldsOf(
  ref: string,
  { lines, totalCents }: PaymentRequest,
  { publicUrl, paypal }: Settings,
): Record<string, string> {
  return {
    cmd: '_xclick',
    business: paypal.business ?? '',
    item_name: describeLines(lines, MAX_NAME),
    item_number: ref,
    // PayPal takes one payment per invoice, so a form that is sent twice is not paid twice.
    invoice: ref,
    amount: toDecimal(totalCents),
    currency_code: CURRENCY,
    // Without these the account's own tax and shipping would be added.
    tax: '0',
    shipping: '0',
    no_shipping: '1',
    no_note: '1',
    charset: 'utf-8',
    return: `${publicUrl}/payment-success?checkout=${ref}`,
    cancel_return: `${publicUrl}/payment-cancelled?checkout=${ref}`,
    notify_url: `${publicUrl}${checkoutCalls.paypalNotification.path}`,
  };
}

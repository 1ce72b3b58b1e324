import { toDecimal, type Cents } from '@pax/contracts';
import type { Stripe } from 'stripe';
import { cutText, describeLines } from '../describe-lines.js';
import type { PaymentRequest } from '../payment-provider.js';

/** The longest name of an item that is shown whole. */
const MAX_NAME = 200;

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;

/**
 * The lines of a checkout as Stripe's page shows them: what is charged of each, with its price and what was taken off
 * where that is less. The shop computes discounts and credit; Stripe's own discounts would each be an object there.
 */
export function lineItems({ lines, totalCents }: PaymentRequest): LineItem[] {
  // Stored before lines had their share: the same request again, so that its key answers the same session.
  if (lines.some(({ cashCents }) => cashCents === undefined))
    return [itemOf(1, totalCents, { name: describeLines(lines, MAX_NAME) })];
  return lines.map((line) => {
    const { name, quantity, unitCents, cashCents = 0 } = line;
    const priceCents = quantity * unitCents;
    if (cashCents === priceCents) return itemOf(quantity, unitCents, { name: cutText(name, MAX_NAME) });
    const description = `$${toDecimal(priceCents)} − $${toDecimal(priceCents - cashCents)}`;
    const pieces = quantity === 1 ? name : describeLines([line], MAX_NAME);
    return itemOf(1, cashCents, { name: cutText(pieces, MAX_NAME), description });
  });
}

function itemOf(
  quantity: number,
  unitCents: Cents,
  product: { name: string; description?: string },
): LineItem {
  return { quantity, price_data: { currency: 'usd', unit_amount: unitCents, product_data: product } };
}

import {
  MIN_CHARGE,
  parseAmount,
  formatCentsAsDecimal,
  type Cents,
  type PlaceCheckoutRequest,
  type Price,
} from '@pax/contracts';
import { ShopError } from '../../../platform/shop-error.js';
import { quoteWithLimits, type QuotedCart } from './quoting.js';

/**
 * Checks that the buyer agreed to this price, the balances used, and what one piece is
 * shown to be, which may shrink at an unchanged price.
 * @throws ShopError PRICE_CHANGED if something differs, AMOUNT_TOO_SMALL below the provider's minimum
 */
export function assertAgreedAmount(
  { amount, balanceUsed, items }: Pick<PlaceCheckoutRequest, 'amount' | 'balanceUsed' | 'items'>,
  quoted: QuotedCart,
): void {
  const { total, creditUsed, bonusUsed } = quoted.price;
  const seen = parseAmount(amount);
  if (seen === undefined) throw new ShopError('VALIDATION', 'amount: must be an amount such as "32.50"');
  const isOtherBalance = balanceUsed !== undefined && parseAmount(balanceUsed) !== creditUsed + bonusUsed;
  const pieces = new Map(quoted.quote.lines.map((line) => [line.id, line.shown]));
  const isOtherPiece = items.some(({ id, shown }) => shown !== undefined && shown !== pieces.get(id));
  if (seen !== total || isOtherBalance || isOtherPiece)
    throw new ShopError(
      'PRICE_CHANGED',
      'The price or the goods have changed. Please look at the new offer.',
      {
        quote: quoteWithLimits(quoted),
      },
    );
  if (total > 0 && total < MIN_CHARGE) {
    throw new ShopError(
      'AMOUNT_TOO_SMALL',
      `The smallest payment is $${formatCentsAsDecimal(MIN_CHARGE)}. Add something to your cart, or pay a part less with store credit.`,
    );
  }
}

/** Largest amount that a database column of cents can store. */
const MAX_STORED_CENTS: Cents = 2_147_483_647;

/**
 * Checks that the amounts of a cart can be stored.
 * @throws ShopError VALIDATION for a too expensive cart, naming the maximum of one payment
 */
export function assertStorable({ subtotal, total }: Pick<Price, 'subtotal' | 'total'>, maximum: Cents): void {
  if (subtotal > MAX_STORED_CENTS) assertWithinMaximum(total, maximum);
}

/**
 * Checks that a total is not above the maximum of one payment.
 * @throws ShopError VALIDATION
 */
export function assertWithinMaximum(total: Cents, maximum: Cents): void {
  if (total <= maximum) return;
  const message = `The largest payment is $${formatCentsAsDecimal(maximum)}. Please split it over several orders.`;
  throw new ShopError('VALIDATION', message, { fields: [{ path: 'items', message }] });
}

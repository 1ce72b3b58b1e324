import type { LockedCheckout } from '../checkout-locks.js';
import { describePiece, priceCart } from '@pax/contracts';
import { ShopError } from '../../../platform/shop-error.js';
import type { Product } from '../../catalog/product.entity.js';
import { resolveLines } from '../place/cart.js';
import { priceTermsFromRights, type DiscountRights } from '../place/quoting.js';

/** The buyer's rights today: reward code, referral benefits, early access. */
export interface RightsToday extends DiscountRights {
  seesEarly: boolean;
}

/**
 * Time after its end for which a checkout accepts a payment, ms, because a payment form that was not sent yet could
 * be paid for ever.
 */
const LATE_MS = 24 * 3_600_000;

/**
 * Finds the reason why a late payment cannot buy the goods of an ended checkout: by today's rules the buyer must
 * still be able to buy them, as the quoted pieces and with no fewer coins, and they must cost no more.
 * @param products the products of the checkout's lines
 */
export function reasonToRefuseLate(
  { checkout, lines, buyer }: LockedCheckout,
  products: ReadonlyMap<number, Product>,
  rights: RightsToday,
  now: Date,
): string | undefined {
  const { endedAt } = checkout;
  if (endedAt !== null && now.getTime() - endedAt.getTime() > LATE_MS) return 'its checkout ended long ago';
  if (rights.reward && rights.reward.expiresAt <= now) return 'its code has expired by now';
  const items = lines.map(({ productId: id, quantity, customAmount }) => ({
    id,
    quantity,
    ...(customAmount !== null && { customAmount }),
  }));
  try {
    const terms = { ...priceTermsFromRights(buyer, rights, checkout), useStoreCredit: true };
    const resolved = resolveLines(items, products, now, rights.seesEarly);
    const today = priceCart(resolved, terms);
    if (today.total > checkout.totalCents) return 'what it bought costs more by now';
    const pieces = new Map(checkout.quote.lines.map(({ id, shown }) => [id, shown]));
    const isOtherPiece = resolved.some(({ source }) => {
      const shown = pieces.get(source.id);
      return shown !== undefined && shown !== describePiece(source);
    });
    if (isOtherPiece) return 'what it bought is another piece by now';
    if (today.lines.some(({ coins }, at) => coins < (lines[at]?.coins ?? 0)))
      return 'what it bought has fewer coins by now';
  } catch (error) {
    if (error instanceof ShopError) return 'what it bought is not sold any more';
    throw error;
  }
  return undefined;
}

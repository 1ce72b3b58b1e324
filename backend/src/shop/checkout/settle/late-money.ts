import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { sql } from '../../../platform/database/sql.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { lockCheckout, type LockedCheckout } from '../checkout-locks.js';
import { Checkout } from '../checkout.entity.js';
import { transitionCheckout } from './checkout-state.js';
import { endUnpaid } from './end-checkout.js';
import { priceCart } from '@pax/contracts';
import { ShopError } from '../../../platform/problem.js';
import type { Product } from '../../catalog/product.entity.js';
import { resolveLines } from '../place/cart.js';
import { rightTerms, type DiscountRights } from '../place/quoting.js';

/** When the shop tries again by itself after the first decline, ms; twice as late after each, up to eight minutes. */
const AGAIN_MS = 60_000;
const MOST_DOUBLINGS = 3;

/** The buyer's instrument was declined: the checkout is open again with its hold and its end, for another one. */
@Injectable()
export class ReopenCheckout {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a declined checkout again. It fails instead when it has lost its hold, when its end has passed, or when its
   * buyer has another open checkout.
   * @param version the checkout's when the money was asked for: a later try is not ended by an earlier one's answer
   */
  async execute(ref: string, sessionId: string, version: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { checkout, lines } = await lockCheckout(tx, ref);
      const { id, state, providerSessionId } = checkout;
      if (state !== 'confirming' || providerSessionId !== sessionId || checkout.version !== version) return;
      const now = this.clock.now();
      if (!(await mayBeOpen(tx, checkout, now)))
        return endUnpaid(tx, { checkout, lines }, { to: 'failed', actor: 'shop', now });
      const declines = checkout.declines + 1;
      const again = this.clock.in(AGAIN_MS * 2 ** Math.min(declines - 1, MOST_DOUBLINGS));
      const { cancelRequestedAt, sessionExpiresAt } = checkout;
      // A cancel that waited goes on now, and the session's end is not missed.
      const nextCheckAt =
        cancelRequestedAt ?? (sessionExpiresAt && sessionExpiresAt < again ? sessionExpiresAt : again);
      await transitionCheckout(tx, checkout, 'open');
      await tx.update(Checkout, { id }, { declines, nextCheckAt, unknownSince: null });
    });
  }
}

/** Tells whether a confirming checkout may be open again. The caller has locked its buyer, as placing another one does. */
async function mayBeOpen(
  tx: Tx,
  { userId, holding, sessionExpiresAt: end }: Checkout,
  now: Date,
): Promise<boolean> {
  if (!holding || (end !== null && end <= now)) return false;
  return !(await sql(tx).exists(`SELECT FROM checkouts WHERE user_id = $1 AND state = 'open'`, [userId]));
}

/** The rights that the buyer may use today: a code, a friend's code, early access. */
export interface RightsToday extends DiscountRights {
  seesEarly: boolean;
}

/** Time after its end for which a checkout takes money, ms: a form that was never posted can be paid for ever. */
const LATE_MS = 24 * 3_600_000;

/**
 * The reason why money of a checkout that holds nothing any more can't buy its goods. The purchase is one of today: the
 * goods are still sold to the buyer, with today's discounts for no more, and with as many coins.
 * @param products those of its lines
 */
export function lateRefusal(
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
    const terms = { ...rightTerms(buyer, rights, checkout), useStoreCredit: true };
    const today = priceCart(resolveLines(items, products, now, rights.seesEarly), terms);
    if (today.total > checkout.totalCents) return 'what it bought costs more by now';
    if (today.lines.some(({ coins }, at) => coins < (lines[at]?.coins ?? 0)))
      return 'what it bought has fewer coins by now';
  } catch (error) {
    if (error instanceof ShopError) return 'what it bought is not sold any more';
    throw error;
  }
  return undefined;
}

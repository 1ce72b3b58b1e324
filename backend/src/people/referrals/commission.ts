import { computeCommissionOnCash, gameNameKey, type Cents } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { hasReferralDiscountSql } from './apply-referral.js';

/** SQL: the commission on the part of an order `o` that was not refunded, rounded as `keptShare` does. */
export const KEPT_COMMISSION =
  '(o.commission_cents - coalesce(o.commission_cents::bigint * o.refunded_cents / nullif(o.cash_cents, 0), 0))';
/** SQL condition: the order `o` is delivered. */
const IS_DELIVERED = "o.status IN ('completed', 'archived')";
/**
 * SQL condition: the buyer's payment of the order `o` stays with the shop. A disputed payment may still be won; of
 * a delivered order only a part may be lost.
 */
export const IS_KEPT = `(o.payment_status IN ('paid', 'partly_refunded', 'disputed') OR o.payment_status = 'lost' AND ${IS_DELIVERED} AND ${KEPT_COMMISSION} > 0)`;
/** SQL condition: the commission on an order `o` was booked when the order was delivered. */
export const IS_AVAILABLE = `(${IS_DELIVERED} AND o.earnings <> 'pending')`;

const row = z.object({ earned: z.number() });

interface ReferralEarning {
  referrerId: number;
  /**
   * Minecraft name of the player who receives the goods. The limit of earnings counts all accounts that buy for
   * this name.
   */
  gameName: string;
  /** The amount that the friend pays now, after credit and bonus. */
  cash: Cents;
  /** Limit of earnings in a calendar month (UTC), cents; one for each referrer and one for each game name. */
  monthlyCents: Cents;
  paidAt: Date;
}

/**
 * SQL: the sum of commissions kept on purchases since `$2`.
 * @param whose SQL condition that selects the purchases
 */
const earningsSql = (whose: string): string =>
  `(SELECT coalesce(sum(${KEPT_COMMISSION}), 0)::bigint FROM orders o JOIN checkouts c ON c.id = o.checkout_id
     WHERE ${whose} AND c.paid_at >= $2 AND o.status <> 'cancelled' AND ${IS_KEPT})`;

/**
 * Computes the commission on a friend's purchase, cents: 10 % of the cash, up to what is left of the month's limit.
 * The caller must lock the referrer and the game name, so that concurrent purchases share the limit.
 */
export async function computeCommission(
  tx: Tx,
  { referrerId, gameName, cash, monthlyCents, paidAt }: ReferralEarning,
): Promise<Cents> {
  const wanted = computeCommissionOnCash(cash);
  if (wanted === 0) return 0;
  const since = new Date(Date.UTC(paidAt.getUTCFullYear(), paidAt.getUTCMonth()));
  const [month] = await sql(tx).rows(
    row,
    `SELECT greatest(${earningsSql('o.commission_user_id = $1')}, ${earningsSql(hasReferralDiscountSql('$3'))}) AS earned`,
    [referrerId, since, gameNameKey(gameName)],
  );
  return Math.max(0, Math.min(wanted, monthlyCents - (month?.earned ?? 0)));
}

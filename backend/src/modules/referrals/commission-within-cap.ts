import { commissionFor, type Cents } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';
import { IS_KEPT, KEPT_COMMISSION } from './kept-orders.js';

const row = z.object({ earned: z.number() });

interface Earning {
  referrerId: number;
  /** The amount that the friend pays now. */
  cash: Cents;
  /** Most that a referrer earns by purchases paid in one calendar month (UTC). */
  monthlyCents: Cents;
  paidAt: Date;
}

/**
 * The commission on a friend's purchase: 10 % of the cash, up to what the month has left. What was refunded
 * leaves room again. The caller holds the referrer's row, so that friends who pay at once share one limit.
 */
export async function commissionWithinCap(
  tx: Tx,
  { referrerId, cash, monthlyCents, paidAt }: Earning,
): Promise<Cents> {
  const wanted = commissionFor(cash);
  if (wanted === 0) return 0;
  const since = new Date(Date.UTC(paidAt.getUTCFullYear(), paidAt.getUTCMonth()));
  const [month] = await sql(tx).rows(
    row,
    `SELECT coalesce(sum(${KEPT_COMMISSION}), 0)::bigint AS earned
       FROM orders o JOIN checkouts c ON c.id = o.checkout_id
      WHERE o.commission_user_id = $1 AND c.paid_at >= $2 AND o.status <> 'cancelled' AND ${IS_KEPT}`,
    [referrerId, since],
  );
  return Math.max(0, Math.min(wanted, monthlyCents - (month?.earned ?? 0)));
}

import type { Cents } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { Payment } from '../payments/payment.entity.js';
import { REFUND_GRACE } from './match-refunds.js';
import type { DisputeReport } from '../payments/payment-provider.js';

const refunded = z.object({ orderId: z.number().nullable(), cents: z.number(), newCents: z.number() });
const sum = z.object({ cents: z.number() });

/** Cash that was refunded for one order. */
export interface RefundOfOrder {
  orderId: number;
  cents: Cents;
}

export interface RefundsDuringDispute {
  /** Cents of the refunds that belong to the dispute, without amounts that an earlier loss counted. */
  cents: Cents;
  /**
   * Shares of `cents` by order, the oldest first. Refunds without an order are left out, and so are those requested
   * before the dispute, whose credit and bonus were returned then.
   */
  orders: RefundOfOrder[];
}

/** SQL: a refund `r` of payment $1 that was made at the provider, and is no booking of a dispute. */
const IS_PROVIDER_REFUND = `r.payment_id = $1 AND r.state = 'done' AND NOT r.by_hand AND NOT EXISTS (
  SELECT 1 FROM disputes booked WHERE booked.payment_id = $1 AND booked.provider_ref = r.provider_ref)`;

/**
 * Finds refunds of a locked payment made during a dispute, which the provider counts as part of it. Left out: money
 * that staff sent otherwise, and refunds that the shop sent after the dispute ended.
 */
export async function findRefundsDuringDispute(
  tx: Tx,
  { id }: Payment,
  disputeRef: string,
  { amountCents, openedAt, closedAt }: Pick<DisputeReport, 'amountCents' | 'openedAt' | 'closedAt'>,
): Promise<RefundsDuringDispute> {
  if (!openedAt || !closedAt) return { cents: 0, orders: [] };
  const within = [id, openedAt, closedAt];
  const made = await sql(tx).rows(
    refunded,
    `SELECT r.order_id AS "orderId", sum(r.amount_cents)::int AS cents,
            coalesce(sum(r.amount_cents) FILTER (WHERE r.created_at > $2), 0)::int AS "newCents"
       FROM refunds r
      WHERE ${IS_PROVIDER_REFUND}
        AND r.done_at > $2 AND r.done_at <= $3::timestamptz + CASE WHEN r.attempts = 0 THEN ${REFUND_GRACE} ELSE '0 s' END
      GROUP BY 1 ORDER BY 1`,
    within,
  );
  const counted = await sql(tx).first(
    sum,
    `SELECT coalesce(sum(least(
              (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r
                WHERE ${IS_PROVIDER_REFUND} AND r.done_at > $2
                  AND r.done_at <= d.closed_at + ${REFUND_GRACE}),
              greatest(0, d.amount_cents - coalesce((SELECT sum(r.amount_cents) FROM refunds r
                WHERE r.payment_id = $1 AND r.state = 'done' AND r.provider_ref = d.provider_ref), 0)))), 0)::int AS cents
       FROM disputes d
      WHERE d.payment_id = $1 AND d.state = 'lost' AND d.provider_ref <> $4
        AND d.created_at <= $3 AND d.closed_at + ${REFUND_GRACE} >= $2`,
    [...within, disputeRef],
  );
  const refundedCents = made.reduce((all, one) => all + one.cents, 0);
  const cents = Math.min(amountCents, Math.max(0, refundedCents - (counted?.cents ?? 0)));
  let left = made.reduce((rest, one) => Math.max(0, rest - one.cents + one.newCents), cents);
  const orders = made.flatMap(({ orderId, newCents }) => {
    const part = Math.min(left, newCents);
    left -= part;
    return orderId === null || part === 0 ? [] : [{ orderId, cents: part }];
  });
  return { cents, orders };
}

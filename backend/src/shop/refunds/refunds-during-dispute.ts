import type { Cents } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { Payment } from '../payments/payment.entity.js';
import { REFUND_GRACE } from './open-refunds.js';
import type { DisputeReport } from '../payments/payment-provider.js';

const refunded = z.object({ orderId: z.number().nullable(), cents: z.number() });
const sum = z.object({ cents: z.number() });

/** Cash of an order that went back. */
export interface RefundOfOrder {
  orderId: number;
  cents: Cents;
}

export interface RefundsDuringDispute {
  /** Cents that the dispute took by them; what an earlier loss has counted is not counted again. */
  cents: Cents;
  /** Shares of `cents` by order, the oldest order first; refunds that belong to no order are left out. */
  orders: RefundOfOrder[];
}

/**
 * Refunds of a locked payment that were made while a dispute of it was open: the provider counts them as the dispute's.
 * Money that staff sent by another way is none of them.
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
    `SELECT r.order_id AS "orderId", sum(r.amount_cents)::int AS cents FROM refunds r
      WHERE r.payment_id = $1 AND r.state = 'done' AND NOT r.by_hand
        AND r.done_at > $2 AND r.done_at <= $3::timestamptz + ${REFUND_GRACE}
        AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = $1 AND d.provider_ref = r.provider_ref)
      GROUP BY 1 ORDER BY 1`,
    within,
  );
  const counted = await sql(tx).first(
    sum,
    `SELECT coalesce(sum(greatest(0, d.amount_cents - coalesce((SELECT sum(r.amount_cents) FROM refunds r
              WHERE r.payment_id = $1 AND r.state = 'done' AND r.provider_ref = d.provider_ref), 0))), 0)::int AS cents
       FROM disputes d
      WHERE d.payment_id = $1 AND d.state = 'lost' AND d.provider_ref <> $4
        AND d.created_at <= $3 AND d.closed_at + ${REFUND_GRACE} >= $2`,
    [...within, disputeRef],
  );
  const refundedCents = made.reduce((all, one) => all + one.cents, 0);
  const cents = Math.min(amountCents, Math.max(0, refundedCents - (counted?.cents ?? 0)));
  let left = cents;
  const orders = made.flatMap(({ orderId, cents: ofOrder }) => {
    const part = Math.min(left, ofOrder);
    left -= part;
    return orderId === null || part === 0 ? [] : [{ orderId, cents: part }];
  });
  return { cents, orders };
}

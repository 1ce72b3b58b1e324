import type { Cents } from '@pax/contracts';
import { In } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../../infra/database/sql.js';
import type { Tx } from '../../../infra/database/transaction.js';
import { noteRefund } from '../../orders/note-refund.js';
import { takePart } from '../refunds/take-part.js';
import { Refund, type Payment } from '../payment.entity.js';
import type { DisputeReport, RefundReport } from '../payment-provider.js';

/** A refund by which a dispute ends may be made a little after its end. */
const AFTERWARDS = `interval '10 minutes'`;
const sum = z.object({ cents: z.number() });
const lost = z.object({ providerRef: z.string() });

/** Sums refunds of a locked payment while its dispute was open, cents, because the provider counts them as the dispute's. */
export async function refundedWithin(
  tx: Tx,
  { id }: Payment,
  { openedAt, closedAt }: Pick<DisputeReport, 'openedAt' | 'closedAt'>,
): Promise<Cents> {
  if (!openedAt || !closedAt) return 0;
  const row = await sql(tx).first(
    sum,
    `SELECT coalesce(sum(r.amount_cents), 0)::int AS cents FROM refunds r
      WHERE r.payment_id = $1 AND r.state = 'done' AND r.done_at > $2 AND r.done_at <= $3::timestamptz + ${AFTERWARDS}
        AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = $1 AND d.provider_ref = r.provider_ref)`,
    [id, openedAt, closedAt],
  );
  return row?.cents ?? 0;
}

/**
 * A refund that was made while a dispute was open which is lost and booked by now: the same money, told of twice. Its
 * booking takes the refund's name, as if that had been told first.
 * @returns the cents of the refund that are booked so
 */
export async function takeFromLostDispute(
  tx: Tx,
  { id: paymentId }: Payment,
  { refundRef: providerRef, amountCents, madeAt: doneAt }: RefundReport,
): Promise<Cents> {
  if (!doneAt) return 0;
  const disputes = await sql(tx).rows(
    lost,
    `SELECT provider_ref AS "providerRef" FROM disputes
      WHERE payment_id = $1 AND state = 'lost' AND created_at < $2 AND $2 <= closed_at + ${AFTERWARDS}`,
    [paymentId, doneAt],
  );
  const booked = await tx.find(Refund, {
    where: { paymentId, state: 'done', providerRef: In(disputes.map((one) => one.providerRef)) },
    order: { id: 'ASC' },
  });
  let left = amountCents;
  for (const row of booked) {
    const part = Math.min(left, row.amountCents);
    if (part === 0) break;
    left -= part;
    if (part === row.amountCents) await tx.update(Refund, { id: row.id }, { providerRef, doneAt });
    else await takePart(tx, row, part, { ref: providerRef, at: doneAt });
    await noteRefund(tx, row);
  }
  return amountCents - left;
}

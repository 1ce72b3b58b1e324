import { z } from 'zod';
import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';

const versionRow = z.object({ version: z.number() });

/** Tells buyer and panel that the refund of an order went a step on. Called with the refund's row locked. */
export async function noteRefund(tx: Tx, orderId: number | null): Promise<void> {
  if (orderId === null) return;
  const row = await sql(tx).first(
    versionRow,
    'UPDATE orders SET version = version + 1 WHERE id = $1 RETURNING version',
    [orderId],
  );
  if (!row) throw new Error(`Refund of order ${orderId}, which does not exist`);
  appendEvent(tx, {
    type: 'order.updated',
    aggregate: 'order',
    aggregateId: String(orderId),
    version: row.version,
  });
}

import { z } from 'zod';
import { idRow } from '../../platform/database/row-schemas.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';

const versionRow = z.object({ version: z.number() });

/**
 * Tells buyer, panel and the order's post that the refund of an order went a step on, of money without one those of its
 * whole purchase, which show it. Called with its payment locked.
 */
export async function noteRefund(
  tx: Tx,
  { orderId, paymentId }: { orderId: number | null; paymentId: number },
): Promise<void> {
  if (orderId !== null) return noteOrder(tx, orderId);
  const orders = await sql(tx).rows(
    idRow,
    `SELECT id FROM orders WHERE checkout_id = (SELECT checkout_id FROM payments WHERE id = $1) ORDER BY id FOR UPDATE`,
    [paymentId],
  );
  for (const { id } of orders) await noteOrder(tx, id);
}

async function noteOrder(tx: Tx, orderId: number): Promise<void> {
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

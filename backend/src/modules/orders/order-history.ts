import type { OrderStatus } from '@pax/contracts';
import type { Tx } from '../../infra/database/transaction.js';

/** Writes one step of an order's path; the version names it, so a step can't be written twice. */
export async function recordStep(
  tx: Tx,
  order: { id: number; version: number; status: OrderStatus },
  from: OrderStatus | null,
  actor: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO order_history (order_id, version, from_status, to_status, actor) VALUES ($1, $2, $3, $4, $5)`,
    [order.id, order.version, from, order.status, actor],
  );
}

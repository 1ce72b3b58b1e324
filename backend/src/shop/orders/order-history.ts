import type { OrderStatus } from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

interface TransitionedOrder {
  id: number;
  version: number;
  status: OrderStatus;
}

/** Records a transition of an order; its version is the key, so none is recorded twice. */
export function recordTransition(
  tx: Tx,
  order: TransitionedOrder,
  from: OrderStatus | null,
  actor: string,
): Promise<void> {
  return recordTransitions(tx, [order], from, actor);
}

/** Records the same transition of several orders. */
export async function recordTransitions(
  tx: Tx,
  orders: readonly TransitionedOrder[],
  from: OrderStatus | null,
  actor: string,
): Promise<void> {
  await sql(tx).run(
    `INSERT INTO order_history (order_id, version, from_status, to_status, actor)
     SELECT id, version, $4, status, $5 FROM unnest($1::int[], $2::int[], $3::text[]) AS transition (id, version, status)`,
    [
      orders.map(({ id }) => id),
      orders.map(({ version }) => version),
      orders.map(({ status }) => status),
      from,
      actor,
    ],
  );
}

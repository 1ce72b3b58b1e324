import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { FLOOR } from '../bench-shop.js';

/** A change that was committed just now. */
export interface Committed {
  readonly id: string;
  /** When the commit was answered, as `performance.now()` counts. */
  readonly at: number;
}

/** One statement of a change. */
export type Statement = readonly [text: string, values: readonly unknown[]];

/** What the shop's own code writes when an order moves on: the raised version and its event. */
export const orderMoves = (id: string, order: number): Statement => [
  `WITH moved AS (UPDATE orders SET version = version + 1 WHERE id = $2 RETURNING id, version)
   INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version)
   SELECT $1, 'order.released', 'order', id::text, version FROM moved`,
  [id, order],
];

/** What the shop's own code writes when there is more or less of a product. */
export const stockChanges = (id: string, product: number): Statement => [
  `WITH moved AS (UPDATE ledger_balances SET version = version + 1 WHERE account = 'stock:' || $2 RETURNING version)
   INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version)
   SELECT $1, 'stock.changed', 'stock', $2, version FROM moved`,
  [id, String(product)],
];

/** What the floor writes. */
export const bareChange = (id: string): Statement => [
  `INSERT INTO ${FLOOR}.outbox (type, data) VALUES ('changed', jsonb_build_object('id', $1::text))`,
  [id],
];

/** Commits a change, then notifies as the shop does: outside the transaction. */
export async function commit(
  database: pg.Client,
  change: (id: string) => Statement,
  notification: { channel: string; withId: boolean },
): Promise<Committed> {
  const id = randomUUID();
  const [text, values] = change(id);
  await database.query('BEGIN');
  await database.query(text, [...values]);
  await database.query('COMMIT');
  const at = performance.now();
  await database.query('SELECT pg_notify($1, $2)', [notification.channel, notification.withId ? id : '']);
  return { id, at };
}

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { FLOOR } from '../bench-shop.js';

/** A change that was committed to the database. */
export interface Committed {
  readonly id: string;
  /** Time at which the commit was answered, by the clock of `performance.now()`. */
  readonly at: number;
}

/** One SQL statement of a change. */
export type Statement = readonly [text: string, values: readonly unknown[]];

/** Writes what the shop writes when an order changes: the raised version, and an event. */
export const orderChange = (id: string, order: number): Statement => [
  `WITH moved AS (UPDATE orders SET version = version + 1 WHERE id = $2 RETURNING id, version)
   INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version)
   SELECT $1, 'order.released', 'order', id::text, version FROM moved`,
  [id, order],
];

/** Writes what the shop writes when a product's stock changes. */
export const stockChange = (id: string, product: number): Statement => [
  `WITH moved AS (UPDATE ledger_balances SET version = version + 1 WHERE account = 'stock:' || $2 RETURNING version)
   INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version)
   SELECT $1, 'stock.changed', 'stock', $2, version FROM moved`,
  [id, String(product)],
];

/** Writes what the floor of the bench writes. */
export const floorChange = (id: string): Statement => [
  `INSERT INTO ${FLOOR}.outbox (type, data) VALUES ('changed', jsonb_build_object('id', $1::text))`,
  [id],
];

/** Commits a change, then notifies the relay outside of the transaction, as the shop does. */
export async function commitChange(
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

import { randomUUID } from 'node:crypto';
import type { ShopEvent } from '@pax/contracts';
import { sql } from '../database/sql.js';
import type { EntityManager, QueryRunner } from 'typeorm';

type PendingEvent = ShopEvent & { eventId: string };

/** Events that were appended in transactions still open, in order, by transaction. */
const pendingEvents = new WeakMap<QueryRunner, PendingEvent[]>();

/**
 * Appends an event to the transaction, which stores it at its end. Lock the aggregate and raise its version before.
 * @returns the event's id
 */
export function appendEvent(tx: EntityManager, event: ShopEvent): string {
  const events = tx.queryRunner && pendingEvents.get(tx.queryRunner);
  if (!events)
    throw new Error(`${event.type} was appended outside of a transaction. Run it with Transactions.run.`);
  const eventId = randomUUID();
  events.push({ ...event, eventId });
  return eventId;
}

/** The result of a transaction, and the events that were stored with it. */
export interface TransactionResult<T> {
  readonly result: T;
  readonly events: readonly ShopEvent[];
}

/**
 * Runs the work of a transaction, then stores its events in one statement. An event whose version is stored already
 * violates a unique constraint, so that two writers cannot publish the same change.
 */
export async function runAndStoreEvents<T>(
  tx: EntityManager,
  work: () => Promise<T> | T,
): Promise<TransactionResult<T>> {
  const { queryRunner } = tx;
  if (!queryRunner) throw new Error('Events can only be stored inside a transaction.');
  const events: PendingEvent[] = [];
  pendingEvents.set(queryRunner, events);
  const result = await work();
  if (events.length > 0) await storeEvents(tx, events);
  return { result, events };
}

async function storeEvents(tx: EntityManager, events: readonly PendingEvent[]): Promise<void> {
  // A step comes before the points it brings, although the points are booked before the step is appended.
  await sql(tx).run(
    `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, data)
     SELECT event_id, type, aggregate, aggregate_id, version, data
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::jsonb[])
            WITH ORDINALITY AS pending (event_id, type, aggregate, aggregate_id, version, data, ordinal)
      ORDER BY aggregate = 'bell', ordinal`,
    [
      events.map(({ eventId }) => eventId),
      events.map(({ type }) => type),
      events.map(({ aggregate }) => aggregate),
      events.map(({ aggregateId }) => aggregateId),
      events.map(({ version }) => version),
      events.map(({ data }) => JSON.stringify(data ?? {})),
    ],
  );
}

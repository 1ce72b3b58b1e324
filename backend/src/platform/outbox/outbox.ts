import { randomUUID } from 'node:crypto';
import type { ShopEvent } from '@pax/contracts';
import { sql } from '../database/sql.js';
import type { EntityManager, QueryRunner } from 'typeorm';

type PendingEvent = ShopEvent & { eventId: string };

interface PendingEvents {
  readonly events: PendingEvent[];
  /** Function that is called with the ids of held events once they are stored; undefined if none are held. */
  onHeld?: (eventIds: readonly string[]) => Promise<void>;
}

/** Events that were appended in transactions still open, in order, by transaction. */
const pendingEvents = new WeakMap<QueryRunner, PendingEvents>();

/**
 * Appends an event to the transaction, which stores it at its end. Lock the aggregate and raise its version before.
 * @returns the event's id
 */
export function appendEvent(tx: EntityManager, event: ShopEvent): string {
  const eventId = randomUUID();
  pendingOf(tx, event.type).events.push({ ...event, eventId });
  return eventId;
}

/**
 * Holds the events of the transaction, except for alerts: they reach the rooms, but nobody is told of them before
 * their `tell_at` is set, if it ever is.
 * @param onHeld called with the ids of the events once they are stored
 */
export function holdEvents(tx: EntityManager, onHeld: PendingEvents['onHeld'] = async () => undefined): void {
  pendingOf(tx, 'A hold of events').onHeld = onHeld;
}

function pendingOf(tx: EntityManager, what: string): PendingEvents {
  const pending = tx.queryRunner && pendingEvents.get(tx.queryRunner);
  if (!pending)
    throw new Error(`${what} was appended outside of a transaction. Run it with Transactions.run.`);
  return pending;
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
  const pending: PendingEvents = { events: [] };
  pendingEvents.set(queryRunner, pending);
  const result = await work();
  const { events } = pending;
  if (events.length > 0) await storeEvents(tx, pending);
  return { result, events };
}

async function storeEvents(tx: EntityManager, { events, onHeld }: PendingEvents): Promise<void> {
  const held = onHeld ? events.filter(({ aggregate }) => aggregate !== 'alert') : [];
  // A step comes before the points it brings, although the points are booked before the step is appended.
  await sql(tx).run(
    `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, data, tell_at)
     SELECT event_id, type, aggregate, aggregate_id, version, data,
            CASE WHEN event_id = ANY($7::uuid[]) THEN 'infinity'::timestamptz END
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
      held.map(({ eventId }) => eventId),
    ],
  );
  await onHeld?.(held.map(({ eventId }) => eventId));
}

import { randomUUID } from 'node:crypto';
import type { ShopEvent } from '@pax/contracts';
import type { EntityManager, QueryRunner } from 'typeorm';

type PendingEvent = ShopEvent & { eventId: string };

/** What transactions that are under way said so far, in order. */
const said = new WeakMap<QueryRunner, PendingEvent[]>();

/**
 * Says that something happened; the only way to do so. Called after the aggregate is locked and its version
 * raised, in the same transaction, which stores it at its end.
 * @returns the event's id
 */
export function appendEvent(tx: EntityManager, event: ShopEvent): string {
  const events = tx.queryRunner && said.get(tx.queryRunner);
  if (!events) throw new Error(`${event.type} was said outside of a transaction of the shop`);
  const eventId = randomUUID();
  events.push({ ...event, eventId });
  return eventId;
}

/** What a transaction did, and which events it stored with it. */
export interface Done<T> {
  readonly result: T;
  readonly said: readonly ShopEvent[];
}

/**
 * Does a transaction's work, then stores what it said, all in one statement. A version that was said before breaks
 * the unique rule and with it the transaction: two writers can't tell the same step twice.
 */
export async function storingEvents<T>(tx: EntityManager, work: () => Promise<T> | T): Promise<Done<T>> {
  const { queryRunner } = tx;
  if (!queryRunner) throw new Error('events belong into a transaction');
  const events: PendingEvent[] = [];
  said.set(queryRunner, events);
  const result = await work();
  if (events.length > 0) await store(tx, events);
  return { result, said: events };
}

async function store(tx: EntityManager, events: readonly PendingEvent[]): Promise<void> {
  await tx.query(
    `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, data)
     SELECT event_id, type, aggregate, aggregate_id, version, data
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::jsonb[])
            WITH ORDINALITY AS said (event_id, type, aggregate, aggregate_id, version, data, place)
      ORDER BY place`,
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

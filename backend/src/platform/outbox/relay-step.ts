import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { eventDefinition, type Alert, type EventType } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { isDatabaseUnavailable, isStatementTimeout } from '../database/database-errors.js';
import { failpoint } from '../failpoints.js';
import { runTransaction, type Tx } from '../database/transaction.js';
import { sql } from '../database/sql.js';
import { raiseAlert } from './alerts.js';
import { EventContract } from './event-contract.js';
import { numberMessages, type RelayedStep } from './stream-store.js';
import type { OutboxEvent } from './projections.js';
import { RelayListeners } from './relay-listeners.js';

/** An event that could not be relayed, even in a step of its own. */
export class EventFault extends Error {
  constructor(
    readonly event: OutboxEvent,
    override readonly cause: unknown,
  ) {
    super(`event ${event.eventId}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** Tells whether a failure of a step is transient, that is not caused by the step's events. */
export function isTransient(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isStatementTimeout(error);
}

/**
 * SQL that takes the relay's lock, for use inside another statement, because every round trip delays all live
 * pages.
 */
const LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('relay')) AS held";
const EMPTY_STEP: RelayedStep = { events: 0, ranges: [], messages: [], channels: [] };

/** Accepts any event type, because another version of the shop may have written types unknown to this one. */
const eventType = z.custom<EventType>((type) => typeof type === 'string');
const typeRow = z.object({ type: eventType });
const outboxEvent = z.object({
  id: z.number(),
  eventId: z.string(),
  type: eventType,
  aggregateId: z.string(),
  version: z.number(),
  data: z.record(z.string(), z.unknown()),
  occurredAt: z.date(),
});

/**
 * Publishes the next events in one transaction: numbers the messages of each room and writes the Discord posts. An
 * advisory lock admits one process at a time, which keeps the numbers without gaps.
 */
@Injectable()
export class RelayStep {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly listeners: RelayListeners,
    private readonly contract: EventContract,
  ) {}

  /**
   * Relays up to `limit` events.
   * @throws EventFault when a step with one event fails because of that event
   */
  async execute(limit: number): Promise<RelayedStep> {
    return this.database.transaction(async (tx) => {
      const events = await takeEvents(tx, limit);
      const [first] = events;
      if (!first) return EMPTY_STEP;
      try {
        return await this.relayEvents(tx, events);
      } catch (error) {
        throw events.length > 1 || isTransient(error) ? error : new EventFault(first, error);
      }
    });
  }

  /**
   * Marks an event as published without messages, and raises an alert unless the event is an alert, which would
   * fail again.
   * @returns false when another process relayed the event meanwhile
   */
  async deadLetterEvent(eventId: string): Promise<boolean> {
    const { result } = await runTransaction(this.database, async (tx) => {
      const row = await sql(tx).first(
        typeRow,
        `UPDATE outbox_events SET published_at = now()
          WHERE event_id = $1 AND published_at IS NULL AND (SELECT held FROM (${LOCK}) AS lock)
          RETURNING type`,
        [eventId],
      );
      if (!row) return false;
      const { type } = row;
      if (type !== 'alert.raised') raiseAlert(tx, deadLetterAlert(eventId, type));
      return true;
    });
    return result;
  }

  /**
   * Tells whether the next event of another aggregate can be relayed, by an attempt that is rolled back. If others
   * are slow too, the event is not at fault.
   */
  async canRelayOthers({ aggregateId }: OutboxEvent): Promise<boolean> {
    const runner = this.database.createQueryRunner();
    try {
      await runner.startTransaction();
      const events = await takeEvents(runner.manager, 1, aggregateId);
      if (events.length > 0) await this.relayEvents(runner.manager, events);
      return events.length > 0;
    } catch (error) {
      return !isDatabaseUnavailable(error);
    } finally {
      await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }

  private async relayEvents(tx: Tx, events: OutboxEvent[]): Promise<RelayedStep> {
    const known = this.contract.keepKnownEvents(events);
    const messages = await this.listeners.draftMessages(tx, coalesceEvents(known));
    const numbered = await numberMessages(tx, messages);
    const channels = await this.listeners.writePosts(tx, known);
    await this.listeners.runWrites(tx, known);
    failpoint('relay.before-commit');
    return { ...numbered, events: events.length, channels };
  }
}

function deadLetterAlert(eventId: string, type: EventType): Alert {
  return {
    kind: 'dead-letter',
    title: 'An event could not be relayed',
    detail: `Event ${eventId} (${type}) failed repeatedly and was skipped. Fix the cause, then set its published_at to NULL.`,
  };
}

/**
 * Takes the next events in order, or none while another process relays. The update checks published_at again,
 * because the other process may have published events after this statement's snapshot.
 */
async function takeEvents(tx: Tx, limit: number, exceptOf: string | null = null): Promise<OutboxEvent[]> {
  const events = await sql(tx).rows(
    outboxEvent,
    `WITH lock AS MATERIALIZED (${LOCK})
     UPDATE outbox_events SET published_at = now()
      WHERE published_at IS NULL AND id IN (
            SELECT id FROM outbox_events
             WHERE published_at IS NULL AND (SELECT held FROM lock) AND aggregate_id IS DISTINCT FROM $2
             ORDER BY id LIMIT $1)
      RETURNING id, event_id AS "eventId", type, aggregate_id AS "aggregateId", version, data, occurred_at AS "occurredAt"`,
    [limit, exceptOf],
  );
  return events.toSorted((one, other) => one.id - other.id);
}

/**
 * Keeps only the last of several coalescing events of an aggregate, because messages carry the newest state anyway.
 */
function coalesceEvents(events: readonly OutboxEvent[]): OutboxEvent[] {
  const last = new Map(events.map((event) => [`${event.type} ${event.aggregateId}`, event.id]));
  return events.filter(
    ({ id, type, aggregateId }) =>
      !eventDefinition(type).coalesce || last.get(`${type} ${aggregateId}`) === id,
  );
}

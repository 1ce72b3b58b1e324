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
import type { OutboxEvent, TakenEvent } from './projections.js';
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
/** SQL of when an event is told after a step took it: never again, unless its time has not come. */
const TELL_LATER = `CASE WHEN tell_at = 'infinity' THEN tell_at END`;
/**
 * SQL of the condition on an event that nobody took, or whose time to be told has come. Compares with no clock,
 * which may be set back meanwhile.
 */
const IS_WAITING = `(published_at IS NULL OR tell_at < 'infinity')`;
const EMPTY_STEP: RelayedStep = { events: 0, isLast: true, ranges: [], messages: [], channels: [] };

/** Accepts any event type, because another version of the shop may have written types unknown to this one. */
const eventType = z.custom<EventType>((type) => typeof type === 'string');
const givenUpRow = z.object({ type: eventType, isDue: z.boolean() });
const outboxEvent = z.object({
  id: z.number(),
  eventId: z.string(),
  type: eventType,
  aggregateId: z.string(),
  version: z.number(),
  data: z.record(z.string(), z.unknown()),
  occurredAt: z.date(),
  isDue: z.boolean(),
  isHeld: z.boolean(),
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
        const relayed = await this.relayEvents(tx, events);
        // After due events come new ones, even if few were due.
        return { ...relayed, isLast: events.length < limit && !events.some(({ isDue }) => isDue) };
      } catch (error) {
        throw events.length > 1 || isTransient(error) ? error : new EventFault(first, error);
      }
    });
  }

  /**
   * Marks an event as published without messages, or as told, and raises an alert unless the event is an alert, which
   * would fail again.
   * @returns false when another process relayed the event meanwhile
   */
  async deadLetterEvent(eventId: string): Promise<boolean> {
    const { result } = await runTransaction(this.database, async (tx) => {
      const row = await sql(tx).first(
        givenUpRow,
        `UPDATE outbox_events SET published_at = coalesce(published_at, now()), tell_at = ${TELL_LATER}
          WHERE event_id = $1 AND ${IS_WAITING} AND (SELECT held FROM (${LOCK}) AS lock)
          RETURNING type, published_at <> now() AS "isDue"`,
        [eventId],
      );
      if (!row) return false;
      const { type, isDue } = row;
      if (type !== 'alert.raised') raiseAlert(tx, deadLetterAlert(eventId, type, isDue));
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

  private async relayEvents(tx: Tx, events: TakenEvent[]): Promise<Omit<RelayedStep, 'isLast'>> {
    const known = this.contract.keepKnownEvents(events);
    const unsent = known.filter(({ isDue }) => !isDue);
    const messages = await this.listeners.draftMessages(tx, coalesceEvents(unsent));
    const numbered = await numberMessages(tx, messages);
    const channels = await this.listeners.writePosts(tx, known);
    await this.listeners.runWrites(tx, known);
    failpoint('relay.before-commit');
    return { ...numbered, events: events.length, channels };
  }
}

function deadLetterAlert(eventId: string, type: EventType, isDue: boolean): Alert {
  const retry = isDue ? 'tell_at to now()' : 'published_at to NULL';
  return {
    kind: 'dead-letter',
    title: 'An event could not be relayed',
    detail: `Event ${eventId} (${type}) failed repeatedly and was skipped. Fix the cause, then set its ${retry}.`,
  };
}

/**
 * Takes the next events in order, due ones first, so that an act is told before what came after its time; none while
 * another process relays. Checks again while updating, because that process may have taken events after the snapshot.
 */
async function takeEvents(tx: Tx, limit: number, exceptOf: string | null = null): Promise<TakenEvent[]> {
  const isFree = '(SELECT held FROM lock) AND aggregate_id IS DISTINCT FROM $2';
  const events = await sql(tx).rows(
    outboxEvent,
    `WITH lock AS MATERIALIZED (${LOCK}), due AS MATERIALIZED (
       SELECT id FROM outbox_events
        WHERE tell_at < 'infinity' AND published_at IS NOT NULL AND ${isFree}
        ORDER BY id LIMIT $1)
     UPDATE outbox_events SET published_at = coalesce(published_at, now()), tell_at = ${TELL_LATER}
      WHERE ${IS_WAITING} AND id IN (
            SELECT id FROM due UNION ALL
            (SELECT id FROM outbox_events
              WHERE published_at IS NULL AND NOT EXISTS (SELECT FROM due) AND ${isFree}
              ORDER BY id LIMIT $1))
      RETURNING id, event_id AS "eventId", type, aggregate_id AS "aggregateId", version, data,
                occurred_at AS "occurredAt", published_at <> now() AS "isDue", tell_at IS NOT NULL AS "isHeld"`,
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

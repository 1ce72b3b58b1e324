import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { eventDefinition, type Alert, type EventType } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { isDatabaseUnavailable, isStatementTimeout } from '../../common/database-unavailable.js';
import { failpoint } from '../../common/failpoints.js';
import { runTransaction, type Tx } from '../database/transaction.js';
import { raiseAlert } from './alert.js';
import { numberMessages, type RelayedStep } from './number-messages.js';
import type { OutboxEvent } from './projections.js';
import { RelayListeners } from './relay-listeners.js';

/** An event that could not be relayed although it was alone in its step. */
export class EventFault extends Error {
  constructor(
    readonly eventId: string,
    override readonly cause: unknown,
  ) {
    super(`event ${eventId}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** Whether a failure says nothing about the events of its step. */
export function isPassing(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isStatementTimeout(error);
}

/** Taken inside the statement that needs it, since every round trip delays all live pages. */
const LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('relay')) AS held";
const NOTHING: RelayedStep = { events: 0, ranges: [], messages: [], channels: [] };

/**
 * Publishes the next events in one transaction: numbers a message per room and writes the Discord posts. An advisory
 * lock admits one process at a time, which keeps the numbers dense and resume safe.
 */
@Injectable()
export class RelayStep {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly listeners: RelayListeners,
  ) {}

  /** @throws EventFault when a step of one event fails for a reason that is the event's own */
  async execute(limit: number): Promise<RelayedStep> {
    return this.database.transaction(async (tx) => {
      const events = await takeEvents(tx, limit);
      const [first] = events;
      if (!first) return NOTHING;
      try {
        return await this.relay(tx, events);
      } catch (error) {
        throw events.length > 1 || isPassing(error) ? error : new EventFault(first.eventId, error);
      }
    });
  }

  /**
   * Marks an event published without messages and raises an alert, except for a failed alert, which would fail again.
   * @returns false when another process relayed it meanwhile
   */
  async deadLetter(eventId: string): Promise<boolean> {
    const { result } = await runTransaction(this.database, async (tx) => {
      const [rows]: [{ type: EventType }[], number] = await tx.query(
        `UPDATE outbox_events SET published_at = now()
          WHERE event_id = $1 AND published_at IS NULL AND (SELECT held FROM (${LOCK}) AS lock)
          RETURNING type`,
        [eventId],
      );
      const type = rows[0]?.type;
      if (!type) return false;
      if (type !== 'alert.raised') raiseAlert(tx, deadLetterAlert(eventId, type));
      return true;
    });
    return result;
  }

  private async relay(tx: Tx, events: OutboxEvent[]): Promise<RelayedStep> {
    const messages = await this.listeners.roomsOf(tx, newestOnly(events));
    const channels = await this.listeners.postsOf(tx, events);
    const numbered = await numberMessages(tx, messages);
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
 * Takes the next events in order, none while another process relays. The update checks published_at again, because that
 * process may have published some after this statement's snapshot.
 */
async function takeEvents(tx: Tx, limit: number): Promise<OutboxEvent[]> {
  const [events]: [OutboxEvent[], number] = await tx.query(
    `WITH lock AS MATERIALIZED (${LOCK})
     UPDATE outbox_events SET published_at = now()
      WHERE published_at IS NULL AND id IN (
            SELECT id FROM outbox_events WHERE published_at IS NULL AND (SELECT held FROM lock) ORDER BY id LIMIT $1)
      RETURNING id, event_id AS "eventId", type, aggregate_id AS "aggregateId", version, data, occurred_at AS "occurredAt"`,
    [limit],
  );
  return events.toSorted((one, other) => one.id - other.id);
}

/** Keeps the last coalesced event per aggregate, since messages carry the newest state anyway. */
function newestOnly(events: readonly OutboxEvent[]): OutboxEvent[] {
  const last = new Map(events.map((event) => [`${event.type} ${event.aggregateId}`, event.id]));
  return events.filter(
    ({ id, type, aggregateId }) =>
      !eventDefinition(type).coalesce || last.get(`${type} ${aggregateId}`) === id,
  );
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Alert, Channel, EventType } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { isDatabaseAway } from '../../common/database-away.js';
import { failpoint } from '../../common/failpoints.js';
import { runTransaction, type Tx } from '../database/transaction.js';
import { raiseAlert } from './alert.js';
import { numberMessages, type Numbered } from './number-messages.js';
import { Projections, type OutboxEvent } from './projections.js';
import { STATES } from './urgency.js';

/** What a step did, to be told after its commit. */
export interface RelayedStep extends Numbered {
  readonly events: number;
  readonly channels: Channel[];
}

/** One event, alone in its step, could not be relayed. */
export class EventFault extends Error {
  constructor(
    readonly eventId: string,
    override readonly cause: unknown,
  ) {
    super(`event ${eventId}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** Taken within the statement that needs it, since everybody who watches a panel waits for each. */
const LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('relay')) AS held";
const NOTHING: RelayedStep = { events: 0, ranges: [], messages: [], channels: [] };

/**
 * One step of the relay, one transaction: takes the next events in their order, numbers a message per room,
 * writes what Discord is to be told and marks the events published. An advisory lock lets one process do so at a
 * time, which is what makes the numbers dense and safe to resume by.
 */
@Injectable()
export class RelayStep {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly projections: Projections,
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
        throw events.length > 1 || isDatabaseAway(error) ? error : new EventFault(first.eventId, error);
      }
    });
  }

  /**
   * Takes an event out of the way without telling anybody of it, but raises an alert that names it. An event that
   * is an alert itself goes without: it would only be followed by its like.
   * @returns false when somebody else relayed it meanwhile
   */
  async putAside(eventId: string): Promise<boolean> {
    const { result } = await runTransaction(this.database, async (tx) => {
      const [rows]: [{ type: EventType }[], number] = await tx.query(
        `UPDATE outbox_events SET published_at = now()
          WHERE event_id = $1 AND published_at IS NULL AND (SELECT held FROM (${LOCK}) AS lock)
          RETURNING type`,
        [eventId],
      );
      const type = rows[0]?.type;
      if (!type) return false;
      if (type !== 'alert.raised') raiseAlert(tx, deadLetter(eventId, type));
      return true;
    });
    return result;
  }

  private async relay(tx: Tx, events: OutboxEvent[]): Promise<RelayedStep> {
    const messages = await this.projections.roomsOf(tx, newestOnly(events));
    const channels = await this.projections.postsOf(tx, events);
    const numbered = await numberMessages(tx, messages);
    failpoint('relay.before-commit');
    return { ...numbered, events: events.length, channels };
  }
}

function deadLetter(eventId: string, type: EventType): Alert {
  return {
    kind: 'dead-letter',
    title: 'An event could not be relayed',
    detail: `Event ${eventId} (${type}) was put aside.`,
  };
}

/**
 * The next events in their order, published with this transaction or not at all; none while another process relays.
 * That one may have published some after this statement's look began: so they are looked at again when written.
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

/** Keeps of states the last per thing; messages carry the newest anyway. */
function newestOnly(events: readonly OutboxEvent[]): OutboxEvent[] {
  const last = new Map(events.map((event) => [`${event.type} ${event.aggregateId}`, event.id]));
  return events.filter(
    (event) => !STATES.includes(event.type) || last.get(`${event.type} ${event.aggregateId}`) === event.id,
  );
}

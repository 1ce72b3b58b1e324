import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { SETTINGS, type Settings } from '../../settings.js';
import { Clock } from '../clock.js';
import { isStatementTimeout } from '../database/database-errors.js';
import { failpoint } from '../failpoints.js';
import { NotificationListener } from '../database/notification-listener.js';
import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';
import { Periodic, PeriodicJobs } from '../jobs/periodic.js';
import { RelayListeners } from './relay-listeners.js';
import { OUTBOX_CHANNEL, OutboxNotifier } from './outbox-notifier.js';
import type { RelayedStep } from './stream-store.js';
import { EventFault, isTransient, RelayStep } from './relay-step.js';

/** Longest time by which a lost notification can delay an event, ms. */
const POLL_MS = 1_000;
const JOB = 'relay';
const BATCH = 200;
/**
 * An event that fails alone is given up after this many failures and this time (ms), so that a passing fault does
 * not count.
 */
const POISON_TRIES = 5;
const POISON_MS = 4_000;
/** Minimum time between two attempts to relay an event that failed alone, ms, however often the relay is woken. */
const POISON_RETRY_MS = 500;

/** Failures of the oldest event, which blocks all later ones until it succeeds or is given up. */
interface Poison {
  eventId: string;
  tries: number;
  since: number;
  last: number;
}

/** Publishes the events of the outbox: woken by notifications, with a slow poll in case one is lost. */
@Injectable()
export class Relay implements OnApplicationBootstrap {
  private readonly logger = new Logger(Relay.name);
  private draining: Promise<void> = Promise.resolve();
  private poison: Poison | undefined;

  constructor(
    private readonly step: RelayStep,
    private readonly listeners: RelayListeners,
    private readonly listener: NotificationListener,
    private readonly notifier: OutboxNotifier,
    private readonly jobs: PeriodicJobs,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.role === 'web') return;
    this.notifier.onNotify(() => this.jobs.wakeJob(JOB));
    this.listener.onNotification(OUTBOX_CHANNEL, (notifierId) => {
      if (notifierId !== this.notifier.id) this.jobs.wakeJob(JOB);
    });
  }

  /**
   * Relays until no event is left, or another process is relaying. Calls within a process run one after the other,
   * so that each covers all events committed before it.
   */
  @Periodic({ name: JOB, every: POLL_MS, role: 'worker', servesLastCalls: true })
  drain(): Promise<void> {
    const drained = this.draining.then(() => this.relayAll());
    this.draining = drained.catch(() => undefined);
    return drained;
  }

  private async relayAll(): Promise<void> {
    if (this.poison && this.clock.now().getTime() - this.poison.last < POISON_RETRY_MS) return;
    // Number of events to relay one by one after a failed step, in order to find the failing event.
    let singleSteps = this.poison ? BATCH : 0;
    for (;;) {
      const limit = singleSteps > 0 ? 1 : BATCH;
      const relayed = await this.tryStep(limit);
      if (relayed === 'singly') singleSteps = BATCH;
      else if (relayed.events === 0) return;
      else {
        singleSteps = Math.max(0, singleSteps - 1);
        failpoint('relay.numbered');
        await this.listeners.notifySubscribers(relayed);
        if (relayed.isLast) return;
      }
    }
  }

  /**
   * Relays one step.
   * @returns the relayed step, or 'singly' when events must be tried one by one
   * @throws when relaying cannot go on now
   */
  private async tryStep(limit: number): Promise<RelayedStep | 'singly'> {
    try {
      const relayed = await this.step.execute(limit);
      if (limit === 1) this.poison = undefined;
      return relayed;
    } catch (error) {
      if (error instanceof EventFault) return this.recordFailure(error);
      if (limit === 1 || isTransient(error)) throw error;
      return 'singly';
    }
  }

  /**
   * Counts a failure of one event.
   * @throws EventFault until the event has failed often and long enough to be given up
   */
  private async recordFailure(fault: EventFault): Promise<'singly'> {
    const now = this.clock.now().getTime();
    const { eventId } = fault.event;
    const known = this.poison?.eventId === eventId ? this.poison : undefined;
    const { tries, since } = known ?? { tries: 0, since: now };
    this.poison = { eventId, tries: tries + 1, since, last: now };
    if (tries + 1 < POISON_TRIES || now - since < POISON_MS || !(await this.isCausedByEvent(fault)))
      throw fault;
    this.logger.error(fault.cause instanceof Error ? (fault.cause.stack ?? fault.message) : fault.message);
    await this.step.deadLetterEvent(eventId);
    this.poison = undefined;
    return 'singly';
  }

  /**
   * Tells whether the event caused the failure, and not Postgres. A slow alert is not given up, because nothing
   * else would report it.
   */
  private async isCausedByEvent({ event, cause }: EventFault): Promise<boolean> {
    if (!isStatementTimeout(cause)) return true;
    return event.type !== 'alert.raised' && (await this.step.canRelayOthers(event));
  }
}

/** Number of waiting events that a step publishes at once. */
const FEW_EVENTS = 50;
const PAUSE_MS = 25;
/** Longest wait, ms, so that an event that fails stops nobody. */
const LONGEST_MS = 5_000;

/**
 * Waits until the relay step in progress has ended, so that every later step reads what was committed before. The
 * relay rests until the transaction ends, which must be at once, and is woken then.
 */
export async function waitForRelayStep(tx: Tx): Promise<void> {
  await sql(tx).run("SELECT pg_advisory_xact_lock(hashtext('relay')), pg_notify($1, '')", [OUTBOX_CHANNEL]);
}

/**
 * Waits until few events wait for the relay, at most some seconds. Call between transactions that append many, so
 * that live messages do not queue behind all of them.
 */
export async function waitForRelay(database: Parameters<typeof sql>[0], signal: AbortSignal): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!signal.aborted && performance.now() < end && (await isRelayBehind(database))) await pause(PAUSE_MS);
}

function isRelayBehind(database: Parameters<typeof sql>[0]): Promise<boolean> {
  return sql(database).exists(
    `SELECT 1 FROM (SELECT FROM outbox_events WHERE published_at IS NULL
                      UNION ALL SELECT FROM outbox_events WHERE tell_at < 'infinity') AS waiting
      OFFSET ${FEW_EVENTS} LIMIT 1`,
  );
}

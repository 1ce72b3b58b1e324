import { ticketThreadCalls, type ThreadOutcome, type ThreadTask } from '@pax/contracts';
import { Routes, ThreadAutoArchiveDuration, type REST } from 'discord.js';
import { SendGate, type Circuit } from '../discord/circuit.js';
import {
  classifyDiscordError,
  readDiscordErrorCode,
  THREAD_IS_ARCHIVED,
  isUnknownChannelError,
  type DiscordFailure,
} from '../discord/failure.js';
import { passFailpoint } from '../failpoints.js';
import type { Logger } from '../logger.js';
import type { ShopClient } from '../shop-client.js';
import type { Alerts } from './alerts.js';
import { getThreadName } from '../messages/ticket-view.js';
import type { LeaseView } from './lease.js';
import { PollLoop, NOTHING_TO_DO, retryAfter, WORKED, type PollResult } from './poll-loop.js';

const CALL_TIMEOUT_MS = 10_000;
/**
 * Discord's error code for a message that already has a thread: an earlier attempt succeeded, but its answer was lost.
 */
const THREAD_EXISTS = 160_004;
/**
 * Error codes after which archiving is given up: thread gone, locked, or closed to the bot; Discord archives idle
 * threads itself.
 */
const FINAL_ARCHIVE_CODES: readonly unknown[] = [10_003, 50_001, 50_008, 50_013, 50_024, 160_005];
/** Error codes of Discord's limit of active threads, which no single thread causes. */
const TOO_MANY_THREADS_CODES: readonly unknown[] = [160_006, 160_007];

export interface ThreadDeps {
  rest: REST;
  shop: Pick<ShopClient, 'call'>;
  /** Channel of ticket posts in the present settings. */
  channelId: string;
  /** Circuit breaker for opening threads, kept for the whole process. */
  circuit: Circuit;
  alerts: Pick<Alerts, 'raiseAlert'>;
  lease: LeaseView;
  logger: Logger;
  /** Clock for the waits that Discord demands, ms; default: the process's clock. */
  now?: () => number;
  onUnauthorized: (reason: string) => void;
}

/** Opens one thread below each ticket's post, and archives the thread once, when the ticket ends. */
export class TicketThreads extends PollLoop {
  private readonly gate: SendGate;

  constructor(
    private readonly deps: ThreadDeps,
    pollMs?: number,
  ) {
    super({ name: 'threads', lease: deps.lease, logger: deps.logger }, pollMs);
    this.gate = new SendGate(deps.now);
  }

  protected async poll(signal: AbortSignal): Promise<PollResult> {
    const { shop, lease, circuit } = this.deps;
    const waitMs = Math.max(this.gate.getWaitMs(), circuit.getWaitMs());
    if (waitMs > 0) return retryAfter(waitMs);
    const { fence } = lease;
    const { task } = await shop.call(ticketThreadCalls.claimThread, { body: { fence }, signal });
    if (!task) return NOTHING_TO_DO;
    if (!lease.isHeld()) return retryAfter(1_000);
    const outcome = await this.runThreadTask(
      task,
      AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
    );
    if (outcome === undefined) return retryAfter(Math.max(this.gate.getWaitMs(), circuit.getWaitMs()));
    passFailpoint('bot.threaded');
    const { ticketId: id, messageId: threadId } = task;
    const body = { fence, outcome: { kind: outcome, threadId } };
    await shop.call(ticketThreadCalls.reportThread, { params: { id }, body, signal });
    return WORKED;
  }

  /** Opens or archives one thread. @returns the outcome, or undefined when the same task must be repeated first */
  private async runThreadTask(
    task: ThreadTask,
    signal: AbortSignal,
  ): Promise<ThreadOutcome['kind'] | undefined> {
    try {
      await (task.kind === 'open' ? this.openThread(task, signal) : this.archiveThread(task, signal));
      this.gate.recordSuccess();
      // Only a thread that was opened closes the circuit breaker, since archiving needs other permissions.
      if (task.kind === 'open') this.deps.circuit.recordSuccess();
      return task.kind === 'open' ? 'opened' : 'archived';
    } catch (error) {
      return this.handleFailure(task, error);
    }
  }

  private async openThread(task: ThreadTask, signal: AbortSignal): Promise<void> {
    const { rest } = this.deps;
    const body = {
      name: getThreadName(task.ticketId),
      auto_archive_duration: ThreadAutoArchiveDuration.OneWeek,
    };
    try {
      await rest.post(Routes.threads(this.getChannelId(task), task.messageId), { body, signal });
    } catch (error) {
      if (readDiscordErrorCode(error) !== THREAD_EXISTS) throw error;
    }
  }

  private getChannelId({ channelId }: ThreadTask): string {
    return channelId ?? this.deps.channelId;
  }

  private async archiveThread({ messageId }: ThreadTask, signal: AbortSignal): Promise<void> {
    await this.deps.rest.patch(Routes.channel(messageId), { body: { archived: true }, signal });
  }

  private async handleFailure(task: ThreadTask, error: unknown): Promise<ThreadOutcome['kind'] | undefined> {
    const { logger, alerts, circuit, onUnauthorized } = this.deps;
    const failure = classifyDiscordError(error);
    const reason = 'reason' in failure ? failure.reason : failure.kind;
    logger.info('thread of a ticket not changed', { ticket: task.ticketId, kind: failure.kind, reason });
    const end = getFinalOutcome(task, failure, readDiscordErrorCode(error));
    if (end) return end;
    const isElsewhere = this.getChannelId(task) !== this.deps.channelId;
    if (isElsewhere && isUnknownChannelError(error)) return 'dropped';
    if (failure.kind === 'unauthorized') onUnauthorized(failure.reason);
    const isOfChannel = failure.kind === 'blocked' || failure.kind === 'refused';
    const isOfAll = isOfChannel && task.kind === 'open' && !isElsewhere;
    if (!isOfAll) this.gate.recordFailure(failure);
    else if (circuit.recordRefusal())
      await alerts.raiseAlert('Ticket-Threads nicht möglich', `Discord antwortet: ${failure.reason}`);
    const isOfThisOne = failure.kind === 'unreachable' || (isOfChannel && !isOfAll);
    return isOfThisOne ? 'later' : undefined;
  }
}

/** Outcome to report for a permanent refusal; undefined for a temporary one. */
function getFinalOutcome(
  { kind }: ThreadTask,
  failure: DiscordFailure,
  code: unknown,
): 'archived' | 'dropped' | undefined {
  if (failure.kind === 'gone') return 'dropped';
  if (kind === 'archive' && code === THREAD_IS_ARCHIVED) return 'archived';
  if (kind === 'archive' && FINAL_ARCHIVE_CODES.includes(code)) return 'dropped';
  return failure.kind === 'refused' && !TOO_MANY_THREADS_CODES.includes(code) ? 'dropped' : undefined;
}

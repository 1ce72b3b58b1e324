import { Backoff, WakeSignal } from '../timing.js';
import { type Logger, reasonOf } from '../logger.js';
import { BackendUnavailableError, hasCode, ProblemError } from '../shop-client.js';
import type { BotErrors } from './alerts.js';
import type { LeaseView } from './lease.js';

/**
 * Result of one poll: some work was done, or the time until the next poll, ms; Infinity means to wait for a wake-up.
 */
export type PollResult = { worked: true } | { worked: false; waitMs: number };

export const WORKED: PollResult = { worked: true };
export const retryAfter = (waitMs: number): PollResult => ({ worked: false, waitMs });
export const NOTHING_TO_DO: PollResult = retryAfter(Number.POSITIVE_INFINITY);

/** Interval of polls without a job, ms, so that messages are sent even after a lost job or a failure of Redis. */
const POLL_MS = 5_000;

/** Discord did not provide what a loop needs before it can send. */
export class DiscordUnavailableError extends Error {}

export interface PollLoopDeps {
  /** Name of the loop in the log. */
  name: string;
  lease: LeaseView;
  logger: Logger;
}

/** Asks the backend for work until there is none, one call at a time, then waits for a wake-up. */
export abstract class PollLoop {
  private readonly wakeSignal = new WakeSignal();
  private readonly backoff = new Backoff({ firstMs: 250, maxMs: POLL_MS });
  protected isDraining = false;
  /** The failure logged last, so that a long outage is logged only once. */
  private lastFailure = '';

  constructor(
    private readonly loop: PollLoopDeps,
    private readonly pollMs = POLL_MS,
  ) {}

  /**
   * Sends at most one message.
   * @throws ProblemError or BackendUnavailableError from the backend, DiscordUnavailableError
   */
  protected abstract poll(signal: AbortSignal): Promise<PollResult>;

  /** Makes the loop ask for work at once. */
  wakeLoop(): void {
    this.wakeSignal.notify();
  }

  /** Ends the loop after the message that is being sent. */
  drainLoop(): void {
    this.isDraining = true;
    this.wakeSignal.notify();
  }

  /** Runs the loop until it is drained or aborted; never throws. `errors` raises alerts about the bot's own bugs. */
  async run(signal: AbortSignal, errors: BotErrors): Promise<void> {
    while (!signal.aborted && !this.isDraining) {
      const waitMs = await this.pollOnce(signal, errors);
      if (waitMs > 0 && !this.isDraining) await this.wakeSignal.wait(Math.min(waitMs, this.pollMs), signal);
    }
  }

  /** Asks for work once and does it. @returns the time until the next poll, ms */
  async pollOnce(signal: AbortSignal, errors?: BotErrors): Promise<number> {
    const { fence } = this.loop.lease;
    try {
      const result = await this.poll(signal);
      this.backoff.reset();
      this.lastFailure = '';
      if (result.worked) errors?.clearLoopError(this.loop.name);
      return result.worked ? 0 : result.waitMs;
    } catch (error) {
      if (signal.aborted) return 0;
      await this.handleError(error, fence, errors);
      return this.backoff.nextWaitMs();
    }
  }

  /** Gives up the message being sent, since the next claim returns the same message again. */
  private async handleError(error: unknown, fence: number, errors: BotErrors | undefined): Promise<void> {
    const { name, lease, logger } = this.loop;
    const reason = reasonOf(error);
    const culprit = findCulprit(error);
    if (reason !== this.lastFailure)
      logger.warn(`posting interrupted by ${culprit}, tried again`, { channel: name, reason });
    this.lastFailure = reason;
    if (culprit === 'the bot') await errors?.recordLoopError(name, reason);
    if (hasCode(error, 'FENCED') && lease.fence === fence) await lease.confirmLease();
  }
}

/** Names the service that made a poll fail; any other error is a bug of the bot, for example in rendering. */
function findCulprit(error: unknown): 'the backend' | 'Discord' | 'the bot' {
  if (error instanceof ProblemError || error instanceof BackendUnavailableError) return 'the backend';
  return error instanceof DiscordUnavailableError ? 'Discord' : 'the bot';
}

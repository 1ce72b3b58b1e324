import { Backoff, WakeSignal } from '../timing.js';
import { type Logger, reasonOf } from '../logger.js';
import { BackendUnavailableError, hasCode, ProblemError } from '../shop.js';
import type { BotErrors } from './alerts.js';
import type { LeaseView } from './lease.js';

/** Result of one poll: work was done, or the time until the next poll, ms; Infinity: until a wake-up. */
export type PollResult = { worked: true } | { worked: false; waitMs: number };

export const WORKED: PollResult = { worked: true };
export const retryAfter = (waitMs: number): PollResult => ({ worked: false, waitMs });
export const NOTHING_TO_DO: PollResult = retryAfter(Number.POSITIVE_INFINITY);

/** Interval of polls without a job, ms, so that messages are sent despite a lost job or a dead Redis. */
const POLL_MS = 5_000;

/** Discord did not give what a loop needs before it can send. */
export class DiscordUnavailableError extends Error {}

export interface PollLoopDeps {
  /** Name of the loop in the log. */
  name: string;
  lease: LeaseView;
  logger: Logger;
}

/** Polls the backend one call at a time until nothing is left, then waits for a wake-up. */
export abstract class PollLoop {
  private readonly wakeSignal = new WakeSignal();
  private readonly backoff = new Backoff({ firstMs: 250, maxMs: POLL_MS });
  protected isDraining = false;
  /** The last logged failure, so that a long outage makes one log line. */
  private lastFailure = '';

  constructor(
    private readonly loop: PollLoopDeps,
    private readonly pollMs = POLL_MS,
  ) {}

  /**
   * Sends at most one message of a kind.
   * @throws ProblemError or BackendUnavailableError from the backend, DiscordUnavailableError
   */
  protected abstract poll(signal: AbortSignal): Promise<PollResult>;

  /** Makes the loop poll at once. */
  wake(): void {
    this.wakeSignal.notify();
  }

  /** Ends the loop after the message in flight. */
  drain(): void {
    this.isDraining = true;
    this.wakeSignal.notify();
  }

  /** Works until drained or aborted; never throws. `errors` raises the alerts of the bot's own errors. */
  async run(signal: AbortSignal, errors: BotErrors): Promise<void> {
    while (!signal.aborted && !this.isDraining) {
      const waitMs = await this.pollOnce(signal, errors);
      if (waitMs > 0 && !this.isDraining) await this.wakeSignal.wait(Math.min(waitMs, this.pollMs), signal);
    }
  }

  /** Polls once. @returns the time until the next poll, ms */
  async pollOnce(signal: AbortSignal, errors?: BotErrors): Promise<number> {
    const { fence } = this.loop.lease;
    try {
      const result = await this.poll(signal);
      this.backoff.reset();
      this.lastFailure = '';
      if (result.worked) errors?.clear(this.loop.name);
      return result.worked ? 0 : result.waitMs;
    } catch (error) {
      if (signal.aborted) return 0;
      await this.handleError(error, fence, errors);
      return this.backoff.nextWaitMs();
    }
  }

  /** Drops the message in flight, since the next claim returns it unchanged. */
  private async handleError(error: unknown, fence: number, errors: BotErrors | undefined): Promise<void> {
    const { name, lease, logger } = this.loop;
    const reason = reasonOf(error);
    const culprit = culpritOf(error);
    if (reason !== this.lastFailure)
      logger.warn(`posting interrupted by ${culprit}, tried again`, { channel: name, reason });
    this.lastFailure = reason;
    if (culprit === 'the bot') await errors?.record(name, reason);
    if (hasCode(error, 'FENCED') && lease.fence === fence) await lease.confirm();
  }
}

/** The part that an interrupted poll failed at; an error of no other part is the bot's own, as when it renders. */
function culpritOf(error: unknown): 'the backend' | 'Discord' | 'the bot' {
  if (error instanceof ProblemError || error instanceof BackendUnavailableError) return 'the backend';
  return error instanceof DiscordUnavailableError ? 'Discord' : 'the bot';
}

import { Backoff, WakeSignal } from '../timing.js';
import { type Logger, reasonOf } from '../logger.js';
import { hasCode } from '../shop.js';
import type { LeaseView } from './lease.js';

/** Result of one poll: work was done, or the time until the next poll, ms; Infinity: until a wake-up. */
export type PollResult = { worked: true } | { worked: false; waitMs: number };

export const WORKED: PollResult = { worked: true };
export const retryAfter = (waitMs: number): PollResult => ({ worked: false, waitMs });
export const NOTHING_TO_DO: PollResult = retryAfter(Number.POSITIVE_INFINITY);

/** Interval of polls without a job, ms, so that messages are sent despite a lost job or a dead Redis. */
const POLL_MS = 5_000;

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

  /** Sends at most one message of a kind. @throws ProblemError or BackendUnavailableError from the backend */
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

  /** Works until drained or aborted; never throws. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.isDraining) {
      const waitMs = await this.pollOnce(signal);
      if (waitMs > 0 && !this.isDraining) await this.wakeSignal.wait(Math.min(waitMs, this.pollMs), signal);
    }
  }

  /** Polls once. @returns the time until the next poll, ms */
  async pollOnce(signal: AbortSignal): Promise<number> {
    const { fence } = this.loop.lease;
    try {
      const result = await this.poll(signal);
      this.backoff.reset();
      this.lastFailure = '';
      return result.worked ? 0 : result.waitMs;
    } catch (error) {
      if (signal.aborted) return 0;
      await this.onBackendError(error, fence);
      return this.backoff.nextWaitMs();
    }
  }

  /** Drops the message in flight, since the next claim returns it unchanged. */
  private async onBackendError(error: unknown, fence: number): Promise<void> {
    const { name, lease, logger } = this.loop;
    const reason = reasonOf(error);
    if (reason !== this.lastFailure)
      logger.warn('posting interrupted, the backend is asked again', { channel: name, reason });
    this.lastFailure = reason;
    if (hasCode(error, 'FENCED') && lease.fence === fence) await lease.confirm();
  }
}

import { Backoff } from '../core/backoff.js';
import { WakeSignal } from '../core/wake-signal.js';
import { reasonOf } from '../core/logger.js';
import { hasCode } from '../core/problem-error.js';
import { EditSender } from './edit-sender.js';
import { PostSender } from './post-sender.js';
import type { ChannelDeps } from './channel-deps.js';
import { retryAfter, WORKED, type PollResult } from './poll-result.js';

/** How often a channel polls without a job, ms, so that a lost job or a dead Redis stops no post (F11). */
const POLL_MS = 5_000;

/** One channel's serial loop: alternates posts and edits until none is left, then waits for a wake-up. */
export class ChannelPoster {
  private readonly wakeSignal = new WakeSignal();
  private readonly posts: PostSender;
  private readonly edits: EditSender;
  private readonly backoff = new Backoff({ firstMs: 250, maxMs: POLL_MS });
  private draining = false;
  /** Last logged failure, so that a long outage makes one line. */
  private lastFailure = '';

  constructor(
    private readonly deps: ChannelDeps,
    private readonly pollMs = POLL_MS,
  ) {
    this.posts = new PostSender(deps);
    this.edits = new EditSender(deps);
  }

  /** Makes the loop poll at once. */
  wake(): void {
    this.wakeSignal.notify();
  }

  /** Lets the loop end after the message in flight. */
  drain(): void {
    this.draining = true;
    this.wakeSignal.notify();
  }

  /** Works until drained or aborted; never throws. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.draining) {
      const waitMs = await this.round(signal);
      if (waitMs > 0 && !this.draining) await this.wakeSignal.wait(Math.min(waitMs, this.pollMs), signal);
    }
  }

  /** Makes at most one message and one edit. @returns the time until the next round, ms */
  async round(signal: AbortSignal): Promise<number> {
    const { fence } = this.deps.lease;
    try {
      const result = combine(
        await this.posts.next(signal),
        this.draining ? WORKED : await this.edits.next(signal),
      );
      this.backoff.reset();
      this.lastFailure = '';
      return result.worked ? 0 : result.waitMs;
    } catch (error) {
      if (signal.aborted) return 0;
      await this.onBackendError(error, fence);
      return this.backoff.next();
    }
  }

  /** Drops the batch in flight, since the next claim returns it unchanged. */
  private async onBackendError(error: unknown, fence: number): Promise<void> {
    const { channel, lease, logger } = this.deps;
    const reason = reasonOf(error);
    if (reason !== this.lastFailure)
      logger.warn('posting interrupted, the backend is asked again', { channel, reason });
    this.lastFailure = reason;
    if (hasCode(error, 'FENCED') && lease.fence === fence) await lease.confirm();
  }
}

function combine(posts: PollResult, edits: PollResult): PollResult {
  if (posts.worked || edits.worked) return WORKED;
  return retryAfter(Math.min(posts.waitMs, edits.waitMs));
}

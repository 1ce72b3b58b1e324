import { Backoff } from '../core/backoff.js';
import { WakeSignal } from '../core/wake-signal.js';
import { reasonOf } from '../core/logger.js';
import { hasCode } from '../core/problem-error.js';
import { EditSender } from './edit-sender.js';
import { PostSender } from './post-sender.js';
import { retryAfter, WORKED, type ChannelDeps, type Step } from './step.js';

/** How often a channel is looked at without a doorbell, ms: a lost doorbell or a dead Redis stops no post (F11). */
const POLL_MS = 5_000;

/** One channel's serial loop: posts and edits in turn until there is nothing left, then sleep until rung. */
export class ChannelPoster {
  private readonly wakeSignal = new WakeSignal();
  private readonly posts: PostSender;
  private readonly edits: EditSender;
  private readonly backoff = new Backoff({ firstMs: 250, maxMs: POLL_MS });
  private draining = false;
  /** What was logged last, so that a long outage makes one line and not hundreds. */
  private lastTrouble = '';

  constructor(
    private readonly deps: ChannelDeps,
    private readonly pollMs = POLL_MS,
  ) {
    this.posts = new PostSender(deps);
    this.edits = new EditSender(deps);
  }

  /** Something may be waiting. */
  wake(): void {
    this.wakeSignal.notify();
  }

  /** Lets the loop end after the message in hand. */
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

  /** One message and one edit at most. @returns how long there is nothing to do, ms */
  async round(signal: AbortSignal): Promise<number> {
    const { fence } = this.deps.lease;
    try {
      const step = combine(
        await this.posts.next(signal),
        this.draining ? WORKED : await this.edits.next(signal),
      );
      this.backoff.reset();
      this.lastTrouble = '';
      return step.worked ? 0 : step.waitMs;
    } catch (error) {
      if (signal.aborted) return 0;
      await this.backendSaidNo(error, fence);
      return this.backoff.next();
    }
  }

  /** Whatever batch was in hand is dropped: the next claim brings it again, unchanged. */
  private async backendSaidNo(error: unknown, fence: number): Promise<void> {
    const { channel, lease, logger } = this.deps;
    const reason = reasonOf(error);
    if (reason !== this.lastTrouble) logger.warn('posting interrupted', { channel, reason });
    this.lastTrouble = reason;
    if (hasCode(error, 'FENCED') && lease.fence === fence) await lease.confirm();
  }
}

function combine(posts: Step, edits: Step): Step {
  if (posts.worked || edits.worked) return WORKED;
  return retryAfter(Math.min(posts.waitMs, edits.waitMs));
}

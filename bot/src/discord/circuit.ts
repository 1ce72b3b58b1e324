import { Backoff } from '../timing.js';
import type { DiscordFailure } from './failure.js';

/** Wait after the first refusal, and wait after each further one, ms; they allow at most three tries in ten minutes. */
const PAUSES_MS = [30_000, 300_000] as const;

/** Circuit breaker for Discord calls, because Discord bans IP addresses that collect too many refusals. */
export class Circuit {
  private refusals = 0;
  private openUntil = 0;
  private nextTrialAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Time until the next call is allowed, ms; 0 when a call is allowed now. */
  getWaitMs(): number {
    return Math.max(0, this.openUntil - this.now());
  }

  /** Records that Discord refused a call. @returns true for the first refusal since the last success */
  recordRefusal(): boolean {
    const pause = PAUSES_MS[Math.min(this.refusals, PAUSES_MS.length - 1)] ?? PAUSES_MS[1];
    this.refusals += 1;
    this.openUntil = this.now() + pause;
    return this.refusals === 1;
  }

  /**
   * Allows one call before the wait is over, because the bot has got the missing permissions; at most once in five
   * minutes.
   */
  allowTrialCall(): void {
    const now = this.now();
    if (this.refusals === 0 || now < this.nextTrialAt) return;
    this.nextTrialAt = now + PAUSES_MS[1];
    this.openUntil = 0;
  }

  /** Records a successful call, so that calls are allowed again. */
  recordSuccess(): void {
    this.refusals = 0;
    this.openUntil = 0;
  }
}

/**
 * Delays one kind of call, posts or edits: as long as Discord's rate limit demands, and increasingly after other
 * failures.
 */
export class SendGate {
  private backoffUntil = 0;
  private limitedUntil = 0;
  private readonly backoff = new Backoff({ firstMs: 500, maxMs: 30_000 });

  /** @param now clock for increasing waits, ms @param discordNow clock for waits that Discord's answers name, ms */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly discordNow: () => number = () => performance.now(),
  ) {}

  getWaitMs(): number {
    return Math.max(0, this.backoffUntil - this.now(), this.limitedUntil - this.discordNow());
  }

  recordSuccess(): void {
    this.backoff.reset();
  }

  recordFailure(failure: DiscordFailure): void {
    if ('waitMs' in failure) this.limitedUntil = this.discordNow() + failure.waitMs;
    else if (failure.kind !== 'refused' && failure.kind !== 'gone')
      this.backoffUntil = this.now() + this.backoff.nextWaitMs();
  }
}

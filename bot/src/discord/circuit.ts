import { Backoff } from '../waits.js';
import type { DiscordFailure } from './failure.js';

/** Waits after the first and after every further refusal: at most three tries in ten minutes. */
const PAUSES_MS = [30_000, 300_000] as const;

/** Circuit breaker, because Discord bans IP addresses that collect too many refusals (F21). */
export class Circuit {
  private refusals = 0;
  private closedUntil = 0;
  private relentsFrom = Number.NEGATIVE_INFINITY;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Time until the next call is allowed, ms; 0 when it is. */
  waitMs(): number {
    return Math.max(0, this.closedUntil - this.now());
  }

  /** Records a refusal. @returns whether it is the first since the last success */
  recordRefusal(): boolean {
    const pause = PAUSES_MS[Math.min(this.refusals, PAUSES_MS.length - 1)] ?? PAUSES_MS[1];
    this.refusals += 1;
    this.closedUntil = this.now() + pause;
    return this.refusals === 1;
  }

  /** Allows one call before the wait is over, since the missing rights were granted; at most once in five minutes. */
  relent(): void {
    const now = this.now();
    if (this.refusals === 0 || now < this.relentsFrom) return;
    this.relentsFrom = now + PAUSES_MS[1];
    this.closedUntil = 0;
  }

  /** Records a success, which closes the circuit. */
  recordSuccess(): void {
    this.refusals = 0;
    this.closedUntil = 0;
  }
}

/** Delays one kind of call, posts or edits: by Discord's rate limit, or by back-off after other failures. */
export class SendGate {
  private openAt = 0;
  private limitedUntil = 0;
  private readonly backoff = new Backoff({ firstMs: 500, maxMs: 30_000 });

  /** `now`: clock of the back-off, ms; `told`: clock for waits that Discord's answers name, ms. */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly told: () => number = () => performance.now(),
  ) {}

  waitMs(): number {
    return Math.max(0, this.openAt - this.now(), this.limitedUntil - this.told());
  }

  recordSuccess(): void {
    this.backoff.reset();
  }

  recordFailure(failure: DiscordFailure): void {
    if (failure.kind === 'rate-limited') this.limitedUntil = this.told() + failure.waitMs;
    else if (failure.kind !== 'refused' && failure.kind !== 'gone')
      this.openAt = this.now() + this.backoff.next();
  }
}

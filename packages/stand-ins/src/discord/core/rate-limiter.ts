/** A limit of calls per window, counted separately for each value of the named address parts. */
export interface BucketRule {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

export interface Verdict {
  readonly ok: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** End of the window, ms since 1970. */
  readonly resetAt: number;
  readonly resetAfterMs: number;
}

interface Window {
  used: number;
  endsAt: number;
}

const SWEEP_AT = 5000;

/** Counts calls in fixed windows, each of which starts with its first call. */
export class RateLimiter {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly now: () => number) {}

  /** Counts a call if the limit allows it; a refused call is not counted. */
  takeCall(rule: BucketRule, major: string): Verdict {
    const now = this.now();
    const key = `${rule.name} ${major}`;
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { used: 0, endsAt: now + rule.windowMs };
      this.windows.set(key, window);
      this.dropEndedWindows(now);
    }
    const ok = window.used < rule.limit;
    if (ok) window.used += 1;
    return {
      ok,
      limit: rule.limit,
      remaining: rule.limit - window.used,
      resetAt: window.endsAt,
      resetAfterMs: window.endsAt - now,
    };
  }

  private dropEndedWindows(now: number): void {
    if (this.windows.size < SWEEP_AT) return;
    for (const [key, window] of this.windows) if (window.endsAt <= now) this.windows.delete(key);
  }
}

import type { Hub } from './hub.js';
import type { CallRow, DiscordState } from './state.js';
import type { FaultRegistry } from '../../faults.js';
import type { DiscordWorld } from '../../identity.js';

const KEPT_CALLS = 5000;
const INVALID_WINDOW_MS = 10 * 60_000;
const INVALID_STATUS = new Set([401, 403, 429]);

/** The log of REST calls: tests count messages, nonces and pings in it. At least the last 5,000 calls are kept. */
export class CallLog {
  constructor(private readonly hub: Hub) {}

  add(call: Omit<CallRow, 'seq' | 'at'>): void {
    const { state } = this.hub;
    state.callSeq += 1;
    state.calls.push({ seq: state.callSeq, at: new Date(this.hub.now()).toISOString(), ...call });
    if (state.calls.length > KEPT_CALLS + 500) state.calls.splice(0, state.calls.length - KEPT_CALLS);
  }

  /** Calls numbered above `since`, oldest first. */
  since(since: number): CallRow[] {
    return this.hub.state.calls.filter((call) => call.seq > since);
  }

  /** Number of calls in the last ten minutes that count towards Discord's ban at 10,000. */
  invalidCalls(): number {
    const oldest = this.hub.now() - INVALID_WINDOW_MS;
    return this.hub.state.calls.filter(
      (call) => INVALID_STATUS.has(call.status) && Date.parse(call.at) > oldest,
    ).length;
  }
}

/** The stand-in's clock: the machine's or faster, so that tests need not wait for Discord's minutes. */
export class HastenedClock {
  private factor = 1;
  /** One instant on the machine's clock and on this clock. */
  private since: { machine: number; here: number };

  /** @param machine the machine's clock, ms since 1970 */
  constructor(private readonly machine: () => number = Date.now) {
    const now = machine();
    this.since = { machine: now, here: now };
  }

  /** The current time of this clock, ms since 1970. */
  readonly now = (): number => this.since.here + (this.machine() - this.since.machine) * this.factor;

  /** Makes this clock run `factor` times as fast as the machine's from now on. */
  hasten(factor: number): void {
    this.since = { machine: this.machine(), here: this.now() };
    this.factor = factor;
  }

  /** Converts a duration of this clock to one of the machine's, ms. */
  waitMs(ms: number): number {
    return ms / this.factor;
  }

  /** Converts an instant of this clock to one of the machine's, ms since 1970. */
  machineTime(at: number): number {
    return this.machine() + this.waitMs(at - this.now());
  }
}

/** A limit of calls per window, for each combination of the named address parts. */
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

/** Counts calls in fixed windows, each starting with its first call. */
export class RateLimiter {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly now: () => number) {}

  /** Counts one call if it fits; a call that does not fit is not counted. */
  take(rule: BucketRule, major: string): Verdict {
    const now = this.now();
    const key = `${rule.name} ${major}`;
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { used: 0, endsAt: now + rule.windowMs };
      this.windows.set(key, window);
      this.sweep(now);
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

  private sweep(now: number): void {
    if (this.windows.size < SWEEP_AT) return;
    for (const [key, window] of this.windows) if (window.endsAt <= now) this.windows.delete(key);
  }
}

/** The answer with which Discord refuses every call of the bot. */
export interface RefusalForm {
  readonly status: number;
  /** Wait that a 429 names, s. */
  readonly retryAfter: number;
}

/** A period in which all calls of the bot are refused; not kept over a restart. */
export class Refusal {
  private until = Number.NEGATIVE_INFINITY;
  private form: RefusalForm | undefined;

  constructor(private readonly now: () => number) {}

  /** Starts refusing calls, for this many seconds. */
  begin(seconds: number, form: RefusalForm): void {
    this.until = this.now() + seconds * 1_000;
    this.form = form;
  }

  /** The present refusal; undefined outside of a period. */
  current(): RefusalForm | undefined {
    return this.now() < this.until ? this.form : undefined;
  }
}

/** Where the stand-in keeps its state between starts. */
export interface StateStore {
  load(): Promise<unknown>;
  /** Marks the state as changed; the store writes it later. */
  save(state: DiscordState): void;
}

export interface DiscordStandInOptions {
  readonly world: DiscordWorld;
  readonly botToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The shop's public address; redirects go only to `{publicUrl}/api/auth/discord/callback`. */
  readonly publicUrl: string;
  /** Path at which the stand-in is mounted, for example `/discord`. */
  readonly basePath: string;
  readonly store: StateStore;
  readonly faults: FaultRegistry;
  /** Clock, in ms since 1970; the system's by default. */
  readonly clock?: () => number;
  /** Time for an application's first answer to an interaction, ms; Discord's 3,000 by default. */
  readonly firstAnswerMs?: number;
}

/** Shared state and services of all parts of the stand-in. */
export interface DiscordContext {
  readonly options: DiscordStandInOptions;
  readonly hub: Hub;
  readonly log: CallLog;
  readonly limiter: RateLimiter;
  readonly clock: HastenedClock;
  readonly refusal: Refusal;
  /** The refusal of opening direct channels. */
  readonly openings: Refusal;
}

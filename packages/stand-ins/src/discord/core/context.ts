import type { Hub } from './hub.js';
import type { CallRow, DiscordState } from './state.js';
import type { FaultRegistry } from '../../faults.js';
import type { DiscordWorld } from '../../fixed-ids.js';
import type { AcceleratedClock } from './clock.js';
import type { RateLimiter } from './rate-limiter.js';

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

/** The answer by which Discord refuses every call of the bot. */
export interface RefusalForm {
  readonly status: number;
  /** Wait that a 429 names, s. */
  readonly retryAfter: number;
}

/** A period in which all calls of the bot are refused; a restart ends it. */
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

/** Storage of the stand-in's state between starts. */
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
  readonly clock: AcceleratedClock;
  readonly refusal: Refusal;
  /** Period in which opening direct channels is refused. */
  readonly directChannelRefusal: Refusal;
}

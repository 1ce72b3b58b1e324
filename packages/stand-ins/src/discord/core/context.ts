import type { Hub } from './hub.js';
import type { CallRow, DiscordState } from './state.js';
import type { FaultRegistry } from '../../faults.js';
import type { DiscordWorld } from '../../fixed-ids.js';
import type { AcceleratedClock } from './clock.js';
import type { RateLimiter } from './rate-limiter.js';

const KEPT_CALLS = 5000;
const INVALID_WINDOW_MS = 10 * 60_000;
const INVALID_STATUS = new Set([401, 403, 429]);

/** Log of REST calls, in which tests count messages, nonces and pings. At least the last 5,000 calls are kept. */
export class CallLog {
  constructor(private readonly hub: Hub) {}

  add(call: Omit<CallRow, 'seq' | 'at'>): void {
    const { state } = this.hub;
    state.callSeq += 1;
    state.calls.push({ seq: state.callSeq, at: new Date(this.hub.now()).toISOString(), ...call });
    if (state.calls.length > KEPT_CALLS + 500) state.calls.splice(0, state.calls.length - KEPT_CALLS);
  }

  /** Calls with a number above `since`, oldest first. */
  listCallsSince(since: number): CallRow[] {
    return this.hub.state.calls.filter((call) => call.seq > since);
  }

  /** Number of refused calls in the last ten minutes, of which Discord allows 10,000 before it bans the address. */
  invalidCalls(): number {
    const oldest = this.hub.now() - INVALID_WINDOW_MS;
    return this.hub.state.calls.filter(
      (call) => INVALID_STATUS.has(call.status) && Date.parse(call.at) > oldest,
    ).length;
  }
}

/** Answer by which Discord refuses every call of the bot. */
export interface RefusalForm {
  readonly status: number;
  /** Wait that a 429 answer names, s. */
  readonly retryAfter: number;
}

/** A period in which all calls of the bot are refused; ends when the stand-in restarts. */
export class Refusal {
  private until = Number.NEGATIVE_INFINITY;
  private form: RefusalForm | undefined;

  constructor(private readonly now: () => number) {}

  /** Starts to refuse calls, for the given number of seconds. */
  beginRefusal(seconds: number, form: RefusalForm): void {
    this.until = this.now() + seconds * 1_000;
    this.form = form;
  }

  /** The present refusal; undefined while calls are allowed. */
  current(): RefusalForm | undefined {
    return this.now() < this.until ? this.form : undefined;
  }
}

/** Stores the state of the stand-in between starts. */
export interface StateStore {
  load(): Promise<unknown>;
  /** Marks the state as changed; the store writes it to disk later. */
  save(state: DiscordState): void;
}

export interface DiscordStandInOptions {
  readonly world: DiscordWorld;
  readonly botToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Address of the shop's website; redirects lead to `{publicUrl}/api/auth/discord/callback` only. */
  readonly publicUrl: string;
  /** Path at which the stand-in is mounted, for example `/discord`. */
  readonly basePath: string;
  readonly store: StateStore;
  readonly faults: FaultRegistry;
  /** Clock, in ms since 1970; default: the system's. */
  readonly clock?: () => number;
  /** Time limit for an application's first answer to an interaction, ms; default: Discord's 3,000. */
  readonly firstAnswerMs?: number;
}

/** Shared state and services, passed to all parts of the Discord stand-in. */
export interface DiscordContext {
  readonly options: DiscordStandInOptions;
  readonly hub: Hub;
  readonly log: CallLog;
  readonly limiter: RateLimiter;
  readonly clock: AcceleratedClock;
  readonly refusal: Refusal;
  /** Period in which the bot may not open direct message channels. */
  readonly directChannelRefusal: Refusal;
}

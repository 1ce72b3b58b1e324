import type { FaultRegistry } from '../../faults/fault-registry.js';
import type { DiscordWorld } from '../../identity.js';
import type { CallLog } from './call-log.js';
import type { HastenedClock } from './hastened-clock.js';
import type { Hub } from './hub.js';
import type { RateLimiter } from './rate-limiter.js';
import type { Refusal } from './refusal.js';
import type { DiscordState } from './state.js';

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

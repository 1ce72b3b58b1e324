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
  /** Takes note that the state changed; writes it when it likes. */
  save(state: DiscordState): void;
}

export interface DiscordStandInOptions {
  readonly world: DiscordWorld;
  readonly botToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The shop's own address: redirects go to `{publicUrl}/api/auth/discord/callback` and nowhere else. */
  readonly publicUrl: string;
  /** Where the stand-in is mounted, for example `/discord`. */
  readonly basePath: string;
  readonly store: StateStore;
  readonly faults: FaultRegistry;
  /** Milliseconds since 1970; the system's clock by default. */
  readonly clock?: () => number;
  /** How long an application has for its first answer to an interaction; Discord's 3,000 by default. */
  readonly firstAnswerMs?: number;
}

/** What every part of the stand-in works with. */
export interface DiscordContext {
  readonly options: DiscordStandInOptions;
  readonly hub: Hub;
  readonly log: CallLog;
  readonly limiter: RateLimiter;
  readonly clock: HastenedClock;
  readonly refusal: Refusal;
  /** When no direct channels are opened. */
  readonly openings: Refusal;
}

import { DiscordAPIError, RateLimitError } from 'discord.js';
import { reasonOf } from './logger.js';

const UNKNOWN_MESSAGE = 10_008;
/** Waited where Discord names no time, and added where it does, so that the limit is never hit twice in a row. */
const RATE_LIMIT_MARGIN_MS = 250;

/** What a failed call to Discord means for what comes next. */
export type DiscordFailure =
  /** Come again after this time. */
  | { kind: 'rate-limited'; waitMs: number }
  /** The content is wrong and always will be. */
  | { kind: 'refused'; reason: string }
  /** The channel is out of reach: gone, or no permission. */
  | { kind: 'blocked'; reason: string }
  /** The message was deleted. */
  | { kind: 'gone' }
  /** The token is no longer good. */
  | { kind: 'unauthorized'; reason: string }
  /** Nobody knows whether it was done: time-out, broken line, 5xx. */
  | { kind: 'unreachable'; reason: string };

/** Sorts whatever the library threw. */
export function discordFailure(error: unknown): DiscordFailure {
  if (error instanceof RateLimitError) {
    const waitMs = Math.max(error.retryAfter, error.timeToReset, 0);
    return { kind: 'rate-limited', waitMs: waitMs + RATE_LIMIT_MARGIN_MS };
  }
  if (!(error instanceof DiscordAPIError)) return { kind: 'unreachable', reason: reasonOf(error) };
  const reason = `${error.status} ${error.code}: ${error.message}`.slice(0, 500);
  if (error.status === 401) return { kind: 'unauthorized', reason };
  if (error.code === UNKNOWN_MESSAGE) return { kind: 'gone' };
  if (error.status === 403 || error.status === 404) return { kind: 'blocked', reason };
  // Only a 400 with Discord's own code is about the content; a proxy's is not.
  if ((error.status === 400 || error.status === 413) && typeof error.code === 'number')
    return { kind: 'refused', reason };
  return { kind: 'unreachable', reason };
}

import { DiscordAPIError, RateLimitError } from 'discord.js';
import { z } from 'zod';
import { ANSWERED_BY_DISCORD, TOO_MANY_OLD_EDITS } from './rest.js';
import { reasonOf, type LogFields } from '../logger.js';

const UNKNOWN_CHANNEL = 10_003;
export const THREAD_IS_ARCHIVED = 50_083;
/** Discord's error codes for a message that was deleted, or that another application sent. */
const MESSAGE_GONE_CODES: readonly unknown[] = [10_008, 50_005];
/**
 * Error codes of a 400 answer that blame the channel instead of the content: not a text channel, or an archived thread.
 */
const UNUSABLE_CHANNEL_CODES: readonly unknown[] = [50_008, 50_024, THREAD_IS_ARCHIVED];
/**
 * Error codes with which Discord refuses all calls of the bot for a while, such as a flagged, blocked or overloaded
 * bot.
 */
const TEMPORARY_REFUSAL_CODES: readonly unknown[] = [
  20_026, 40_003, 40_004, 40_006, 40_333, 110_001, 130_000,
];
const TEMPORARY_REFUSAL_WAIT_MS = 60_000;
/** Extra time added to the wait of every rate limit, ms, so that the bot does not hit the same limit again. */
const RATE_LIMIT_MARGIN_MS = 250;

/** Wait between edits of old messages, ms, when Discord names no wait. */
const OLD_EDIT_WAIT_MS = 300_000;
const oldEditLimit = z.object({ retry_after: z.number().positive() });

function getOldEditWaitMs({ rawError }: DiscordAPIError): number {
  const named = oldEditLimit.safeParse(rawError).data;
  return named ? named.retry_after * 1_000 + RATE_LIMIT_MARGIN_MS : OLD_EDIT_WAIT_MS;
}

/** Kinds of failed Discord calls, one for each reaction that the bot needs. */
export type DiscordFailure =
  /**
   * Retry after the wait. `sublimit`: the limit applies to one call only; `oldEdits`: limit of edits of messages older
   * than an hour; `byBot`: the bot knew the limit and did not call.
   */
  | { kind: 'rate-limited'; waitMs: number; sublimit?: true; oldEdits?: true; byBot?: true }
  /** Discord refuses the whole bot for a while without naming a time; retry after the given wait. */
  | { kind: 'restricted'; waitMs: number; reason: string }
  /** The content is invalid, so a retry cannot help. */
  | { kind: 'refused'; reason: string }
  /** The channel is deleted or of the wrong kind, or the bot lacks permission. */
  | { kind: 'blocked'; reason: string }
  /** The message was deleted, or the bot may not edit it. */
  | { kind: 'gone'; reason: string }
  /** The bot's token is no longer valid. */
  | { kind: 'unauthorized'; reason: string }
  /** The outcome is unknown, because of a time-out, a broken connection or a 5xx answer. */
  | { kind: 'unreachable'; reason: string };

/** True when Discord answers that the channel does not exist. */
export const isUnknownChannelError = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === UNKNOWN_CHANNEL;

/** Discord's own code of an error, or the text of a proxy's error; undefined when there was neither. */
export const readDiscordErrorCode = (error: unknown): number | string | undefined =>
  error instanceof DiscordAPIError ? error.code : undefined;

/** Classifies an error of discord.js; a temporary refusal does not blame the content. */
export function classifyDiscordError(error: unknown): DiscordFailure {
  if (error instanceof RateLimitError) {
    const waitMs = Math.max(error.retryAfter, error.timeToReset, 0);
    const sublimit = error.sublimitTimeout > 0 && !error.global;
    const scope: string = error.scope;
    return {
      kind: 'rate-limited',
      waitMs: waitMs + RATE_LIMIT_MARGIN_MS,
      ...(sublimit && { sublimit }),
      ...(scope !== ANSWERED_BY_DISCORD && { byBot: true }),
    };
  }
  if (!(error instanceof DiscordAPIError)) return { kind: 'unreachable', reason: reasonOf(error) };
  const reason = `${error.status} ${error.code}: ${error.message}`.slice(0, 500);
  if (error.status === 401) return { kind: 'unauthorized', reason };
  if (TEMPORARY_REFUSAL_CODES.includes(error.code))
    return { kind: 'restricted', waitMs: TEMPORARY_REFUSAL_WAIT_MS, reason };
  if (MESSAGE_GONE_CODES.includes(error.code)) return { kind: 'gone', reason };
  if (error.code === TOO_MANY_OLD_EDITS)
    return { kind: 'rate-limited', waitMs: getOldEditWaitMs(error), sublimit: true, oldEdits: true };
  if (error.status === 403 || error.status === 404 || UNUSABLE_CHANNEL_CODES.includes(error.code))
    return { kind: 'blocked', reason };
  // Only a 400 with a code of Discord blames the content; a 400 without one comes from a proxy.
  if ((error.status === 400 || error.status === 413) && typeof error.code === 'number')
    return { kind: 'refused', reason };
  return { kind: 'unreachable', reason };
}

/** Classifies an error of a call that names no message; "unknown message" then means that the channel is unusable. */
export function classifySendError(error: unknown): DiscordFailure {
  const failure = classifyDiscordError(error);
  return failure.kind === 'gone' ? { ...failure, kind: 'blocked' } : failure;
}

/** Log fields that explain a failed call: kind, Discord's code, reason, and whether the bot itself refused the call. */
export function createFailureLogFields(error: unknown, failure: DiscordFailure): LogFields {
  const { kind } = failure;
  const reason = 'reason' in failure ? failure.reason : undefined;
  const byBot = 'byBot' in failure ? failure.byBot : undefined;
  return { kind, code: readDiscordErrorCode(error), reason, byBot };
}

import { DiscordAPIError, RateLimitError } from 'discord.js';
import { z } from 'zod';
import { ANSWERED_BY_DISCORD, TOO_MANY_OLD_EDITS } from './rest.js';
import { reasonOf, type LogFields } from '../logger.js';

const UNKNOWN_CHANNEL = 10_003;
/** Discord's codes for a message that was deleted, or sent by another application. */
const MESSAGE_GONE_CODES: readonly unknown[] = [10_008, 50_005];
/** Codes of a 400 about the channel, not the content: not a text channel, or an archived thread. */
const UNUSABLE_CHANNEL_CODES: readonly unknown[] = [50_008, 50_024, 50_083];
/**
 * Codes with which Discord refuses the whole bot for a while: flagged, channels opened too fast, sending or a feature
 * disabled, blocked, not available yet, overloaded.
 */
const TEMPORARY_REFUSAL_CODES: readonly unknown[] = [
  20_026, 40_003, 40_004, 40_006, 40_333, 110_001, 130_000,
];
const TEMPORARY_REFUSAL_WAIT_MS = 60_000;
/** Margin added to the wait of every rate limit, so that the limit is not hit twice in a row, ms. */
const RATE_LIMIT_MARGIN_MS = 250;

/** Wait between edits of old messages when Discord names none, ms. */
const OLD_EDIT_WAIT_MS = 300_000;
const oldEditLimit = z.object({ retry_after: z.number().positive() });

function oldEditWaitMs({ rawError }: DiscordAPIError): number {
  const named = oldEditLimit.safeParse(rawError).data;
  return named ? named.retry_after * 1_000 + RATE_LIMIT_MARGIN_MS : OLD_EDIT_WAIT_MS;
}

/** Kinds of failed Discord calls, by the reaction that each needs. */
export type DiscordFailure =
  /**
   * Retry after this wait. `sublimit`: the limit applies to this call only, not to its route; `oldEdits`: the limit
   * of edits of messages older than an hour; `byBot`: the bot did not call, because it knows the limit.
   */
  | { kind: 'rate-limited'; waitMs: number; sublimit?: true; oldEdits?: true; byBot?: true }
  /** Discord refuses the whole bot for a while, but names no time; retry after this wait. */
  | { kind: 'restricted'; waitMs: number; reason: string }
  /** The content is invalid; a retry cannot help. */
  | { kind: 'refused'; reason: string }
  /** The channel is deleted or of the wrong kind, or the bot lacks permission. */
  | { kind: 'blocked'; reason: string }
  /** The message was deleted, or this bot may not edit it. */
  | { kind: 'gone'; reason: string }
  /** The token is no longer valid. */
  | { kind: 'unauthorized'; reason: string }
  /** The outcome is unknown: time-out, broken connection, 5xx. */
  | { kind: 'unreachable'; reason: string };

/** True when Discord answers that the channel does not exist. */
export const isUnknownChannelError = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === UNKNOWN_CHANNEL;

/** Discord's own code of an error, or a proxy's text; undefined when Discord gave none. */
export const discordErrorCode = (error: unknown): number | string | undefined =>
  error instanceof DiscordAPIError ? error.code : undefined;

/** Classifies an error of the library; a temporary refusal is not a fault of the content. */
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
    return { kind: 'rate-limited', waitMs: oldEditWaitMs(error), sublimit: true, oldEdits: true };
  if (error.status === 403 || error.status === 404 || UNUSABLE_CHANNEL_CODES.includes(error.code))
    return { kind: 'blocked', reason };
  // Only a 400 with Discord's own code is about the content; a proxy's is not.
  if ((error.status === 400 || error.status === 413) && typeof error.code === 'number')
    return { kind: 'refused', reason };
  return { kind: 'unreachable', reason };
}

/**
 * Classifies an error of a call that names no message, so that Discord's answer about a missing message concerns the
 * channel.
 */
export function classifySendError(error: unknown): DiscordFailure {
  const failure = classifyDiscordError(error);
  return failure.kind === 'gone' ? { ...failure, kind: 'blocked' } : failure;
}

/** The fields by which the log explains a failed call: kind, Discord's code, reason, and whether the bot refused it. */
export function failureLogFields(error: unknown, failure: DiscordFailure): LogFields {
  const { kind } = failure;
  const reason = 'reason' in failure ? failure.reason : undefined;
  const byBot = 'byBot' in failure ? failure.byBot : undefined;
  return { kind, code: discordErrorCode(error), reason, byBot };
}

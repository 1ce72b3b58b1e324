import type { DirectOutcome } from '@pax/contracts';
import { DiscordAPIError, RateLimitError } from 'discord.js';
import type { DiscordFailure } from '../core/discord-failure.js';

/** Discord's codes for a person who can't be written to: closed messages, no server in common, no such person. */
const CLOSED: readonly unknown[] = [50_007, 50_278, 10_013];
/** Discord's codes for a channel of another application, or none. */
const NOT_OURS: readonly unknown[] = [10_003, 50_001];
/** Wait after a refusal that is not about the person, ms: the bot itself may be held back. */
const REFUSED_WAIT_MS = 600_000;
const UNREACHABLE_WAIT_MS = 2_000;

/** What a failed try means for the message; a known channel may be that of an application before. */
export function directOutcomeOf(
  error: unknown,
  failure: DiscordFailure,
  isChannelKnown: boolean,
): DirectOutcome {
  if (error instanceof DiscordAPIError && CLOSED.includes(error.code)) return { kind: 'closed' };
  if (isChannelKnown && error instanceof DiscordAPIError && NOT_OURS.includes(error.code))
    return { kind: 'later', waitMs: UNREACHABLE_WAIT_MS, isChannelLost: true };
  switch (failure.kind) {
    case 'refused':
      return { kind: 'refused', reason: failure.reason };
    case 'rate-limited':
      return { kind: 'later', waitMs: Math.min(3_600_000, Math.ceil(failure.waitMs)) };
    case 'blocked':
    case 'gone':
      return { kind: 'later', waitMs: REFUSED_WAIT_MS };
    default:
      return { kind: 'later', waitMs: UNREACHABLE_WAIT_MS };
  }
}

/** Whether the failure is of everybody's messages: a limit of the bot or of opening channels, Discord out of reach. */
export function isOfEverybody(error: unknown, failure: DiscordFailure): boolean {
  if (error instanceof RateLimitError) return error.global || error.route.startsWith('/users/');
  return ['unreachable', 'unauthorized', 'rate-limited'].includes(failure.kind);
}

import type { DiscordProblem } from '@pax/contracts';
import type { z } from 'zod';

/** Problems of the Discord set-up that only an operator can fix. */
export type SetupProblem = Extract<DiscordProblem, 'GUILD_UNKNOWN' | 'TOKEN_REFUSED' | 'BOT_GUILD_UNKNOWN'>;

/** Discord gave no usable answer: it is unreachable, slow, rate-limits the shop, or refuses the shop's calls. */
export class DiscordUnavailableError extends Error {}

/** Discord does not know the shop's server or refuses the bot's token, so nothing is known about any member. */
export class DiscordSetupError extends DiscordUnavailableError {
  constructor(
    readonly problem: SetupProblem,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/**
 * Discord refused one call, with an error code. Callers that do not check the code treat Discord as unavailable.
 */
export class DiscordRefusal extends DiscordUnavailableError {
  constructor(
    message: string,
    readonly code: number,
  ) {
    super(message);
  }
}

/** Error codes of Discord, as its documentation numbers them. */
export const DISCORD_CODE = {
  unknownGuild: 10_004,
  unknownMember: 10_007,
  unknownUser: 10_013,
  serversFull: 30_001,
  banned: 40_007,
  missingAccess: 50_001,
  personsToken: 50_025,
  missingScope: 50_026,
} as const;

/** Tells whether Discord answered that a person is not a member of the shop's server. */
export function isNoMember(error: unknown): boolean {
  const codes: number[] = [DISCORD_CODE.unknownMember, DISCORD_CODE.unknownUser];
  return error instanceof DiscordRefusal && codes.includes(error.code);
}

/**
 * Parses an answer of Discord by a schema.
 * @throws DiscordUnavailableError for an answer that does not match
 */
export function parseAnswer<T extends z.ZodType>(answer: unknown, schema: T): z.output<T> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new DiscordUnavailableError('Discord sent an answer of another form');
  return parsed.data;
}

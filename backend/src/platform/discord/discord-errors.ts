import type { DiscordProblem } from '@pax/contracts';
import type { z } from 'zod';

/** Problems that only an operator can fix. */
export type SetupProblem = Extract<DiscordProblem, 'GUILD_UNKNOWN' | 'TOKEN_REFUSED' | 'BOT_GUILD_UNKNOWN'>;

/** Discord gave no usable answer: unreachable, slow, limiting us, or refusing us. */
export class DiscordUnavailableError extends Error {}

/** Discord does not know our server or refuses our token: nothing is known of any member. */
export class DiscordSetupError extends DiscordUnavailableError {
  constructor(
    readonly problem: SetupProblem,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** Discord refused one call, with its error code; callers that ignore the code treat it as unavailable. */
export class DiscordRefusal extends DiscordUnavailableError {
  constructor(
    message: string,
    readonly code: number,
  ) {
    super(message);
  }
}

/** Discord's codes, as its documentation numbers them. */
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

/** Tells whether Discord answered that a person is no member of the shop's server. */
export function isNoMember(error: unknown): boolean {
  const codes: number[] = [DISCORD_CODE.unknownMember, DISCORD_CODE.unknownUser];
  return error instanceof DiscordRefusal && codes.includes(error.code);
}

/** Parses an answer of Discord by the schema that the shop reads. @throws DiscordUnavailableError for another form */
export function parseAnswer<T extends z.ZodType>(answer: unknown, schema: T): z.output<T> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new DiscordUnavailableError('Discord sent an answer of another form');
  return parsed.data;
}

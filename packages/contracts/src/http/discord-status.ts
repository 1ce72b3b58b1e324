import { z } from 'zod';
import { doctorView } from './discord-doctor.js';

/**
 * Problems with Discord for the status page, which has the texts. `GUILD_UNKNOWN`, `TOKEN_REFUSED` and `DISCORD_AWAY`
 * come from Discord's answers to the shop itself, `BOT_GUILD_UNKNOWN` from the bot's settings.
 */
export const DISCORD_PROBLEMS = [
  'NOT_SET_UP',
  'GUILD_UNKNOWN',
  'TOKEN_REFUSED',
  'DISCORD_AWAY',
  'BOT_AWAY',
  'BOT_GATEWAY_AWAY',
  'BOT_LOGINS_SPENT',
  'BOT_GUILD_UNKNOWN',
  'COMMANDS_FAILED',
  'LINKED_ROLES_UNKNOWN',
  'INTENTS_REFUSED',
  'INTENTS_IDLE',
  'EVENTS_UNREADABLE',
] as const;
export type DiscordProblem = (typeof DISCORD_PROBLEMS)[number];

/** GET /api/admin/discord/status. `detail` is Discord's answer, a count or an instant, depending on the problem. */
export const discordStatusAnswer = z.object({
  connected: z.boolean(),
  problems: z.array(z.object({ code: z.enum(DISCORD_PROBLEMS), detail: z.string().optional() })),
  /** The bot's report on its server; absent without one. */
  doctor: doctorView.optional(),
});
export type DiscordStatusAnswer = z.infer<typeof discordStatusAnswer>;

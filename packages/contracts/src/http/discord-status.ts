import { z } from 'zod';
import { doctorView } from './discord-doctor.js';

/**
 * What can be wrong with Discord, for the status page; the words are the page's. `GUILD_UNKNOWN`, `TOKEN_REFUSED` and
 * `DISCORD_AWAY` are what the shop itself was answered, `BOT_GUILD_UNKNOWN` is the bot's own set-up.
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

/** GET /api/admin/discord/status. `detail` is Discord's own answer, a count, or an instant, as the problem has it. */
export const discordStatusAnswer = z.object({
  connected: z.boolean(),
  problems: z.array(z.object({ code: z.enum(DISCORD_PROBLEMS), detail: z.string().optional() })),
  /** What the bot sees on the server; left out while no bot reports it. */
  doctor: doctorView.optional(),
});
export type DiscordStatusAnswer = z.infer<typeof discordStatusAnswer>;

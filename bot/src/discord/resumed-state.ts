import {
  Routes,
  type GatewayGuildCreateDispatchData,
  type GatewayReadyDispatchData,
  type REST,
} from 'discord.js';
import { z } from 'zod';
import { createCallSignal } from './channel-messages.js';
import { classifyDiscordError } from './failure.js';

const record = z.looseObject({});
const user = z.looseObject({ id: z.string() });
const threads = z.looseObject({ threads: z.array(record).default([]) });
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const readyData = z.custom<GatewayReadyDispatchData>(isObject);
const guildData = z.custom<GatewayGuildCreateDispatchData>(isObject);

/** The bot's user, application and server, in the form of Discord's events READY and GUILD_CREATE. */
export interface ResumedState {
  ready: GatewayReadyDispatchData;
  /** Undefined when the bot is not a member of the server. */
  guild: GatewayGuildCreateDispatchData | undefined;
}

type Get = (route: `/${string}`) => Promise<unknown>;

/**
 * Reads the bot's user and server by REST, since Discord does not send them again to a resumed session.
 * @throws DiscordAPIError and others
 */
export async function readResumedState(
  rest: REST,
  guildId: string,
  signal: AbortSignal,
): Promise<ResumedState> {
  const getFromDiscord: Get = (route) => rest.get(route, { signal: createCallSignal(signal) });
  const me = user.parse(await getFromDiscord(Routes.user()));
  const application = record.parse(await getFromDiscord('/applications/@me'));
  const guild = await readGuild(getFromDiscord, guildId, me.id);
  const guilds = guild ? [{ id: guildId, unavailable: true }] : [];
  return { ready: readyData.parse({ v: 10, user: me, application, guilds }), guild };
}

async function readGuild(get: Get, guildId: string, botId: string): Promise<ResumedState['guild']> {
  try {
    const guild = record.parse(await get(Routes.guild(guildId)));
    const channels = z.array(record).parse(await get(Routes.guildChannels(guildId)));
    const active = threads.parse(await get(Routes.guildActiveThreads(guildId)));
    const me = record.parse(await get(Routes.guildMember(guildId, botId)));
    const missing = { voice_states: [], presences: [], stage_instances: [], guild_scheduled_events: [] };
    const whole = { ...missing, ...guild, members: [me], channels, threads: active.threads };
    return guildData.parse({ ...whole, unavailable: false });
  } catch (error) {
    if (classifyDiscordError(error).kind === 'blocked') return undefined;
    throw error;
  }
}

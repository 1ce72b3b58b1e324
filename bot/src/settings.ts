import { randomBytes } from 'node:crypto';
import type { ChannelIds } from '@pax/contracts';
import {
  origin,
  databaseUrl,
  findProductionFaults,
  readEnvironment,
  redisUrl,
  findSameRoleFaults,
  snowflake,
  webAddress,
} from '@pax/contracts/settings';
import { z } from 'zod';
import { failpoints } from './failpoints.js';

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  FAILPOINTS: failpoints.setting.optional(),
  DISCORD_API_URL: webAddress.default('https://discord.com/api'),
  DISCORD_TOKEN: z.string().min(10),
  DISCORD_CLIENT_ID: snowflake,
  DISCORD_GUILD_ID: snowflake,
  DISCORD_CHANNEL_ORDERS: snowflake,
  DISCORD_CHANNEL_HISTORY: snowflake,
  DISCORD_CHANNEL_STOCK: snowflake,
  DISCORD_CHANNEL_ERROR: snowflake,
  DISCORD_CHANNEL_TICKETS: snowflake.optional(),
  DISCORD_CHANNEL_WELCOME: snowflake.optional(),
  DISCORD_CHANNEL_PURCHASES: snowflake.optional(),
  DISCORD_CHANNEL_RESTOCKS: snowflake.optional(),
  DISCORD_STAFF_ROLE_ID: snowflake.optional(),
  DISCORD_VIP_ROLE_ID: snowflake.optional(),
  JOIN_REWARD: z.enum(['on', 'off']).optional(),
  DISCORD_STAFF_PING: z.union([z.enum(['on', 'off']), snowflake]).optional(),
  DISCORD_MEMBERS_INTENT: z.enum(['on', 'off']).default('off'),
  DISCORD_MESSAGE_CONTENT_INTENT: z.enum(['on', 'off']).default('off'),
  BACKEND_URL: webAddress.default('http://127.0.0.1:3000'),
  BOT_API_TOKEN: z.string().min(16),
  PUBLIC_URL: origin.optional(),
  REDIS_URL: redisUrl.optional(),
  QUEUE_URL: redisUrl.or(databaseUrl).optional(),
  BOT_INSTANCE_ID: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional(),
});
type Environment = z.infer<typeof environment>;

/**
 * Keys with stricter rules in production; the backend's address is not among them, since it may be in a private
 * network.
 */
const PRODUCTION_KEYS = {
  ownSecrets: ['BOT_API_TOKEN'],
  thirdPartySecrets: ['DISCORD_TOKEN'],
  providerAddresses: ['DISCORD_API_URL'],
} as const satisfies Record<string, readonly (keyof Environment)[]>;

/** Finds contradictions between settings: values meant for local runs only, and settings that need each other. */
const findFaultsBetweenKeys = (env: Environment): string[] => [
  ...findProductionFaults(env, PRODUCTION_KEYS),
  ...(env.DISCORD_STAFF_PING === 'on' && env.DISCORD_STAFF_ROLE_ID === undefined
    ? ['DISCORD_STAFF_PING: "on" needs DISCORD_STAFF_ROLE_ID']
    : []),
  ...findSameRoleFaults(env),
];

function parseRoleToPing(env: Environment): string | undefined {
  if (env.DISCORD_STAFF_PING === undefined || env.DISCORD_STAFF_PING === 'off') return undefined;
  return env.DISCORD_STAFF_PING === 'on' ? env.DISCORD_STAFF_ROLE_ID : env.DISCORD_STAFF_PING;
}

function channelIds(env: Environment): ChannelIds {
  return {
    orders: env.DISCORD_CHANNEL_ORDERS,
    history: env.DISCORD_CHANNEL_HISTORY,
    stock: env.DISCORD_CHANNEL_STOCK,
    error: env.DISCORD_CHANNEL_ERROR,
    tickets: env.DISCORD_CHANNEL_TICKETS ?? env.DISCORD_CHANNEL_ORDERS,
    purchases: env.DISCORD_CHANNEL_PURCHASES,
    restocks: env.DISCORD_CHANNEL_RESTOCKS,
  };
}

function buildSettings(env: Environment) {
  return Object.freeze({
    logLevel: env.LOG_LEVEL,
    failpoints: env.FAILPOINTS ?? [],
    /** Name of the bot for the lease; after a restart, a bot of the same name gets its own lease back at once. */
    instanceId: env.BOT_INSTANCE_ID ?? `bot-${randomBytes(12).toString('hex')}`,
    discord: {
      apiUrl: env.DISCORD_API_URL.replace(/\/+$/, ''),
      token: env.DISCORD_TOKEN,
      clientId: env.DISCORD_CLIENT_ID,
      guildId: env.DISCORD_GUILD_ID,
      channels: channelIds(env),
      /** Channel in which newcomers are welcomed; undefined when they are not. */
      welcomeChannelId: env.DISCORD_CHANNEL_WELCOME,
      staffRoleId: env.DISCORD_STAFF_ROLE_ID,
      /** Role that the shop gives to VIPs; the bot only checks that it could assign the role. */
      vipRoleId: env.DISCORD_VIP_ROLE_ID,
      /** Privileged intents to request; an operator must also switch each on in Discord's developer portal. */
      intents: {
        members: env.DISCORD_MEMBERS_INTENT === 'on',
        messageContent: env.DISCORD_MESSAGE_CONTENT_INTENT === 'on',
      },
      /** The only role that a post may mention; undefined for none. */
      staffPing: parseRoleToPing(env),
    },
    /** True when the shop rewards joining the server. */
    joinReward: env.JOIN_REWARD !== 'off',
    backend: { url: env.BACKEND_URL.replace(/\/+$/, ''), token: env.BOT_API_TOKEN },
    /** Base address of the shop's website. */
    publicUrl: (env.PUBLIC_URL ?? env.BACKEND_URL).replace(/\/+$/, ''),
    queueUrl: env.QUEUE_URL ?? env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  });
}
export type Settings = ReturnType<typeof buildSettings>;

/** Substitute values for missing required settings, so that rules between settings can be checked anyway. */
const PLACEHOLDERS = {
  DISCORD_TOKEN: 'missing, and already reported',
  DISCORD_CLIENT_ID: '100000000000000000',
  DISCORD_GUILD_ID: '100000000000000000',
  DISCORD_CHANNEL_ORDERS: '100000000000000000',
  DISCORD_CHANNEL_HISTORY: '100000000000000000',
  DISCORD_CHANNEL_STOCK: '100000000000000000',
  DISCORD_CHANNEL_ERROR: '100000000000000000',
  BOT_API_TOKEN: 'missing, and already reported',
};

/** Reads and checks the environment; no other code reads it. @throws SettingsError naming every wrong key */
export const readSettings = (env: NodeJS.ProcessEnv = process.env): Settings =>
  buildSettings(readEnvironment(environment, env, findFaultsBetweenKeys, PLACEHOLDERS));

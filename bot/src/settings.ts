import { randomBytes } from 'node:crypto';
import type { Channel } from '@pax/contracts';
import { z } from 'zod';
import { FAILPOINTS, readFailpoints } from './core/failpoints.js';

const snowflake = z.string().regex(/^\d{17,20}$/, 'must be a Discord id');
const webAddress = z.url({ protocol: /^https?$/ });
/** An empty variable counts as absent, so that `KEY=` in an env file switches a key off. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const failpoints = z.string().transform((value, context) => {
  const armed = readFailpoints(value);
  if (armed) return armed;
  context.addIssue(
    `has to be name=kill or name=kill@n, with commas in between; names: ${FAILPOINTS.join(', ')}`,
  );
  return z.NEVER;
});

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  FAILPOINTS: optional(failpoints),
  DISCORD_API_URL: webAddress.default('https://discord.com/api'),
  DISCORD_TOKEN: z.string().min(10),
  DISCORD_CLIENT_ID: snowflake,
  DISCORD_GUILD_ID: snowflake,
  DISCORD_CHANNEL_ORDERS: snowflake,
  DISCORD_CHANNEL_HISTORY: snowflake,
  DISCORD_CHANNEL_STOCK: snowflake,
  DISCORD_CHANNEL_ERROR: snowflake,
  DISCORD_CHANNEL_TICKETS: optional(snowflake),
  DISCORD_STAFF_ROLE_ID: optional(snowflake),
  JOIN_REWARD: optional(z.enum(['on', 'off'])),
  DISCORD_STAFF_PING: optional(z.union([z.enum(['on', 'off']), snowflake])),
  BACKEND_URL: webAddress.default('http://127.0.0.1:3000'),
  BOT_API_TOKEN: z.string().min(16),
  PUBLIC_URL: optional(webAddress),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//)),
  QUEUE_URL: optional(z.string().regex(/^(rediss?|postgres(ql)?):\/\//)),
  BOT_INSTANCE_ID: optional(z.string().regex(/^[\w-]{8,64}$/)),
});
type Environment = z.infer<typeof environment>;

const isLoopback = (address: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);

/** Rules between keys: what may only run on one's own machine, and which keys need each other. */
function faultsBetween(env: Environment): string[] {
  const faults: string[] = [];
  if (env.NODE_ENV === 'production' && isLoopback(env.DISCORD_API_URL))
    faults.push('DISCORD_API_URL: a stand-in is for local runs only');
  if (env.NODE_ENV === 'production' && env.FAILPOINTS !== undefined)
    faults.push('FAILPOINTS: is refused in production');
  if (env.NODE_ENV === 'production' && env.QUEUE_URL?.startsWith('postgres'))
    faults.push('QUEUE_URL: the Postgres queue is for local runs only');
  if (env.DISCORD_STAFF_PING === 'on' && env.DISCORD_STAFF_ROLE_ID === undefined)
    faults.push('DISCORD_STAFF_PING: "on" needs DISCORD_STAFF_ROLE_ID');
  return faults;
}

function staffPing(env: Environment): string | undefined {
  if (env.DISCORD_STAFF_PING === undefined || env.DISCORD_STAFF_PING === 'off') return undefined;
  return env.DISCORD_STAFF_PING === 'on' ? env.DISCORD_STAFF_ROLE_ID : env.DISCORD_STAFF_PING;
}

function channelIds(env: Environment): Record<Channel, string> {
  return {
    orders: env.DISCORD_CHANNEL_ORDERS,
    history: env.DISCORD_CHANNEL_HISTORY,
    stock: env.DISCORD_CHANNEL_STOCK,
    error: env.DISCORD_CHANNEL_ERROR,
    tickets: env.DISCORD_CHANNEL_TICKETS ?? env.DISCORD_CHANNEL_ORDERS,
  };
}

function shape(env: Environment) {
  return Object.freeze({
    logLevel: env.LOG_LEVEL,
    failpoints: env.FAILPOINTS ?? [],
    /** Names this bot to the lease; a restart under the same name takes its own lease over at once. */
    instanceId: env.BOT_INSTANCE_ID ?? `bot-${randomBytes(12).toString('hex')}`,
    discord: {
      apiUrl: env.DISCORD_API_URL.replace(/\/+$/, ''),
      token: env.DISCORD_TOKEN,
      clientId: env.DISCORD_CLIENT_ID,
      guildId: env.DISCORD_GUILD_ID,
      channels: channelIds(env),
      staffRoleId: env.DISCORD_STAFF_ROLE_ID,
      /** The one role a post may mention, or undefined. */
      staffPing: staffPing(env),
    },
    /** Whether joining the server is rewarded. */
    joinReward: env.JOIN_REWARD !== 'off',
    backend: { url: env.BACKEND_URL.replace(/\/+$/, ''), token: env.BOT_API_TOKEN },
    /** The shop's address for people. */
    publicUrl: (env.PUBLIC_URL ?? env.BACKEND_URL).replace(/\/+$/, ''),
    queueUrl: env.QUEUE_URL ?? env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  });
}
export type Settings = ReturnType<typeof shape>;

/** Lists every wrong key at once, so that an operator mends them in one go. */
export class SettingsError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`settings are wrong: ${faults.join('; ')}`);
  }
}

/** Reads and checks the environment; the only place that does. @throws SettingsError naming every wrong key */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const parsed = environment.safeParse(env);
  if (!parsed.success)
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const faults = faultsBetween(parsed.data);
  if (faults.length > 0) throw new SettingsError(faults);
  return shape(parsed.data);
}

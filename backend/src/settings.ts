import { PAYMENT_METHODS } from '@pax/contracts';
import { z } from 'zod';
import { FAILPOINTS, readFailpoints } from './common/failpoints.js';

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const webAddress = z.url({ protocol: /^https?$/, error: 'has to be an http or https address' });
/** An origin: links, cookies and the check of who calls know nothing of paths. */
const origin = webAddress.refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
  error: 'has to be a scheme, a host and perhaps a port, and nothing else',
  when: ({ issues }) => issues.length === 0,
});
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\/./, 'has to start with postgres://');
const redisUrl = z.string().regex(/^rediss?:\/\/./, 'has to start with redis:// or rediss://');
const snowflake = z.string().regex(/^\d{17,20}$/, 'has to be a Discord id');
const failpoints = z.string().transform((value, context) => {
  const armed = readFailpoints(value);
  if (armed) return armed;
  context.addIssue(
    `has to be name=kill or name=kill@n, with commas in between; names: ${FAILPOINTS.join(', ')}`,
  );
  return z.NEVER;
});
const listOf = <T extends z.ZodType<string, string>>(entry: T) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(entry));

/** Every setting of the backend, by its name in the environment. Defaults stand beside their keys (OWN-222). */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl.optional(),
  QUEUE_URL: redisUrl.or(databaseUrl).optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  SESSION_SECRET: z.string(),
  ADMIN_DISCORD_IDS: listOf(snowflake).default([]),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  FAILPOINTS: failpoints.optional(),
  DISCORD_API_URL: webAddress.default('https://discord.com/api'),
  DISCORD_TOKEN: z.string().optional(),
  DISCORD_CLIENT_ID: snowflake.optional(),
  DISCORD_CLIENT_SECRET: z.string().optional(),
  DISCORD_GUILD_ID: snowflake.optional(),
  DISCORD_INVITE_URL: webAddress.optional(),
  DISCORD_STAFF_ROLE_ID: snowflake.optional(),
  DISCORD_VIP_ROLE_ID: snowflake.optional(),
  DISCORD_CHANNEL_ORDERS: snowflake.optional(),
  DISCORD_CHANNEL_HISTORY: snowflake.optional(),
  DISCORD_CHANNEL_STOCK: snowflake.optional(),
  DISCORD_CHANNEL_ERROR: snowflake.optional(),
  DISCORD_CHANNEL_TICKETS: snowflake.optional(),
  JOIN_REWARD: onOff.default(true),
  BOT_API_TOKEN: z.string().min(16).optional(),
  PAYMENT_METHODS: listOf(z.enum(PAYMENT_METHODS).exclude(['none'])).default(['card']),
  STRIPE_API_URL: webAddress.default('https://api.stripe.com'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  DELIVERY_DUE_COINS_MINUTES: z.coerce.number().positive().default(30),
  DELIVERY_DUE_OTHER_HOURS: z.coerce.number().positive().default(24),
  POINTS_PER_DOLLAR: z.coerce.number().int().min(0).default(10),
  TIER_BONUS_POINTS: onOff.default(false),
});

type Environment = z.infer<typeof environment>;

/** Secrets of our own making; those of third parties are as they give them. */
const OWN_SECRETS = ['SESSION_SECRET', 'BOT_API_TOKEN', 'METRICS_TOKEN'] as const;
const PEERS = ['STRIPE_API_URL', 'DISCORD_API_URL'] as const;

/** Whether an address leads to this machine. */
function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|\[::1?\]|0\.0\.0\.0|127(\.\d{1,3}){3})$/.test(hostname);
}

/** Long, and not one key held down. */
function isStrong(secret: string): boolean {
  return secret.length >= 32 && new Set(secret).size >= 12;
}

/** Rules between keys: what may only run on one's own machine, and which keys need each other. */
function faultsBetween(env: Environment): string[] {
  const faults: string[] = [];
  const inProduction = env.NODE_ENV === 'production';
  const strict = inProduction || (env.PUBLIC_URL !== undefined && !isLocal(env.PUBLIC_URL));
  if (strict) {
    for (const key of OWN_SECRETS)
      if (env[key] !== undefined && !isStrong(env[key]))
        faults.push(`${key}: outside local runs it takes 32 random characters or more`);
    for (const key of PEERS) if (isLocal(env[key])) faults.push(`${key}: a stand-in is for local runs only`);
    if (env.QUEUE_URL?.startsWith('postgres'))
      faults.push('QUEUE_URL: the Postgres queue is for local runs only');
  }
  if (inProduction && env.RATE_LIMIT_FACTOR > 1)
    faults.push('RATE_LIMIT_FACTOR: above 1 is refused in production');
  if (inProduction && env.FAILPOINTS) faults.push('FAILPOINTS: is refused in production');
  if (inProduction && env.PUBLIC_URL === undefined) faults.push('PUBLIC_URL: is needed in production');
  if (env.ROLE !== 'all' && !env.REDIS_URL) faults.push('ROLE: web and worker need REDIS_URL');
  return faults;
}

function shape(env: Environment) {
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`);
  return Object.freeze({
    env: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    publicUrl: publicUrl.origin,
    isHttps: publicUrl.protocol === 'https:',
    role: env.ROLE,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    queueUrl: env.QUEUE_URL ?? env.REDIS_URL,
    sessionSecret: env.SESSION_SECRET,
    adminDiscordIds: env.ADMIN_DISCORD_IDS,
    trustProxy: env.TRUST_PROXY,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    failpoints: env.FAILPOINTS ?? [],
    botApiToken: env.BOT_API_TOKEN,
    joinReward: env.JOIN_REWARD,
    discord: {
      apiUrl: env.DISCORD_API_URL,
      token: env.DISCORD_TOKEN,
      clientId: env.DISCORD_CLIENT_ID,
      clientSecret: env.DISCORD_CLIENT_SECRET,
      guildId: env.DISCORD_GUILD_ID,
      inviteUrl: env.DISCORD_INVITE_URL,
      staffRoleId: env.DISCORD_STAFF_ROLE_ID,
      vipRoleId: env.DISCORD_VIP_ROLE_ID,
      channels: {
        orders: env.DISCORD_CHANNEL_ORDERS,
        history: env.DISCORD_CHANNEL_HISTORY,
        stock: env.DISCORD_CHANNEL_STOCK,
        error: env.DISCORD_CHANNEL_ERROR,
        tickets: env.DISCORD_CHANNEL_TICKETS ?? env.DISCORD_CHANNEL_ORDERS,
      },
    },
    paymentMethods: env.PAYMENT_METHODS,
    stripe: {
      apiUrl: env.STRIPE_API_URL,
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    },
    delivery: { coinsMinutes: env.DELIVERY_DUE_COINS_MINUTES, otherHours: env.DELIVERY_DUE_OTHER_HOURS },
    points: { perDollar: env.POINTS_PER_DOLLAR, tierBonus: env.TIER_BONUS_POINTS },
  });
}

export type Settings = ReturnType<typeof shape>;
export const SETTINGS = Symbol('settings');

/** Lists every wrong key at once, so that an operator mends them in one go. */
export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(`settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/** What stands in for keys that must be given, so that the rules between keys can be checked without them. */
const PLACEHOLDERS = {
  DATABASE_URL: 'postgres://missing',
  SESSION_SECRET: 'missing, and already complained about',
};

/** Reads and checks the environment; the only place that does. @throws SettingsError naming every wrong key */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  // An empty variable counts as absent, so that `KEY=` in an env file switches a key off.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (parsed.success) {
    const faults = faultsBetween(parsed.data);
    if (faults.length > 0) throw new SettingsError(faults);
    return shape(parsed.data);
  }
  const { issues } = parsed.error;
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  const right = Object.entries(given).filter(([key]) => !wrong.has(key));
  const rest = environment.safeParse({ ...PLACEHOLDERS, ...Object.fromEntries(right) });
  throw new SettingsError([
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...(rest.success ? faultsBetween(rest.data) : []),
  ]);
}

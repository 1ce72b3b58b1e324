import { z } from 'zod';

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const url = z.url();
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
/** An empty variable counts as absent, so that `KEY=` in an env file switches a key off. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Every setting of the backend, by its name in the environment. Defaults stand beside their keys (OWN-settings). */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: optional(url),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//)),
  QUEUE_URL: optional(z.string().regex(/^(rediss?|postgres(ql)?):\/\//)),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  SESSION_SECRET: z.string().min(1),
  ADMIN_DISCORD_IDS: list.default([]),
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  METRICS_TOKEN: optional(z.string().min(16)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  DISCORD_API_URL: url.default('https://discord.com/api'),
  DISCORD_TOKEN: optional(z.string()),
  DISCORD_CLIENT_ID: optional(z.string()),
  DISCORD_CLIENT_SECRET: optional(z.string()),
  DISCORD_GUILD_ID: optional(z.string()),
  DISCORD_INVITE_URL: optional(url),
  DISCORD_STAFF_ROLE_ID: optional(z.string()),
  DISCORD_CHANNEL_ORDERS: optional(z.string()),
  DISCORD_CHANNEL_HISTORY: optional(z.string()),
  DISCORD_CHANNEL_STOCK: optional(z.string()),
  DISCORD_CHANNEL_ERROR: optional(z.string()),
  DISCORD_CHANNEL_TICKETS: optional(z.string()),
  BOT_API_TOKEN: optional(z.string().min(16)),
  PAYMENT_METHODS: list.default(['card']),
  STRIPE_API_URL: url.default('https://api.stripe.com'),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  DELIVERY_DUE_COINS_MINUTES: z.coerce.number().positive().default(30),
  DELIVERY_DUE_OTHER_HOURS: z.coerce.number().positive().default(24),
  POINTS_PER_DOLLAR: z.coerce.number().int().min(0).default(10),
  TIER_BONUS_POINTS: onOff.default(false),
});

type Environment = z.infer<typeof environment>;

function checkLocalOnly(env: Environment, publicUrl: URL): string[] {
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(publicUrl.hostname);
  const faults: string[] = [];
  const strict = env.NODE_ENV === 'production' || !loopback;
  if (strict && env.SESSION_SECRET.length < 32)
    faults.push('SESSION_SECRET: at least 32 characters outside local runs');
  if (env.NODE_ENV === 'production' && env.RATE_LIMIT_FACTOR > 1)
    faults.push('RATE_LIMIT_FACTOR: above 1 is refused in production');
  const standIn = [env.STRIPE_API_URL, env.DISCORD_API_URL].some((peer) =>
    ['127.0.0.1', 'localhost'].includes(new URL(peer).hostname),
  );
  if (strict && standIn) faults.push('STRIPE_API_URL, DISCORD_API_URL: a stand-in is for local runs only');
  if (env.ROLE !== 'all' && !env.REDIS_URL) faults.push('ROLE: web and worker need REDIS_URL');
  if (strict && env.QUEUE_URL?.startsWith('postgres'))
    faults.push('QUEUE_URL: the Postgres queue is for local runs only');
  return faults;
}

function shape(env: Environment) {
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`);
  const faults = checkLocalOnly(env, publicUrl);
  if (faults.length > 0) throw new SettingsError(faults);
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
    botApiToken: env.BOT_API_TOKEN,
    discord: {
      apiUrl: env.DISCORD_API_URL,
      token: env.DISCORD_TOKEN,
      clientId: env.DISCORD_CLIENT_ID,
      clientSecret: env.DISCORD_CLIENT_SECRET,
      guildId: env.DISCORD_GUILD_ID,
      inviteUrl: env.DISCORD_INVITE_URL,
      staffRoleId: env.DISCORD_STAFF_ROLE_ID,
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

/** Reads and checks the environment; the only place that does. @throws SettingsError naming every wrong key */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const parsed = environment.safeParse(env);
  if (!parsed.success)
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  return shape(parsed.data);
}

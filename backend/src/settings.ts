import {
  DEFAULT_REFERRAL_CAP,
  DEFAULT_DELIVERY_TIMES,
  emailAddress,
  PAYMENT_METHODS,
  SHOP_NAME,
  DEFAULT_EVIDENCE_DAYS,
} from '@pax/contracts';
import {
  BACKEND_RULES,
  databaseUrl,
  findIncompleteSettings,
  isProduction,
  origin,
  getPasskeyDomain,
  findProductionFaults,
  readEnvironment,
  redisUrl,
  findSameRoleFaults,
  findPushHostFaults,
  isPushHost,
  PUSH_SERVICES,
  smtpUrl,
  snowflake,
  webAddress,
} from '@pax/contracts/settings';
import { createECDH } from 'node:crypto';
import { z } from 'zod';
import { failpoints } from './platform/failpoints.js';

const onOrOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const percent = z.coerce.number().int().min(1).max(100);
/**
 * Schema of a text of one line, without control characters, so that the text cannot break out of a mail's header.
 */
const line = z
  .string()
  .trim()
  .max(300)
  .regex(/^\P{Cc}+$/u, 'has to be one line of text');
const commaSeparated = <T extends z.ZodType<string, string>>(entry: T) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(entry));

/** Every setting of the backend, by its name in the environment, with its default. */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: databaseUrl,
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  QUEUE_URL: redisUrl.or(databaseUrl).optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  SESSION_SECRET: z.string(),
  TOKEN_KEY: z.string().min(16).optional(),
  ADMIN_DISCORD_IDS: commaSeparated(snowflake).default([]),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  NEW_ACCOUNT_HOLD_PERCENT: percent.default(25),
  ADDRESS_HOLD_PERCENT: percent.default(50),
  TRUSTED_FROM: z.coerce.number().int().min(0).max(100_000).default(20),
  HOLD_PERCENT: percent.default(50),
  ADDRESS_HOLD_PERCENT_ALL: percent.default(75),
  CONFIRMING_HOLD_HOURS: z.coerce.number().positive().max(168).default(24),
  EVIDENCE_DAYS: z.coerce.number().int().min(120).max(3650).default(DEFAULT_EVIDENCE_DAYS),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  FAILPOINTS: failpoints.setting.optional(),
  DISCORD_API_URL: webAddress.default('https://discord.com/api'),
  DISCORD_CDN_URL: webAddress.default('https://cdn.discordapp.com'),
  DISCORD_WEB_URL: webAddress.default('https://discord.com'),
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
  DISCORD_CHANNEL_PURCHASES: snowflake.optional(),
  DISCORD_CHANNEL_RESTOCKS: snowflake.optional(),
  JOIN_REWARD: onOrOff.default(true),
  JOIN_REWARD_ACCOUNT_DAYS: z.coerce.number().min(0).max(3_650).default(0),
  JOIN_REWARD_MEMBER_HOURS: z.coerce.number().min(0).max(8_760).default(0),
  TICKET_AUTO_CLOSE_DAYS: z.coerce.number().min(0).max(365).default(0),
  SELF_CANCEL: onOrOff.default(true),
  UNDO_SECONDS: z.coerce.number().int().min(0).max(60).default(10),
  BOT_API_TOKEN: z.string().min(16).optional(),
  SELLER_NAME: line.optional(),
  SELLER_ADDRESS: line.optional(),
  SELLER_EMAIL: emailAddress.optional(),
  SELLER_TAX_ID: line.optional(),
  SMTP_URL: smtpUrl.optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^([\da-f]{64}|[\w-]{43})$/, 'has to be 32 bytes, as hex or base64url')
    .optional(),
  PUSH_HOSTS: commaSeparated(z.string().refine(isPushHost, 'has to be a host name')).default([
    ...PUSH_SERVICES,
  ]),
  PAYMENT_METHODS: commaSeparated(z.enum(PAYMENT_METHODS).exclude(['none'])).default(['card', 'wallet']),
  STRIPE_API_URL: webAddress.default('https://api.stripe.com'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  PARTNER_SHOP_URL: webAddress.optional(),
  CRYPTO_HOLD_HOURS: z.coerce.number().positive().max(168).default(24),
  PAYPAL_MODE: z.enum(['form', 'orders']).default('form'),
  PAYPAL_URL: webAddress.default('https://www.paypal.com/cgi-bin/webscr'),
  PAYPAL_IPN_URL: webAddress.default('https://ipnpb.paypal.com/cgi-bin/webscr'),
  PAYPAL_BUSINESS: z
    .email()
    .or(z.string().regex(/^[A-Z\d]{13}$/))
    .optional(),
  PAYPAL_API_URL: webAddress.default('https://api-m.paypal.com'),
  PAYPAL_CLIENT_ID: z.string().max(200).optional(),
  PAYPAL_CLIENT_SECRET: z.string().max(200).optional(),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^\w{1,50}$/)
    .optional(),
  DELIVERY_DUE_COINS_MINUTES: z.coerce.number().positive().default(DEFAULT_DELIVERY_TIMES.coinsMinutes),
  DELIVERY_DUE_OTHER_HOURS: z.coerce.number().positive().default(DEFAULT_DELIVERY_TIMES.otherHours),
  POINTS_PER_DOLLAR: z.coerce.number().int().min(0).default(10),
  TIER_BONUS_POINTS: onOrOff.default(false),
  STAFF_REFUND_LIMIT: z.coerce.number().int().min(0).max(100_000).default(50),
  REFERRAL_MONTHLY_CAP: z.coerce.number().int().min(1).max(100_000).default(DEFAULT_REFERRAL_CAP),
});

type Environment = z.infer<typeof environment>;

/** Keys with stricter rules in production: the shop's own secrets, and secrets and addresses of third parties. */
const IN_PRODUCTION = {
  ownSecrets: ['SESSION_SECRET', 'BOT_API_TOKEN', 'METRICS_TOKEN', 'TOKEN_KEY', 'VAPID_PRIVATE_KEY'],
  thirdPartySecrets: [
    'DISCORD_TOKEN',
    'DISCORD_CLIENT_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'PAYPAL_CLIENT_SECRET',
  ],
  providerAddresses: [
    'STRIPE_API_URL',
    'PAYPAL_URL',
    'PAYPAL_IPN_URL',
    'PAYPAL_API_URL',
    'DISCORD_API_URL',
    'DISCORD_CDN_URL',
    'DISCORD_WEB_URL',
    'DISCORD_INVITE_URL',
    'PARTNER_SHOP_URL',
  ],
} as const satisfies Record<string, readonly (keyof Environment)[]>;

/** Finds broken rules between keys: values allowed in local runs only, and keys that need each other. */
const findFaultsBetweenKeys = (env: Environment): string[] => [
  ...findProductionFaults(env, IN_PRODUCTION),
  // Production needs TOKEN_KEY, because hashes of deleted accounts would otherwise depend on SESSION_SECRET, which
  // is replaced when it leaks.
  ...(isProduction(env) && env.TOKEN_KEY === undefined ? ['TOKEN_KEY: is needed in production'] : []),
  ...findIncompleteSettings(BACKEND_RULES, env),
  ...findSameRoleFaults(env),
  ...(isProduction(env) ? findPushHostFaults(env.PUSH_HOSTS) : []),
  ...(env.PAYPAL_MODE === 'orders' && env.PAYPAL_CLIENT_ID === undefined
    ? ['PAYPAL_MODE: orders needs PAYPAL_CLIENT_ID']
    : []),
  ...(env.ROLE !== 'all' && !env.REDIS_URL ? ['ROLE: web and worker need REDIS_URL'] : []),
];

/** Splits a postal address, which the environment contains on one line with semicolons. */
const splitAddressLines = (address = ''): string[] =>
  address
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);

const readDiscordSettings = (env: Environment) => ({
  apiUrl: env.DISCORD_API_URL,
  /** Host of Discord's files; the shop fetches files from no other host. */
  cdnUrl: env.DISCORD_CDN_URL,
  webUrl: env.DISCORD_WEB_URL,
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
    purchases: env.DISCORD_CHANNEL_PURCHASES,
    restocks: env.DISCORD_CHANNEL_RESTOCKS,
  },
});

const FORM_ENDS =
  'PAYPAL_MODE: PayPal ends its form in January 2027. Set it to orders, with PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID.';

/** Settings that will stop working in production, to be logged at the start. */
export function listSettingsWarnings({ isProduction: isLive, paypal, paymentMethods }: Settings): string[] {
  const isByForm = paypal.mode === 'form' && paypal.business !== undefined;
  return isLive && isByForm && paymentMethods.includes('wallet') ? [FORM_ENDS] : [];
}

const readPaypalSettings = (env: Environment) => ({
  /** The PayPal product that new checkouts are paid with. */
  mode: env.PAYPAL_MODE,
  url: env.PAYPAL_URL,
  ipnUrl: env.PAYPAL_IPN_URL,
  business: env.PAYPAL_BUSINESS,
  apiUrl: env.PAYPAL_API_URL,
  clientId: env.PAYPAL_CLIENT_ID,
  clientSecret: env.PAYPAL_CLIENT_SECRET,
  webhookId: env.PAYPAL_WEBHOOK_ID,
});

/** Settings of push messages; undefined without a key, so that none are sent. */
function readPushSettings(
  { VAPID_PRIVATE_KEY: key, PUSH_HOSTS: hosts, SELLER_EMAIL }: Environment,
  publicUrl: URL,
) {
  if (key === undefined) return undefined;
  // Not read back from `ecdh`, which drops leading zeros.
  const privateKey = Buffer.from(key, key.length === 64 ? 'hex' : 'base64url');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return {
    hosts,
    keys: { privateKey: privateKey.toString('base64url'), publicKey: ecdh.getPublicKey('base64url') },
    /** Whom a push service can ask about the messages. */
    subject:
      publicUrl.protocol === 'https:' ? publicUrl.origin : `mailto:${SELLER_EMAIL ?? 'operator@localhost'}`,
  };
}

function toSettings(env: Environment) {
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`);
  return Object.freeze({
    /** False in local runs, which may have demo content, hints and shortcuts. */
    isProduction: isProduction(env),
    host: env.HOST,
    port: env.PORT,
    publicUrl: publicUrl.origin,
    isHttps: publicUrl.protocol === 'https:',
    /** The domain that passkeys are bound to; undefined where browsers do not accept one. */
    passkeyDomain: getPasskeyDomain(publicUrl.origin),
    role: env.ROLE,
    databaseUrl: env.DATABASE_URL,
    /** Connection of the database role that owns the tables, used for migrations only. */
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    queueUrl: env.QUEUE_URL ?? env.REDIS_URL,
    sessionSecret: env.SESSION_SECRET,
    /**
     * Key that encrypts stored secrets. Without it no secrets are stored, so authenticator apps are not available.
     */
    tokenKey: env.TOKEN_KEY,
    /** Days for which a buyer's address and names are kept as evidence for disputes. */
    evidenceDays: env.EVIDENCE_DAYS,
    adminDiscordIds: env.ADMIN_DISCORD_IDS,
    trustProxy: env.TRUST_PROXY,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    /** Cash spent on delivered, unrefunded orders from which an account no longer counts as new, cents. */
    trustedFromCents: env.TRUSTED_FROM * 100,
    holds: {
      newAccountPercent: env.NEW_ACCOUNT_HOLD_PERCENT,
      newAtAddressPercent: env.ADDRESS_HOLD_PERCENT,
      accountPercent: env.HOLD_PERCENT,
      addressPercent: env.ADDRESS_HOLD_PERCENT_ALL,
      /**
       * Hours for which a checkout whose payment is being confirmed keeps its goods, unless it is paid by crypto.
       */
      confirmingHours: env.CONFIRMING_HOLD_HOURS,
    },
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    failpoints: env.FAILPOINTS ?? [],
    botApiToken: env.BOT_API_TOKEN,
    joinReward: env.JOIN_REWARD,
    /** Days without activity after which a ticket is closed; 0 closes none. */
    ticketAutoCloseDays: env.TICKET_AUTO_CLOSE_DAYS,
    /** Minimum age of a Discord account, and of its membership in the server, for the join reward, ms. */
    joinRewardAges: {
      accountMs: env.JOIN_REWARD_ACCOUNT_DAYS * 86_400_000,
      memberMs: env.JOIN_REWARD_MEMBER_HOURS * 3_600_000,
    },
    /** True when buyers may cancel a purchase themselves until a staff member starts on it. */
    selfCancel: env.SELF_CANCEL,
    /** Seconds for which staff can take an act back; 0 for none. */
    undoSeconds: env.UNDO_SECONDS,
    discord: readDiscordSettings(env),
    /** The seller, as named on receipts. */
    seller: {
      name: env.SELLER_NAME ?? SHOP_NAME,
      address: splitAddressLines(env.SELLER_ADDRESS),
      email: env.SELLER_EMAIL ?? null,
      taxId: env.SELLER_TAX_ID ?? null,
    },
    /** Address of the SMTP server; without it no mail is sent. */
    smtpUrl: env.SMTP_URL,
    push: readPushSettings(env, publicUrl),
    paymentMethods: env.PAYMENT_METHODS,
    stripe: readStripeSettings(env),
    crypto: { partnerUrl: env.PARTNER_SHOP_URL, holdHours: env.CRYPTO_HOLD_HOURS },
    paypal: readPaypalSettings(env),
    delivery: { coinsMinutes: env.DELIVERY_DUE_COINS_MINUTES, otherHours: env.DELIVERY_DUE_OTHER_HOURS },
    points: { perDollar: env.POINTS_PER_DOLLAR, tierBonus: env.TIER_BONUS_POINTS },
    /** Limit of a refund per order that staff can make without passing the second step again, cents. */
    staffRefundLimitCents: env.STAFF_REFUND_LIMIT * 100,
    /** Limit of a referrer's earnings from purchases of one calendar month (UTC), cents. */
    referralMonthlyCents: env.REFERRAL_MONTHLY_CAP * 100,
  });
}

function readStripeSettings(env: Environment) {
  const { STRIPE_API_URL: apiUrl, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  return { apiUrl, secretKey, webhookSecret };
}

export type Settings = ReturnType<typeof toSettings>;
export const SETTINGS = Symbol('settings');

/** Placeholders for missing required keys, so that the rules between keys can be checked without them. */
const PLACEHOLDERS = {
  DATABASE_URL: 'postgres://missing',
  SESSION_SECRET: 'missing, and already reported',
};

/**
 * Reads and checks the environment; no other code reads it.
 * @throws SettingsError naming every wrong key
 */
export const readSettings = (env: NodeJS.ProcessEnv = process.env): Settings =>
  toSettings(readEnvironment(environment, env, findFaultsBetweenKeys, PLACEHOLDERS));

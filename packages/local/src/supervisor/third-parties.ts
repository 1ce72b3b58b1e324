import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  discordWorld,
  GENERAL_CHANNEL_ID,
  PAYPAL_BUSINESS,
  PAYPAL_CLIENT_ID,
  PAYPAL_WEBHOOK_ID,
  WEBSCR,
  worldUser,
} from '@pax/stand-ins/fixed-ids';
import { readJsonFile, writeJsonFile } from '../process/private-json.js';
import { BACKEND_RULES, findIncompleteSettings } from '@pax/contracts/settings';
import { StartError, type LocalSettings } from '../settings.js';

const randomText = (bytes = 32): string => randomBytes(bytes).toString('base64url');
const randomHex = (count: number): string => randomBytes(count).toString('hex').slice(0, count);

/** Generators of secrets, each in the form that its reader expects. */
const generators = {
  sessionSecret: () => randomText(),
  botApiToken: () => randomText(),
  metricsToken: () => randomText(),
  tokenKey: () => randomText(),
  vapidPrivateKey: () => randomText(),
  botInstanceId: () => `bot-${randomHex(24)}`,
  shopDatabasePassword: () => randomText(24),
  runtimeDatabasePassword: () => randomText(24),
  queuesDatabasePassword: () => randomText(24),
  discordToken: () =>
    `${Buffer.from(discordWorld.botUserId).toString('base64url')}.${randomText(5).slice(0, 6)}.${randomText(28)}`,
  discordClientSecret: () => randomText(24),
  stripeSecretKey: () => `sk_test_${randomHex(40)}`,
  stripeWebhookSecret: () => `whsec_${randomHex(40)}`,
  paypalClientSecret: () => randomText(60),
} satisfies Record<string, () => string>;

/** Secrets of a local run, by purpose. */
export type Secrets = Readonly<Record<keyof typeof generators, string>>;

const secretsSchema = z.record(z.string(), z.string());

/** Reads the secrets of a data folder: generated once, stored in `secrets.json`, which only its owner can read. */
export function ensureSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'secrets.json');
  const known = readJsonFile(path, secretsSchema) ?? {};
  const getSecret = (name: keyof typeof generators): string => known[name] ?? generators[name]();
  const secrets: Secrets = {
    sessionSecret: getSecret('sessionSecret'),
    botApiToken: getSecret('botApiToken'),
    metricsToken: getSecret('metricsToken'),
    tokenKey: getSecret('tokenKey'),
    vapidPrivateKey: getSecret('vapidPrivateKey'),
    botInstanceId: getSecret('botInstanceId'),
    shopDatabasePassword: getSecret('shopDatabasePassword'),
    runtimeDatabasePassword: getSecret('runtimeDatabasePassword'),
    queuesDatabasePassword: getSecret('queuesDatabasePassword'),
    discordToken: getSecret('discordToken'),
    discordClientSecret: getSecret('discordClientSecret'),
    stripeSecretKey: getSecret('stripeSecretKey'),
    stripeWebhookSecret: getSecret('stripeWebhookSecret'),
    paypalClientSecret: getSecret('paypalClientSecret'),
  };
  const complete = Object.keys(generators).every((name) => known[name] !== undefined);
  if (!complete) writeJsonFile(path, { ...known, ...secrets });
  return secrets;
}

/** A third party, real or played by a stand-in, with the settings by which it is reached. */
export interface ThirdParty {
  readonly playedByStandIn: boolean;
  /** Settings to add for backend and bot; empty for a real third party, whose keys are in the environment. */
  readonly environment: Readonly<Record<string, string>>;
}

type Keys = Readonly<{ name: string; key: string; addresses: readonly string[] }>;

/**
 * True when a stand-in plays a third party, because its key is not set.
 * @throws StartError for an address without a key
 */
function isPlayedByStandIn(settings: LocalSettings, { name, key, addresses }: Keys): boolean {
  if (readSetting(settings, key) !== undefined) return false;
  const address = addresses.find((each) => readSetting(settings, each) !== undefined);
  if (address !== undefined) {
    throw new StartError(
      `${address} is set, but ${key} is missing: set both for a ${name} of your own, or neither`,
    );
  }
  return true;
}

/**
 * Refuses third parties that are only partly set up, since a stand-in would replace them unnoticed.
 * @throws StartError naming every missing setting
 */
export function assertCompleteParties(settings: LocalSettings): void {
  const set = Object.fromEntries(
    Object.keys(settings.environment).map((key) => [key, readSetting(settings, key)]),
  );
  // A missing bot token is no fault, since one is generated.
  const faults = findIncompleteSettings(BACKEND_RULES, { ...set, BOT_API_TOKEN: 'made up' });
  if (faults.length > 0) throw new StartError(faults.join('; '));
}

function readSetting(settings: LocalSettings, key: string): string | undefined {
  const value = settings.environment[key];
  return value === '' ? undefined : value;
}

/** Discord: the stand-in's server, channels and roles, with the persona of the operator as admin. */
export function discordParty(settings: LocalSettings, secrets: Secrets): ThirdParty {
  const addresses = ['DISCORD_API_URL', 'DISCORD_CDN_URL', 'DISCORD_WEB_URL'];
  const keys = { name: 'Discord', key: 'DISCORD_TOKEN', addresses };
  if (!isPlayedByStandIn(settings, keys)) return { playedByStandIn: false, environment: {} };
  const base = `http://127.0.0.1:${settings.sandboxPort}/discord`;
  const { channels, roles } = discordWorld;
  return {
    playedByStandIn: true,
    environment: {
      DISCORD_API_URL: `${base}/api`,
      DISCORD_CDN_URL: `${base}/cdn`,
      DISCORD_WEB_URL: base,
      DISCORD_TOKEN: secrets.discordToken,
      DISCORD_CLIENT_ID: discordWorld.applicationId,
      DISCORD_CLIENT_SECRET: secrets.discordClientSecret,
      DISCORD_GUILD_ID: discordWorld.guildId,
      DISCORD_CHANNEL_ORDERS: channels.orders,
      DISCORD_CHANNEL_HISTORY: channels.history,
      DISCORD_CHANNEL_STOCK: channels.stock,
      DISCORD_CHANNEL_ERROR: channels.error,
      DISCORD_CHANNEL_TICKETS: channels.tickets,
      DISCORD_CHANNEL_PURCHASES: channels.purchases,
      DISCORD_CHANNEL_RESTOCKS: channels.restocks,
      DISCORD_CHANNEL_WELCOME: GENERAL_CHANNEL_ID,
      DISCORD_INVITE_URL: base,
      DISCORD_STAFF_ROLE_ID: roles.staff,
      DISCORD_VIP_ROLE_ID: roles.vip,
      ADMIN_DISCORD_IDS: readSetting(settings, 'ADMIN_DISCORD_IDS') ?? worldUser('operator').id,
    },
  };
}

/** Address of the partner's shop for crypto payments: the given one, or the stand-in's; no key is needed. */
export function partnerAddress(settings: LocalSettings): string {
  return readSetting(settings, 'PARTNER_SHOP_URL') ?? `http://127.0.0.1:${settings.sandboxPort}/partner`;
}

/** Stripe: address and keys of the stand-in. */
export function stripeParty(settings: LocalSettings, secrets: Secrets): ThirdParty {
  const keys = { name: 'Stripe', key: 'STRIPE_SECRET_KEY', addresses: ['STRIPE_API_URL'] };
  if (!isPlayedByStandIn(settings, keys)) return { playedByStandIn: false, environment: {} };
  return {
    playedByStandIn: true,
    environment: {
      STRIPE_API_URL: `http://127.0.0.1:${settings.sandboxPort}/stripe`,
      STRIPE_SECRET_KEY: secrets.stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    },
  };
}

/** PayPal: form page, verification and API of the stand-in, with its only account and app. */
export function paypalParty(settings: LocalSettings, secrets: Secrets): ThirdParty {
  const form = { name: 'PayPal', key: 'PAYPAL_BUSINESS', addresses: ['PAYPAL_URL', 'PAYPAL_IPN_URL'] };
  const orders = { name: 'PayPal', key: 'PAYPAL_CLIENT_ID', addresses: ['PAYPAL_API_URL'] };
  // Payment form and API are both checked first, so that each reports an address without its key.
  const arePlayed = [form, orders].map((keys) => isPlayedByStandIn(settings, keys));
  if (arePlayed.includes(false)) return { playedByStandIn: false, environment: {} };
  const base = `http://127.0.0.1:${settings.sandboxPort}`;
  const webscr = `${base}${WEBSCR}`;
  return {
    playedByStandIn: true,
    environment: {
      PAYPAL_URL: webscr,
      PAYPAL_IPN_URL: webscr,
      PAYPAL_BUSINESS,
      PAYPAL_API_URL: `${base}/paypal`,
      PAYPAL_CLIENT_ID,
      PAYPAL_CLIENT_SECRET: secrets.paypalClientSecret,
      PAYPAL_WEBHOOK_ID,
    },
  };
}

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { discordWorld } from '@pax/stand-ins/identity';
import { readJsonFile, writeJsonFile } from '../process/private-json.js';

const random = (bytes = 32): string => randomBytes(bytes).toString('base64url');
const letters = (count: number): string => randomBytes(count).toString('hex').slice(0, count);

/** Generators of the secrets, each in the form that its reader expects. */
const makers = {
  sessionSecret: () => random(),
  botApiToken: () => random(),
  metricsToken: () => random(),
  tokenKey: () => random(),
  botInstanceId: () => `bot-${letters(24)}`,
  shopDatabasePassword: () => random(24),
  runtimeDatabasePassword: () => random(24),
  queuesDatabasePassword: () => random(24),
  discordToken: () =>
    `${Buffer.from(discordWorld.botUserId).toString('base64url')}.${random(5).slice(0, 6)}.${random(28)}`,
  discordClientSecret: () => random(24),
  stripeSecretKey: () => `sk_test_${letters(40)}`,
  stripeWebhookSecret: () => `whsec_${letters(40)}`,
  paypalClientSecret: () => random(60),
} satisfies Record<string, () => string>;

/** The secrets of one local run, by purpose. */
export type Secrets = Readonly<Record<keyof typeof makers, string>>;

const stored = z.record(z.string(), z.string());

/** The secrets of a data folder: generated once, stored in `secrets.json`, readable only by its owner. */
export function ensureSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'secrets.json');
  const known = readJsonFile(path, stored) ?? {};
  const secret = (name: keyof typeof makers): string => known[name] ?? makers[name]();
  const secrets: Secrets = {
    sessionSecret: secret('sessionSecret'),
    botApiToken: secret('botApiToken'),
    metricsToken: secret('metricsToken'),
    tokenKey: secret('tokenKey'),
    botInstanceId: secret('botInstanceId'),
    shopDatabasePassword: secret('shopDatabasePassword'),
    runtimeDatabasePassword: secret('runtimeDatabasePassword'),
    queuesDatabasePassword: secret('queuesDatabasePassword'),
    discordToken: secret('discordToken'),
    discordClientSecret: secret('discordClientSecret'),
    stripeSecretKey: secret('stripeSecretKey'),
    stripeWebhookSecret: secret('stripeWebhookSecret'),
    paypalClientSecret: secret('paypalClientSecret'),
  };
  const complete = Object.keys(makers).every((name) => known[name] !== undefined);
  if (!complete) writeJsonFile(path, { ...known, ...secrets });
  return secrets;
}

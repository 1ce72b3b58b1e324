import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { discordWorld, PAYPAL_BUSINESS } from '@pax/stand-ins/fixed-ids';
import { readSettings } from './settings.js';
import { childEnvironments } from './supervisor/child-environment.js';
import type { Secrets } from './supervisor/third-parties.js';

const secrets: Secrets = {
  sessionSecret: 'session',
  botApiToken: 'api',
  metricsToken: 'metrics',
  tokenKey: 'token-key',
  vapidPrivateKey: 'vapid-key',
  botInstanceId: 'instance',
  shopDatabasePassword: 'shop',
  runtimeDatabasePassword: 'runtime',
  queuesDatabasePassword: 'queues',
  discordToken: 'played-token',
  discordClientSecret: 'played-secret',
  stripeSecretKey: 'sk_test_played',
  stripeWebhookSecret: 'whsec_played',
  paypalClientSecret: 'paypal_played',
};
const data = {
  databaseUrl: 'postgres://runtime@db',
  migrationDatabaseUrl: 'postgres://owner@db',
  queueUrl: 'redis://q',
  redisUrl: 'redis://q',
};
const environmentsFor = (environment: NodeJS.ProcessEnv): ReturnType<typeof childEnvironments> =>
  childEnvironments(readSettings(environment), secrets);

describe('settings', () => {
  it('run side by side by three of them', () => {
    const settings = readSettings({ PORT: '4000', SANDBOX_PORT: '4100', DATA_DIR: '/srv/second' });
    expect(settings).toMatchObject({
      port: 4000,
      sandboxPort: 4100,
      publicUrl: 'http://127.0.0.1:4000',
      dataDir: '/srv/second',
    });
  });

  it.each([
    [{ NODE_ENV: 'production' }, 'NODE_ENV: the sandbox never runs in production'],
    [{ PUBLIC_URL: 'https://shop.example' }, 'PUBLIC_URL: the sandbox runs only where'],
    [{ PORT: 'many' }, 'PORT: has to be a port number'],
    [{ REDIS_URL: 'localhost' }, 'REDIS_URL: has to start with redis://'],
  ])('refuse %j', (environment, words) => {
    expect(() => readSettings(environment)).toThrow(words);
  });

  it('change nothing when the example is taken as it is (OWN-429)', () => {
    const example = parseEnv(readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8'));
    const { environment: _, ...read } = readSettings(example);
    expect({ ...read, environment: {} }).toEqual(readSettings({}));
    expect(environmentsFor(example)).toMatchObject({
      playsDiscord: true,
      playsStripe: true,
      playsPaypal: true,
    });
  });

  it('take an empty variable for none', () => {
    expect(readSettings({ REDIS_URL: '', PORT: '' })).toMatchObject({ redisUrl: undefined, port: 3000 });
  });
});

describe('the database', () => {
  it('is altered by nobody but the seed, which migrates (OWN-426)', () => {
    const { shop, migration } = environmentsFor({ MIGRATION_DATABASE_URL: 'postgres://owner@db' });
    expect(shop(data)['DATABASE_URL']).toBe('postgres://runtime@db');
    expect(shop(data)).not.toHaveProperty('MIGRATION_DATABASE_URL');
    expect(migration(data)).toEqual({ ...shop(data), MIGRATION_DATABASE_URL: 'postgres://owner@db' });
  });
});

describe('third parties', () => {
  it('are played where their keys are missing', () => {
    const { shop, playsDiscord, playsStripe, playsPaypal } = environmentsFor({ SANDBOX_PORT: '4100' });
    expect([playsDiscord, playsStripe, playsPaypal]).toEqual([true, true, true]);
    expect(shop(data)).toMatchObject({
      DISCORD_API_URL: 'http://127.0.0.1:4100/discord/api',
      DISCORD_TOKEN: 'played-token',
      DISCORD_GUILD_ID: discordWorld.guildId,
      STRIPE_API_URL: 'http://127.0.0.1:4100/stripe',
      STRIPE_SECRET_KEY: 'sk_test_played',
      PAYPAL_URL: 'http://127.0.0.1:4100/paypal/cgi-bin/webscr',
      PAYPAL_IPN_URL: 'http://127.0.0.1:4100/paypal/cgi-bin/webscr',
      PAYPAL_BUSINESS,
      PAYPAL_API_URL: 'http://127.0.0.1:4100/paypal',
      PAYPAL_CLIENT_SECRET: 'paypal_played',
    });
  });

  it('offer every way to pay, and the partner where crypto is paid', () => {
    const { shop } = environmentsFor({ SANDBOX_PORT: '4100' });
    expect(shop(data)).toMatchObject({
      PAYMENT_METHODS: 'card,wallet,crypto',
      PARTNER_SHOP_URL: 'http://127.0.0.1:4100/partner',
    });
    const own = { PAYMENT_METHODS: 'card', PARTNER_SHOP_URL: 'https://partner.example' };
    expect(environmentsFor(own).shop(data)).toMatchObject(own);
  });

  it('are left alone where their keys are set, and the stand-ins never see those', () => {
    const { shop, standIns, playsStripe } = environmentsFor({
      STRIPE_SECRET_KEY: 'sk_live_real',
      STRIPE_WEBHOOK_SECRET: 'whsec_real',
    });
    expect(playsStripe).toBe(false);
    expect(shop(data)).toMatchObject({ STRIPE_SECRET_KEY: 'sk_live_real' });
    expect(shop(data)).not.toHaveProperty('STRIPE_API_URL');
    expect(standIns).toMatchObject({ STRIPE_SECRET_KEY: 'sk_test_played' });
  });

  it('need their key beside an address of ones own', () => {
    expect(() => environmentsFor({ DISCORD_API_URL: 'http://127.0.0.1:9' })).toThrow(
      'DISCORD_TOKEN is missing',
    );
    expect(() => environmentsFor({ PAYPAL_IPN_URL: 'http://127.0.0.1:9' })).toThrow(
      'PAYPAL_BUSINESS is missing',
    );
    expect(() => environmentsFor({ PAYPAL_API_URL: 'http://127.0.0.1:9' })).toThrow(
      'PAYPAL_CLIENT_ID is missing',
    );
  });

  it('are set up whole or not at all (OWN-222)', () => {
    expect(() => environmentsFor({ STRIPE_SECRET_KEY: 'sk_live_real' })).toThrow(
      'STRIPE_WEBHOOK_SECRET: is needed beside STRIPE_SECRET_KEY',
    );
    expect(() => environmentsFor({ DISCORD_CLIENT_ID: '1' })).toThrow(
      'DISCORD_CLIENT_SECRET: is needed beside DISCORD_CLIENT_ID',
    );
    expect(() => environmentsFor({ DISCORD_CHANNEL_ORDERS: '1' })).toThrow(
      /DISCORD_TOKEN: .*; DISCORD_CHANNEL_HISTORY: /,
    );
  });
});

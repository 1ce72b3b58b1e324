import { describe, expect, it } from '@jest/globals';
import { discordWorld } from './identity.js';
import { readSettings } from './settings.js';
import { childEnvironments } from './supervisor/child-environment.js';
import type { Secrets } from './supervisor/secrets.js';

const secrets: Secrets = {
  sessionSecret: 'session',
  botApiToken: 'api',
  metricsToken: 'metrics',
  botInstanceId: 'instance',
  shopDatabasePassword: 'shop',
  queuesDatabasePassword: 'queues',
  discordToken: 'played-token',
  discordClientSecret: 'played-secret',
  stripeSecretKey: 'sk_test_played',
  stripeWebhookSecret: 'whsec_played',
};
const data = { databaseUrl: 'postgres://db', queueUrl: 'redis://q', redisUrl: 'redis://q' };
const environmentsFor = (environment: Record<string, string>): ReturnType<typeof childEnvironments> =>
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

  it('take an empty variable for none', () => {
    expect(readSettings({ REDIS_URL: '', PORT: '' })).toMatchObject({ redisUrl: undefined, port: 3000 });
  });
});

describe('third parties', () => {
  it('are played where their keys are missing', () => {
    const { shop, playsDiscord, playsStripe } = environmentsFor({ SANDBOX_PORT: '4100' });
    expect([playsDiscord, playsStripe]).toEqual([true, true]);
    expect(shop(data)).toMatchObject({
      DISCORD_API_URL: 'http://127.0.0.1:4100/discord/api',
      DISCORD_TOKEN: 'played-token',
      DISCORD_GUILD_ID: discordWorld.guildId,
      STRIPE_API_URL: 'http://127.0.0.1:4100/stripe',
      STRIPE_SECRET_KEY: 'sk_test_played',
    });
  });

  it('are left alone where their keys are set, and the stand-ins never see those', () => {
    const { shop, standIns, playsStripe } = environmentsFor({ STRIPE_SECRET_KEY: 'sk_live_real' });
    expect(playsStripe).toBe(false);
    expect(shop(data)).toMatchObject({ STRIPE_SECRET_KEY: 'sk_live_real' });
    expect(shop(data)).not.toHaveProperty('STRIPE_API_URL');
    expect(standIns).toMatchObject({ STRIPE_SECRET_KEY: 'sk_test_played' });
  });

  it('need their key beside an address of ones own', () => {
    expect(() => environmentsFor({ DISCORD_API_URL: 'http://127.0.0.1:9' })).toThrow(
      'DISCORD_TOKEN is missing',
    );
  });
});

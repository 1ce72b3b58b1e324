import { describe, expect, it } from '@jest/globals';
import { readStandInSettings } from './start-stand-ins.js';

const good = {
  PUBLIC_URL: 'http://127.0.0.1:3000/',
  STRIPE_SECRET_KEY: 'sk_test_a',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
  PAYPAL_CLIENT_SECRET: 'paypal',
  DISCORD_TOKEN: 'token',
  DISCORD_CLIENT_ID: '1',
  DISCORD_CLIENT_SECRET: 'secret',
};

describe('readStandInSettings', () => {
  it('reads an environment and fills in what has a default', () => {
    expect(readStandInSettings(good)).toEqual({
      port: 3100,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: '.data',
      stripe: { secretKey: 'sk_test_a', webhookSecret: 'whsec_a' },
      paypal: { clientSecret: 'paypal' },
      discord: { botToken: 'token', clientId: '1', clientSecret: 'secret' },
    });
  });

  it('refuses production and a shop that others can reach, and names every wrong key', () => {
    expect(() => readStandInSettings({ ...good, NODE_ENV: 'production' })).toThrow('NODE_ENV');
    expect(() => readStandInSettings({ ...good, PUBLIC_URL: 'https://shop.example' })).toThrow('PUBLIC_URL');
    expect(() => readStandInSettings({ PUBLIC_URL: good.PUBLIC_URL })).toThrow(
      /STRIPE_SECRET_KEY[^]*STRIPE_WEBHOOK_SECRET[^]*PAYPAL_CLIENT_SECRET[^]*DISCORD_TOKEN[^]*DISCORD_CLIENT_ID[^]*DISCORD_CLIENT_SECRET/,
    );
  });
});

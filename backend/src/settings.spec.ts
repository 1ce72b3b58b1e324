import { describe, expect, it } from '@jest/globals';
import { SettingsError } from '@pax/contracts/settings';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { environment, readSettings } from './settings.js';

const root = new URL('../../', import.meta.url);
const STRONG = 'kT9-vQ2_xW7pL4mZ8rB1nC6yH3sD5fGj';
const LEAST = { DATABASE_URL: 'postgres://shop@db/shop', SESSION_SECRET: STRONG };
const PRODUCTION = {
  ...LEAST,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  SESSION_SECRET: STRONG,
  TOKEN_KEY: STRONG.toUpperCase(),
};

/** Names of the keys that are reported as wrong. */
function findWrongKeys(env: Record<string, string>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults.map((fault) => fault.split(/[:.]/, 1)[0] ?? '');
    throw error;
  }
}

/** What an operator reads, or nothing when the settings are right. */
function readErrorMessage(env: Record<string, string>): string {
  try {
    readSettings(env);
    return '';
  } catch (error) {
    return String(error);
  }
}

/** A private key as `openssl rand -hex 32` makes it. */
const KEY_BYTES = Buffer.from('6b1d0f93c2a7e4583e9d71b604fc2a85d9130e7b46c8f2a15d3b907ce81f6a24', 'hex');

describe('settings (OWN-222)', () => {
  it('needs a database and a session secret, nothing else', () => {
    expect(findWrongKeys({})).toEqual(['DATABASE_URL', 'SESSION_SECRET']);
    expect(readSettings(LEAST)).toMatchObject({
      publicUrl: 'http://127.0.0.1:3000',
      isHttps: false,
      role: 'all',
      trustProxy: 0,
      paymentMethods: ['card', 'wallet'],
      trustedFromCents: 2000,
      holds: {
        newAccountPercent: 25,
        newAtAddressPercent: 50,
        accountPercent: 50,
        addressPercent: 75,
        confirmingHours: 24,
      },
    });
  });

  it('keeps a VAPID key that begins with zeros whole (OWN-1369)', () => {
    const keys = (key: Buffer) =>
      (['hex', 'base64url'] as const).map(
        (encoding) =>
          readSettings({ ...LEAST, VAPID_PRIVATE_KEY: key.toString(encoding) }).push?.keys.privateKey,
      );
    for (const zeros of [0, 1, 3]) {
      const key = Buffer.concat([Buffer.alloc(zeros), KEY_BYTES.subarray(zeros)]);
      expect(keys(key)).toEqual([key.toString('base64url'), key.toString('base64url')]);
    }
  });

  it('has these numbers where the environment says nothing', () => {
    const numbers = Object.entries(environment.parse(LEAST)).filter(([, value]) => typeof value === 'number');
    expect(Object.fromEntries(numbers)).toEqual({
      PORT: 3000,
      TRUST_PROXY: 0,
      RATE_LIMIT_FACTOR: 1,
      NEW_ACCOUNT_HOLD_PERCENT: 25,
      ADDRESS_HOLD_PERCENT: 50,
      TRUSTED_FROM: 20,
      HOLD_PERCENT: 50,
      ADDRESS_HOLD_PERCENT_ALL: 75,
      CONFIRMING_HOLD_HOURS: 24,
      EVIDENCE_DAYS: 540,
      JOIN_REWARD_ACCOUNT_DAYS: 0,
      JOIN_REWARD_MEMBER_HOURS: 0,
      TICKET_AUTO_CLOSE_DAYS: 0,
      UNDO_SECONDS: 10,
      CRYPTO_HOLD_HOURS: 24,
      DELIVERY_DUE_COINS_MINUTES: 30,
      DELIVERY_DUE_OTHER_HOURS: 24,
      POINTS_PER_DOLLAR: 10,
      STAFF_REFUND_LIMIT: 50,
      REFERRAL_MONTHLY_CAP: 50,
    });
  });

  it('takes percentages from 1 to 100 (OWN-400, OWN-401)', () => {
    for (const key of [
      'NEW_ACCOUNT_HOLD_PERCENT',
      'ADDRESS_HOLD_PERCENT',
      'HOLD_PERCENT',
      'ADDRESS_HOLD_PERCENT_ALL',
    ]) {
      const wrong = ['0', '101', '12.5', 'all'].filter(
        (value) => !findWrongKeys({ ...LEAST, [key]: value }).includes(key),
      );
      expect(wrong).toEqual([]);
      expect(['1', '100'].flatMap((value) => findWrongKeys({ ...LEAST, [key]: value }))).toEqual([]);
    }
  });

  it('lets staff take acts back for whole seconds, up to a minute', () => {
    const wrong = ['-1', '61', '1.5', 'on'].filter(
      (value) => !findWrongKeys({ ...LEAST, UNDO_SECONDS: value }).includes('UNDO_SECONDS'),
    );
    expect(wrong).toEqual([]);
    expect(['0', '60'].flatMap((value) => findWrongKeys({ ...LEAST, UNDO_SECONDS: value }))).toEqual([]);
  });

  it('follows PUBLIC_URL, and the port where there is none', () => {
    expect(readSettings({ ...LEAST, PORT: '4000' }).publicUrl).toBe('http://127.0.0.1:4000');
    expect(readSettings(PRODUCTION)).toMatchObject({ publicUrl: 'https://shop.example', isHttps: true });
    expect(readSettings({ ...PRODUCTION, PUBLIC_URL: 'https://shop.example:8443/' }).publicUrl).toBe(
      'https://shop.example:8443',
    );
  });

  it('takes every address of a third party from outside, Discord’s without a version', () => {
    expect(readSettings(LEAST)).toMatchObject({
      discord: { apiUrl: 'https://discord.com/api' },
      stripe: { apiUrl: 'https://api.stripe.com' },
    });
    const elsewhere = { DISCORD_API_URL: 'http://127.0.0.1:1/d/api', STRIPE_API_URL: 'http://127.0.0.1:1/s' };
    expect(readSettings({ ...LEAST, ...elsewhere })).toMatchObject({
      discord: { apiUrl: elsewhere.DISCORD_API_URL },
      stripe: { apiUrl: elsewhere.STRIPE_API_URL },
    });
  });

  it('names every wrong key at once, rules between keys included', () => {
    const wrong = {
      NODE_ENV: 'production',
      PORT: '70000',
      PUBLIC_URL: 'ftp://shop.example',
      DATABASE_URL: 'mysql://db',
      REDIS_URL: 'http://redis',
      ROLE: 'king',
      SESSION_SECRET: 'short',
      TOKEN_KEY: 'short',
      ADMIN_DISCORD_IDS: '310457829164285952,me',
      RATE_LIMIT_FACTOR: '100',
      METRICS_TOKEN: 'short',
      DISCORD_GUILD_ID: 'guild',
      PAYMENT_METHODS: 'card,barter',
      STRIPE_API_URL: 'http://127.0.0.1:3100/stripe',
      TIER_BONUS_POINTS: 'yes',
    };
    const reported = new Set(findWrongKeys(wrong));
    expect([...reported].toSorted()).toEqual(
      Object.keys(wrong)
        .filter((key) => key !== 'NODE_ENV')
        .toSorted(),
    );
  });

  it('never repeats a given value, which may be a secret', () => {
    const reported = Object.keys(environment.shape).map((key) =>
      readErrorMessage({ ...LEAST, [key]: 'c4nary' }),
    );
    expect(reported.filter(Boolean).length).toBeGreaterThan(10);
    expect(reported.join()).not.toContain('c4nary');
  });

  it('takes an empty key for an absent one', () => {
    const empty = Object.fromEntries(Object.keys(environment.shape).map((key) => [key, '']));
    expect(readSettings({ ...empty, ...LEAST })).toEqual(readSettings(LEAST));
    expect(findWrongKeys({ ...LEAST, SESSION_SECRET: '' })).toEqual(['SESSION_SECRET']);
  });

  it.each([
    'https://shop.example/path',
    'https://user:pw@shop.example',
    'https://shop.example/?a',
    'shop.example',
  ])("refuses %s as the shop's address", (address) =>
    expect(findWrongKeys({ ...PRODUCTION, PUBLIC_URL: address })).toContain('PUBLIC_URL'),
  );

  it('takes one line of the seller, and a mail server only beside an address to write from (OWN-504, OWN-506)', () => {
    for (const SELLER_NAME of ['Shop\r\nBcc: all@mail.example', 'a\tb', ' '])
      expect(findWrongKeys({ ...LEAST, SELLER_NAME })).toEqual(['SELLER_NAME']);
    for (const SMTP_URL of ['mail.example', 'https://mail.example'])
      expect(findWrongKeys({ ...LEAST, SMTP_URL, SELLER_EMAIL: 'a@b.example' })).toEqual(['SMTP_URL']);
    expect(findWrongKeys({ ...LEAST, SMTP_URL: 'smtps://a:b@mail.example' })).toEqual(['SELLER_EMAIL']);
  });

  it('allows split roles only with Redis, which connects them (OWN-250)', () => {
    for (const ROLE of ['web', 'worker']) {
      expect(findWrongKeys({ ...LEAST, ROLE })).toEqual(['ROLE']);
      expect(findWrongKeys({ ...LEAST, ROLE, REDIS_URL: 'redis://redis' })).toEqual([]);
    }
  });
});

describe('failpoints (OWN-222)', () => {
  it('are off unless named, and those of the bot are no matter here', () => {
    expect(readSettings(LEAST).failpoints).toEqual([]);
    const FAILPOINTS = 'relay.numbered=kill, bot.claimed=kill,queue.notified=kill@12';
    expect(readSettings({ ...LEAST, FAILPOINTS }).failpoints).toEqual([
      { point: 'relay.numbered', passing: 1 },
      { point: 'queue.notified', passing: 12 },
    ]);
  });

  it.each(['relay', 'relay.nowhere=kill', 'relay.numbered', 'relay.numbered=kill@0', 'relay.numbered=kill,'])(
    'refuses what is none: %s',
    (FAILPOINTS) => expect(findWrongKeys({ ...LEAST, FAILPOINTS })).toEqual(['FAILPOINTS']),
  );
});

describe('.env.example', () => {
  const text = readFileSync(new URL('.env.example', root), 'utf8');
  const example = parseEnv(text);

  it('has exactly the keys that the programs and docker compose read', () => {
    // Bot and local runs export no list, so their keys are read from their sources.
    const others = ['bot/src/settings.ts', 'packages/local/src/settings.ts'].flatMap((file) =>
      [...readFileSync(new URL(file, root), 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
        ([, key]) => key ?? '',
      ),
    );
    expect(others.length).toBeGreaterThan(20);
    const composed = readFileSync(new URL('docker-compose.yml', root), 'utf8').matchAll(/\$\{([A-Z_]+)/g);
    // PATH is the machine's.
    const read = new Set([
      ...Object.keys(environment.shape),
      ...others,
      ...[...composed].map(([, key]) => key ?? ''),
    ]);
    read.delete('PATH');
    expect(Object.keys(example).toSorted()).toEqual([...read].toSorted());
  });

  it('explains each key', () => {
    const lines = text.split('\n');
    const silent = lines.filter(
      (line, place) => /^[A-Z_]+=/.test(line) && !/^(#|[A-Z_]+=)/.test(lines[place - 1] ?? ''),
    );
    expect(silent).toEqual([]);
  });

  it('changes nothing when taken as it is', () => {
    expect(readSettings({ ...example, ...LEAST })).toEqual(readSettings(LEAST));
  });
});

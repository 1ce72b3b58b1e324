import { describe, expect, it } from '@jest/globals';
import { SettingsError } from '@pax/contracts/settings';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { environment, readSettings, listSettingsWarnings } from './settings.js';

const secret = (): string => randomBytes(32).toString('hex');
const id = (n: number): string => `5000000000000000${n}`;

/** A whole shop as an operator would set it up; nothing in it is wrong. */
const SAFE: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  DATABASE_URL: 'postgres://shop:pw@10.0.0.5/shop',
  REDIS_URL: 'redis://:pw@redis:6379',
  SESSION_SECRET: secret(),
  BOT_API_TOKEN: secret(),
  METRICS_TOKEN: secret(),
  TOKEN_KEY: secret(),
  DISCORD_TOKEN: `MTE4.${randomBytes(20).toString('base64url')}`,
  DISCORD_CLIENT_ID: id(10),
  DISCORD_CLIENT_SECRET: randomBytes(24).toString('base64url'),
  DISCORD_GUILD_ID: id(11),
  DISCORD_CHANNEL_ORDERS: id(12),
  DISCORD_CHANNEL_HISTORY: id(13),
  DISCORD_CHANNEL_STOCK: id(14),
  DISCORD_CHANNEL_ERROR: id(15),
  DISCORD_CHANNEL_TICKETS: id(16),
  DISCORD_STAFF_ROLE_ID: id(17),
  DISCORD_VIP_ROLE_ID: id(18),
  DISCORD_INVITE_URL: 'https://discord.gg/pax',
  STRIPE_SECRET_KEY: `sk_live_${secret()}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
  PAYPAL_BUSINESS: 'pay@shop.example',
  PAYPAL_CLIENT_ID: randomBytes(40).toString('base64url'),
  PAYPAL_CLIENT_SECRET: randomBytes(40).toString('base64url'),
  PAYPAL_WEBHOOK_ID: '4JH86294D6297924G',
};

function findFaults(changes: NodeJS.ProcessEnv, base: NodeJS.ProcessEnv = SAFE): readonly string[] {
  try {
    readSettings({ ...base, ...changes });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

const missingPartner = (key: string, other: string): [string] => [`${key}: is needed beside ${other}`];
const MACHINE = 'leads to this machine; a stand-in is for local runs only';
const NETWORK = 'leads into a private network, where no provider is';
const LENGTH = 'needs 32 random characters or more; make one with: openssl rand -hex 32';
const PLACEHOLDER = 'is a placeholder; make one with: openssl rand -hex 32';
const PATTERN = 'repeats itself or counts up; make one with: openssl rand -hex 32';

type Row = readonly [change: Readonly<Record<string, string>>, faults: readonly string[]];

const addresses: Row[] = [
  'STRIPE_API_URL',
  'PAYPAL_URL',
  'PAYPAL_IPN_URL',
  'PAYPAL_API_URL',
  'DISCORD_API_URL',
  'DISCORD_INVITE_URL',
  'PARTNER_SHOP_URL',
].flatMap((key): Row[] => [
  ...[
    'http://localhost:3100/x',
    'https://localhost.',
    'https://shop.localhost',
    'http://127.0.0.1:3100',
    'https://127.1',
    'https://0x7f.1',
    'https://2130706433',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
  ].map((address): Row => [{ [key]: address }, [`${key}: ${MACHINE}`]]),
  ...[
    'https://10.0.0.5',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254',
    'https://0.0.0.0',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://stripe',
    'https://api.internal',
    'https://proxy.local',
  ].map((address): Row => [{ [key]: address }, [`${key}: ${NETWORK}`]]),
  [{ [key]: 'http://provider.example' }, [`${key}: has to be https`]],
]);

const secrets: Row[] = ['SESSION_SECRET', 'BOT_API_TOKEN', 'METRICS_TOKEN', 'TOKEN_KEY'].flatMap(
  (key): Row[] => [
    [{ [key]: 'kT9-vQ2_xW7pL4mZ8rB1nC6yH3sD5fG' }, [`${key}: ${LENGTH}`]],
    [{ [key]: 'change-me-change-me-change-me-change-me' }, [`${key}: ${PLACEHOLDER}`]],
    [{ [key]: 'correct-horse-correct-horse-correct-horse' }, [`${key}: ${PATTERN}`]],
    [{ [key]: '0123456789'.repeat(4) }, [`${key}: ${PATTERN}`]],
  ],
);

const shared = secret();
const others: Row[] = [
  [{ PUBLIC_URL: '' }, ['PUBLIC_URL: is needed in production']],
  [{ TOKEN_KEY: '' }, ['TOKEN_KEY: is needed in production']],
  [{ PUBLIC_URL: 'http://shop.example' }, ['PUBLIC_URL: has to be https, since others reach it']],
  [{ PUBLIC_URL: 'http://192.168.1.5' }, ['PUBLIC_URL: has to be https, since others reach it']],
  [{ SESSION_SECRET: shared, BOT_API_TOKEN: shared }, ['BOT_API_TOKEN: has to differ from SESSION_SECRET']],
  [
    { STRIPE_SECRET_KEY: `sk_test_${secret()}` },
    ['STRIPE_SECRET_KEY: production takes a live key, sk_live_… or rk_live_…'],
  ],
  [
    { STRIPE_SECRET_KEY: `rk_test_${secret()}` },
    ['STRIPE_SECRET_KEY: production takes a live key, sk_live_… or rk_live_…'],
  ],
  [
    { STRIPE_SECRET_KEY: `pk_live_${secret()}` },
    ['STRIPE_SECRET_KEY: production takes a live key, sk_live_… or rk_live_…'],
  ],
  [{ STRIPE_WEBHOOK_SECRET: secret() }, ['STRIPE_WEBHOOK_SECRET: begins with whsec_ where Stripe made it']],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_change_me' }, ['STRIPE_WEBHOOK_SECRET: is a placeholder']],
  ...['PAYPAL_URL', 'PAYPAL_IPN_URL', 'PAYPAL_API_URL'].map((key): Row => [
    { [key]: 'https://ipnpb.sandbox.paypal.com/cgi-bin/webscr' },
    [`${key}: production takes PayPal's live address`],
  ]),
  [{ DISCORD_TOKEN: 'your-bot-token' }, ['DISCORD_TOKEN: is a placeholder']],
  [{ DISCORD_CLIENT_SECRET: 'change-me' }, ['DISCORD_CLIENT_SECRET: is a placeholder']],
  [{ PAYPAL_CLIENT_SECRET: 'change-me' }, ['PAYPAL_CLIENT_SECRET: is a placeholder']],
  [{ RATE_LIMIT_FACTOR: '1.01' }, ['RATE_LIMIT_FACTOR: above 1 is refused in production']],
  [{ FAILPOINTS: 'relay.numbered=kill' }, ['FAILPOINTS: is refused in production']],
  [{ FAILPOINTS: 'bot.claimed=kill' }, ['FAILPOINTS: is refused in production']],
  [{ QUEUE_URL: 'postgres://q/q' }, ['QUEUE_URL: the Postgres queue is for local runs only']],
];

const halfSet: Row[] = [
  [{ STRIPE_WEBHOOK_SECRET: '' }, missingPartner('STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY')],
  [{ STRIPE_SECRET_KEY: '' }, missingPartner('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET')],
  [{ PAYPAL_CLIENT_SECRET: '' }, missingPartner('PAYPAL_CLIENT_SECRET', 'PAYPAL_CLIENT_ID')],
  [{ PAYPAL_WEBHOOK_ID: '' }, missingPartner('PAYPAL_WEBHOOK_ID', 'PAYPAL_CLIENT_ID')],
  [{ PAYPAL_CLIENT_ID: '' }, missingPartner('PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET')],
  [{ DISCORD_CLIENT_SECRET: '' }, missingPartner('DISCORD_CLIENT_SECRET', 'DISCORD_CLIENT_ID')],
  [{ DISCORD_CLIENT_ID: '' }, missingPartner('DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET')],
  [{ DISCORD_TOKEN: '' }, missingPartner('DISCORD_TOKEN', 'DISCORD_GUILD_ID')],
  [{ DISCORD_GUILD_ID: '' }, missingPartner('DISCORD_GUILD_ID', 'DISCORD_TOKEN')],
  [{ BOT_API_TOKEN: '' }, missingPartner('BOT_API_TOKEN', 'DISCORD_CHANNEL_ORDERS')],
  [{ DISCORD_CHANNEL_ERROR: '' }, missingPartner('DISCORD_CHANNEL_ERROR', 'DISCORD_CHANNEL_ORDERS')],
];

describe('settings of a shop that others reach (OWN-222, OWN-227, OWN-585)', () => {
  it('start it where nothing is wrong, its own network included', () => {
    expect(findFaults({})).toEqual([]);
    expect(readSettings(SAFE).isProduction).toBe(true);
    const own = { DATABASE_URL: 'postgres://shop:pw@127.0.0.1/shop', REDIS_URL: 'redis://localhost' };
    expect(findFaults({ ...own, STRIPE_SECRET_KEY: `rk_live_${secret()}` })).toEqual([]);
    expect(findFaults({ RATE_LIMIT_FACTOR: '1', DISCORD_CHANNEL_TICKETS: '' })).toEqual([]);
  });

  describe.each(['production', 'development', 'test'])('with NODE_ENV %s', (NODE_ENV) => {
    // Without an address only NODE_ENV can say that it is production.
    const rows = [...addresses, ...secrets, ...others].filter(
      ([change]) => NODE_ENV === 'production' || change['PUBLIC_URL'] !== '',
    );
    it.each(rows)('refuse %j', (change, faults) => {
      expect(findFaults({ NODE_ENV, ...change })).toEqual(faults);
    });
  });

  it('may be tried on one machine without https', () => {
    for (const PUBLIC_URL of ['http://localhost', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(findFaults({ PUBLIC_URL })).toEqual([]);
  });

  it('are all named at once', () => {
    const rows = [...addresses, ...secrets].filter(([change]) => !('DISCORD_INVITE_URL' in change));
    const change = Object.assign({}, ...rows.map(([one]) => one));
    expect(findFaults(change)).toHaveLength(10);
  });

  it('need more than the example gives', () => {
    const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    const names = findFaults({ NODE_ENV: 'production' }, parseEnv(text)).map(
      (fault) => fault.split(':', 1)[0],
    );
    expect(names).toEqual(['DATABASE_URL', 'SESSION_SECRET', 'PUBLIC_URL', 'TOKEN_KEY']);
  });
});

describe('a third party that is set up by half (OWN-222)', () => {
  const local = { ...SAFE, NODE_ENV: 'development', PUBLIC_URL: '' };
  it.each(halfSet)('is named everywhere: %j', (change, faults) => {
    expect(findFaults(change)).toEqual(faults);
    expect(findFaults(change, local)).toEqual(faults);
  });

  it('is not set up whose VIP role is the staff role (OWN-1159)', () => {
    const fault = 'DISCORD_VIP_ROLE_ID: must not be DISCORD_STAFF_ROLE_ID, since customers get it for points';
    expect(findFaults({ DISCORD_VIP_ROLE_ID: id(17) })).toEqual([fault]);
    expect(findFaults({ DISCORD_VIP_ROLE_ID: id(17) }, local)).toEqual([fault]);
  });

  it('is fine left out whole', () => {
    const keys = Object.keys(environment.shape);
    const without = (prefix: string): Record<string, string> =>
      Object.fromEntries(keys.filter((key) => key.startsWith(prefix)).map((key) => [key, '']));
    expect(findFaults(without('STRIPE_'))).toEqual([]);
    expect(findFaults(without('PAYPAL_'))).toEqual([]);
    expect(findFaults({ ...without('PAYPAL_'), PAYPAL_MODE: 'orders' })).toEqual([
      'PAYPAL_MODE: orders needs PAYPAL_CLIENT_ID',
    ]);
    expect(findFaults(without('DISCORD_'))).toEqual([]);
    expect(findFaults({ ...without('DISCORD_'), DISCORD_INVITE_URL: 'https://discord.gg/pax' })).toEqual([]);
    expect(findFaults(without('DISCORD_CHANNEL_'))).toEqual([]);
  });
});

describe('local runs', () => {
  it('may do all of it', () => {
    const local = { ...SAFE, NODE_ENV: 'development', PUBLIC_URL: 'http://127.0.0.1:3000' };
    for (const [change] of [...addresses, ...secrets, ...others].filter(([one]) => !('PUBLIC_URL' in one)))
      expect(findFaults(change, local)).toEqual([]);
  });
});

describe('a run that may be reached though it says nothing of it (OWN-222)', () => {
  const weak = { SESSION_SECRET: 'short', BOT_API_TOKEN: 'a-token-of-the-docs' };
  const silent = { ...SAFE, ...weak, NODE_ENV: '', PUBLIC_URL: '', HOST: '' };
  const named = ['SESSION_SECRET', 'BOT_API_TOKEN'];
  const namesOf = (change: NodeJS.ProcessEnv) =>
    findFaults(change, silent).map((fault) => fault.split(':', 1)[0]);

  it.each([
    { HOST: '0.0.0.0', NODE_ENV: 'development' },
    { HOST: '::', NODE_ENV: 'test' },
    { HOST: '192.168.1.7', PUBLIC_URL: 'http://127.0.0.1:3000' },
    { HOST: 'shop', NODE_ENV: 'development', PUBLIC_URL: 'http://localhost:3000' },
    {},
    { HOST: '127.0.0.1' },
  ])('takes no weak secret: %j', (change) => {
    expect(namesOf(change)).toEqual(named);
    const strong = { SESSION_SECRET: secret(), BOT_API_TOKEN: secret() };
    expect(findFaults({ ...change, ...strong }, silent)).toEqual([]);
  });

  it.each([
    { NODE_ENV: 'development' },
    { PUBLIC_URL: 'http://127.0.0.1:3000', HOST: 'localhost' },
    { NODE_ENV: 'test', HOST: '::1' },
  ])('takes any on this machine alone: %j', (change) => expect(namesOf(change)).toEqual([]));

  it('names the address that is missing from a production build', () =>
    expect(namesOf({ NODE_ENV: 'production' })).toEqual(['PUBLIC_URL', ...named]));
});

describe('what will stop working', () => {
  const warned = (changes: NodeJS.ProcessEnv, base: NodeJS.ProcessEnv = SAFE) =>
    listSettingsWarnings(readSettings({ ...base, ...changes })).map((warning) =>
      warning.slice(0, warning.indexOf(':')),
    );

  it('is PayPal’s form in production, where buyers are led to it', () => {
    expect(warned({})).toEqual(['PAYPAL_MODE']);
    expect(warned({ PAYPAL_MODE: 'form' })).toEqual(['PAYPAL_MODE']);
    expect(warned({ PAYPAL_MODE: 'orders' })).toEqual([]);
    expect(warned({ PAYMENT_METHODS: 'card' })).toEqual([]);
    expect(warned({ PAYPAL_BUSINESS: undefined })).toEqual([]);
    expect(warned({ NODE_ENV: 'development', PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual([]);
  });
});

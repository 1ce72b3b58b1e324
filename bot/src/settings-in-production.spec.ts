import { describe, expect, it } from '@jest/globals';
import { SettingsError } from '@pax/contracts/settings';
import { randomBytes } from 'node:crypto';
import { readSettings } from './settings.js';

const id = (n: number): string => `5000000000000000${n}`;

/** A bot as an operator would set it up; nothing in it is wrong. */
const SAFE: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  BACKEND_URL: 'http://backend:3000',
  REDIS_URL: 'redis://:pw@10.0.0.6:6379',
  BOT_API_TOKEN: randomBytes(32).toString('hex'),
  DISCORD_TOKEN: `MTE4.${randomBytes(20).toString('base64url')}`,
  DISCORD_CLIENT_ID: id(10),
  DISCORD_GUILD_ID: id(11),
  DISCORD_CHANNEL_ORDERS: id(12),
  DISCORD_CHANNEL_HISTORY: id(13),
  DISCORD_CHANNEL_STOCK: id(14),
  DISCORD_CHANNEL_ERROR: id(15),
};

function faultsOf(changes: Readonly<Record<string, string>>): readonly string[] {
  try {
    readSettings({ ...SAFE, ...changes });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

type Row = readonly [change: Readonly<Record<string, string>>, faults: readonly string[]];

const MACHINE = 'leads to this machine; a stand-in is for local runs only';
const NETWORK = 'leads into a private network, where no provider is';
const ROWS: readonly Row[] = [
  ...[
    'http://localhost.:3100',
    'https://a.localhost',
    'https://[::ffff:127.0.0.1]',
    'https://2130706433',
  ].map((address): Row => [{ DISCORD_API_URL: address }, [`DISCORD_API_URL: ${MACHINE}`]]),
  ...['https://10.0.0.5', 'https://169.254.1.1', 'https://[fd00::1]', 'https://discord.internal'].map(
    (address): Row => [{ DISCORD_API_URL: address }, [`DISCORD_API_URL: ${NETWORK}`]],
  ),
  [{ DISCORD_API_URL: 'http://discord.example' }, ['DISCORD_API_URL: has to be https']],
  [{ PUBLIC_URL: '' }, ['PUBLIC_URL: is needed in production']],
  [{ PUBLIC_URL: 'http://shop.example' }, ['PUBLIC_URL: has to be https, since others reach it']],
  [
    { PUBLIC_URL: 'https://shop.example/path' },
    ['PUBLIC_URL: has to be a scheme, a host and perhaps a port, and nothing else'],
  ],
  [
    { BOT_API_TOKEN: 'kT9-vQ2_xW7pL4mZ8rB1nC6yH3sD5fG' },
    ['BOT_API_TOKEN: needs 32 random characters or more; make one with: openssl rand -hex 32'],
  ],
  [
    { BOT_API_TOKEN: 'change-me-change-me-change-me-change-me' },
    ['BOT_API_TOKEN: is a placeholder; make one with: openssl rand -hex 32'],
  ],
  [{ DISCORD_TOKEN: 'your-bot-token' }, ['DISCORD_TOKEN: is a placeholder']],
  [{ FAILPOINTS: 'relay.numbered=kill' }, ['FAILPOINTS: is refused in production']],
  [{ QUEUE_URL: 'postgres://q/q' }, ['QUEUE_URL: the Postgres queue is for local runs only']],
];

describe('settings of a bot whose shop others reach (OWN-222)', () => {
  it('start it where nothing is wrong', () => expect(faultsOf({})).toEqual([]));

  describe.each(['production', 'development', 'test'])('with NODE_ENV %s', (NODE_ENV) => {
    // Without an address only NODE_ENV can say that it is production.
    it.each(ROWS.filter(([change]) => NODE_ENV === 'production' || change['PUBLIC_URL'] !== ''))(
      'refuse %j',
      (change, faults) => {
        expect(faultsOf({ NODE_ENV, ...change })).toEqual(faults);
      },
    );
  });

  it('name two roles for staff and VIPs (OWN-1159)', () => {
    const roles = { DISCORD_STAFF_ROLE_ID: id(17), DISCORD_VIP_ROLE_ID: id(18) };
    expect(faultsOf(roles)).toEqual([]);
    expect(faultsOf({ ...roles, DISCORD_VIP_ROLE_ID: id(17) })).toEqual([
      'DISCORD_VIP_ROLE_ID: must not be DISCORD_STAFF_ROLE_ID, since customers get it for points',
    ]);
  });

  it('need each part of Discord (OWN-222)', () => {
    for (const key of Object.keys(SAFE).filter((name) => name.startsWith('DISCORD_')))
      expect(faultsOf({ [key]: '' })).toEqual([expect.stringMatching(new RegExp(`^${key}: `))]);
    expect(faultsOf({ DISCORD_STAFF_PING: 'on' })).toEqual([
      'DISCORD_STAFF_PING: "on" needs DISCORD_STAFF_ROLE_ID',
    ]);
  });

  it('are all named at once, rules between keys included', () => {
    const faults = faultsOf({
      DISCORD_TOKEN: '',
      BOT_API_TOKEN: 'short',
      DISCORD_API_URL: 'http://127.0.0.1',
    });
    expect(faults.map((fault) => fault.split(':', 1)[0])).toEqual([
      'DISCORD_TOKEN',
      'BOT_API_TOKEN',
      'DISCORD_API_URL',
    ]);
  });
});

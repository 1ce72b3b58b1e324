import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { discordWorld } from '@pax/stand-ins';
import { GatewayDispatchEvents } from 'discord.js';
import { LiveBot } from '../../test/live-bot.js';
import { waitUntil } from '../../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(180_000);

const { guildId, botUserId, applicationId, channels } = discordWorld;

/** An interaction as Discord sends it, with changes. */
const interaction = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: '1200000000000000001',
  application_id: applicationId,
  type: 2,
  token: 'nobody waits for this one',
  version: 1,
  guild_id: guildId,
  channel_id: channels.orders,
  member: { user: { id: '516830472295546880', username: 'coalheart' }, roles: [], permissions: '0' },
  data: { id: '1200000000000000002', name: 'help', type: 1 },
  entitlements: [],
  authorizing_integration_owners: {},
  app_permissions: '0',
  locale: 'en-US',
  ...changes,
});
const button = { type: 3, data: { component_type: 2, custom_id: 'x' } };
const ready = {
  user: { id: botUserId },
  guilds: [],
  session_id: 'x',
  resume_gateway_url: 'ws://127.0.0.1:9',
};

const EVENTS: [string, string, unknown][] = [
  ['a thread of null', 'THREAD_CREATE', null],
  [
    'a message with a thread of null',
    'INTERACTION_CREATE',
    interaction({ ...button, message: { id: '1', thread: null } }),
  ],
  ['install parameters of null', 'READY', { ...ready, application: { id: '1', install_params: null } }],
  ['a server of null', 'GUILD_CREATE', null],
  ['a server without channels', 'GUILD_CREATE', { id: '1', channels: null, members: 7 }],
  ['an interaction of null', 'INTERACTION_CREATE', null],
  ['an interaction without its data', 'INTERACTION_CREATE', interaction({ data: null })],
  ['an interaction without who asked', 'INTERACTION_CREATE', interaction({ member: null })],
  [
    'roles of another kind',
    'INTERACTION_CREATE',
    interaction({ member: { user: { id: '1' }, roles: { cache: 1 } } }),
  ],
  ['a type with the name of an emitter’s event', 'error', { id: '1' }],
  ['a server that leaves without saying which', 'GUILD_DELETE', null],
  ['a role of nothing', 'GUILD_ROLE_UPDATE', { guild_id: guildId, role: null }],
];
const FRAMES: [string, string][] = [
  ['no JSON', 'nothing'],
  ['null', 'null'],
  ['a greeting of null', '{"op":10,"d":null}'],
  ['a session that is refused with null', '{"op":9,"d":null}'],
  ['an event without anything', '{"op":0}'],
  ['an unknown operation', '{"op":"x","d":{}}'],
];

/** Numbers from 0 to 1, the same in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const JUNK: unknown[] = [
  null,
  undefined,
  7,
  -1,
  '',
  'x',
  true,
  [],
  {},
  [null],
  { id: null },
  { id: '1' },
  '9'.repeat(400),
];

/** The same value with one part of it, somewhere, replaced by junk. */
function spoilt(value: unknown, random: () => number): unknown {
  const junk = JUNK[Math.floor(random() * JUNK.length)];
  if (typeof value !== 'object' || value === null || random() < 0.2) return junk;
  const keys = Object.keys(value);
  const key = keys[Math.floor(random() * keys.length)];
  if (key === undefined) return junk;
  const copy: Record<string, unknown> = { ...value };
  copy[key] = spoilt(copy[key], random);
  return copy;
}

describe('a gateway message that can’t be read', () => {
  const bot = new LiveBot();
  beforeAll(async () => {
    await bot.open();
    await bot.start();
    await bot.waitUntilRegistered();
  });
  afterAll(() => bot.close());

  /** What a command and the count of connects come to when nothing was lost. */
  const state = async () => ({ ...(await bot.command('help')), connections: bot.connectionCount });
  const CARRIES_ON = { state: 'answered', ephemeral: true, connections: 1 };

  it.each(EVENTS)('is skipped: %s', async (_, type, data) => {
    await bot.dispatch(type, data);
    expect(await state()).toMatchObject(CARRIES_ON);
  });

  it.each(FRAMES)('is skipped: a frame of %s', async (_, text) => {
    await bot.performAction('frame', { text });
    await bot.performAction('dispatch', { type: 'RESUMED', data: {} });
    expect(await state()).toMatchObject(CARRIES_ON);
  });

  it('is counted, reported with the lease, and logged once per reason', async () => {
    const before = bot.lastReport?.unreadable ?? 0;
    for (let turn = 0; turn < 50; turn += 1) await bot.dispatch('GUILD_ROLE_CREATE', null);
    await waitUntil(() => (bot.lastReport?.unreadable ?? 0) >= before + 50, 'the count is reported');
    expect(bot.logLines.filter((line) => line.includes('GUILD_ROLE_CREATE'))).toHaveLength(1);
  });

  it('is skipped whatever it is: every event with junk, and calls with a part replaced', async () => {
    const random = numbersFrom(13);
    const types = Object.values(GatewayDispatchEvents).filter((type) => type !== GatewayDispatchEvents.Ready);
    for (const type of types) for (const data of JUNK) await bot.dispatch(type, data);
    for (let turn = 0; turn < 400; turn += 1) {
      const base = interaction(turn % 2 === 0 ? {} : { ...button, message: { id: '1', channel_id: '2' } });
      await bot.dispatch('INTERACTION_CREATE', spoilt(base, random));
    }
    expect(await state()).toMatchObject(CARRIES_ON);
  });
});

describe('a call of which Discord leaves something out', () => {
  const bot = new LiveBot();
  beforeAll(async () => {
    await bot.open();
    await bot.start();
    await bot.waitUntilRegistered();
  });
  afterAll(() => bot.close());

  it.each([
    ['locale', 'coalheart'],
    ['guild_locale', 'lumen_oak'],
    ['app_permissions', 'tinkerfox'],
    ['version', 'mira.staff'],
    ['channel', 'pax.operator'],
  ])('is answered without %s, in English (OWN-146)', async (part, user) => {
    const { state, message } = await bot.command('help', { user, without: [part] });
    expect(state).toBe('answered');
    expect(JSON.stringify(message)).toContain('What I can do');
  });

  it('is none of ours when it comes from another server, readable or not', async () => {
    const foreign = { guild_id: '1184301928354734999', token: 'of-another-server' };
    await bot.dispatch('INTERACTION_CREATE', interaction(foreign));
    await bot.dispatch('INTERACTION_CREATE', interaction({ ...foreign, entitlements: null }));
    await bot.dispatch('INTERACTION_CREATE', interaction({ token: 'of-ours', entitlements: null }));
    const answered = async (token: string): Promise<number> =>
      (await bot.discordCalls()).filter(({ path }) => path.includes(token)).length;
    for (let calls = 0; calls === 0;) calls = await answered('of-ours');
    expect(await answered('of-another-server')).toBe(0);
  });

  it('of direct messages is answered as well', async () => {
    for (const [token, guild] of [
      ['without-a-server', undefined],
      ['with-no-server', null],
    ] as const) {
      await bot.dispatch('INTERACTION_CREATE', interaction({ token, guild_id: guild, entitlements: null }));
      const answers = async (): Promise<number> =>
        (await bot.discordCalls()).filter(({ path }) => path.includes(token)).length;
      for (let sent = 0; sent === 0;) sent = await answers();
      expect(await answers()).toBe(1);
    }
  });

  it('gets an error answer when it can’t be read (OWN-146)', async () => {
    const told = await bot.command('help', { without: ['entitlements'] });
    expect(told).toMatchObject({
      state: 'answered',
      message: { content: 'That did not work. Please try again in a moment.' },
    });
  });
});

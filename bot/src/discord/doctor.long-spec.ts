import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  BOT_PERMISSIONS,
  CHANNELS,
  type BotPermission,
  type Channel,
  type DoctorReport,
} from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import { LiveBot } from '../../test/live-bot.js';
import { anOrderPost } from '../../test/samples.js';
import { waitUntil } from '../../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const { channels, roles, guildId } = discordWorld;
const IN_CHANNELS: readonly BotPermission[] = [
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'ReadMessageHistory',
];
/** What is denied one at a time: where, its name, and Discord's name on the wire. */
const DENIED: readonly (readonly [Channel, BotPermission, string])[] = [
  ['stock', 'ViewChannel', 'VIEW_CHANNEL'],
  ['stock', 'SendMessages', 'SEND_MESSAGES'],
  ['stock', 'EmbedLinks', 'EMBED_LINKS'],
  ['stock', 'ReadMessageHistory', 'READ_MESSAGE_HISTORY'],
  ['orders', 'MentionEveryone', 'MENTION_EVERYONE'],
  ['stock', 'PinMessages', 'PIN_MESSAGES'],
  ['tickets', 'CreatePublicThreads', 'CREATE_PUBLIC_THREADS'],
  ['tickets', 'SendMessagesInThreads', 'SEND_MESSAGES_IN_THREADS'],
];
/** The same of the whole server, by their bits. */
const OF_SERVER: readonly (readonly [BotPermission, bigint])[] = [
  ['CreateInstantInvite', 1n << 0n],
  ['ManageRoles', 1n << 28n],
];
const ALL_BUT_ADMINISTRATOR = ((1n << 52n) - 1n) & ~(1n << 3n);
const ROLE = {
  id: roles.bot,
  name: 'Market Bot',
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  icon: null,
  unicode_emoji: null,
  position: 3,
  permissions: String((1n << 10n) | (1n << 11n)),
  managed: true,
  mentionable: false,
  flags: 0,
};
const SETTINGS = {
  DISCORD_CHANNEL_PURCHASES: channels.purchases,
  DISCORD_CHANNEL_RESTOCKS: channels.restocks,
  DISCORD_STAFF_ROLE_ID: roles.staff,
  DISCORD_VIP_ROLE_ID: roles.vip,
  DISCORD_STAFF_PING: 'on',
};
const NOBODYS_ID = '199999999999999999';

it('denies each permission that the bot needs, one at a time (OWN-446)', () => {
  const denied = [...DENIED.map(([, permission]) => permission), ...OF_SERVER.map(([name]) => name)];
  expect(denied.toSorted()).toEqual([...BOT_PERMISSIONS].toSorted());
});

describe('what the bot sees on its server', () => {
  const bot = new LiveBot();
  beforeAll(() => bot.open());
  afterAll(() => bot.close());

  const seen = async (satisfies: (doctor: DoctorReport) => boolean, what: string): Promise<DoctorReport> => {
    await waitUntil(() => {
      const doctor = bot.lastReport?.doctor;
      return doctor !== undefined && satisfies(doctor);
    }, what);
    const doctor = bot.lastReport?.doctor;
    if (!doctor) throw new Error('no report');
    return doctor;
  };
  const lacksIn = ({ channels: all }: DoctorReport, channel: Channel): readonly string[] =>
    all.find((one) => one.channel === channel)?.lacks ?? ['not examined'];

  describe('while its settings are right (OWN-446)', () => {
    beforeAll(() => bot.start(SETTINGS));
    afterAll(() => bot.stop());

    it('is every permission of every channel, and roles as they should be', async () => {
      const doctor = await seen(() => true, 'a report');
      expect(doctor.channels).toEqual(
        CHANNELS.map((channel) => ({
          channel,
          state: 'found',
          name: channel === 'tickets' ? 'orders' : channel,
          // Where no channel of tickets is set they go to orders, without a ping.
          has: [
            ...IN_CHANNELS,
            ...(channel === 'orders' ? ['MentionEveryone'] : []),
            ...(channel === 'stock' ? ['PinMessages'] : []),
            ...(channel === 'tickets' ? ['CreatePublicThreads', 'SendMessagesInThreads'] : []),
          ],
          lacks: [],
        })),
      );
      expect(doctor.server).toEqual({ has: ['CreateInstantInvite', 'ManageRoles'], lacks: [] });
      expect(doctor.roles).toEqual([
        { role: 'staff', state: 'fine', name: 'Staff' },
        { role: 'vip', state: 'fine', name: 'VIP' },
      ]);
    });

    it.each(DENIED)(
      'is what it lacks, in that channel alone, until it has it again: %s %s',
      async (...one) => {
        const [channel, permission, name] = one;
        const right = { channel: channel === 'tickets' ? 'orders' : channel, permission: name };
        await bot.performAction('permission', { ...right, allowed: false });
        const doctor = await seen((now) => lacksIn(now, channel).length > 0, `${permission} is missing`);
        expect(lacksIn(doctor, channel)).toEqual([permission]);
        expect(lacksIn(doctor, 'history')).toEqual([]);
        await bot.performAction('permission', { ...right, allowed: true });
        await seen((now) => lacksIn(now, channel).length === 0, `${permission} is back`);
      },
    );

    it('is that a ping may not reach staff, whose order is posted all the same (OWN-140)', async () => {
      const right = { channel: 'orders', permission: 'MENTION_EVERYONE' };
      await bot.performAction('permission', { ...right, allowed: false });
      await seen((now) => lacksIn(now, 'orders').includes('MentionEveryone'), 'the ping is missing');
      bot.shop.addPosts('orders', anOrderPost(501));
      await waitUntil(() => bot.shop.allSent(), 'posted');
      expect(await bot.readMessages('orders')).toContain(`<@&${roles.staff}>`);
      expect(bot.shop.alerts).toEqual([]);
      await bot.performAction('permission', { ...right, allowed: true });
      await seen((now) => lacksIn(now, 'orders').length === 0, 'all is there again');
    });

    it('is that a role stands above its own', async () => {
      await bot.performAction('role', { role: 'VIP', position: 3 });
      const doctor = await seen(({ roles: all }) => all.some(({ state }) => state === 'above_bot'), 'above');
      expect(doctor.roles).toContainEqual({ role: 'vip', state: 'above_bot', name: 'VIP' });
      await bot.performAction('role', { role: 'VIP', position: 1 });
      await seen(({ roles: all }) => all.every(({ state }) => state === 'fine'), 'below again');
    });

    it('is that the VIP role stands above the staff role, or may do what moderators may (OWN-1159)', async () => {
      await bot.performAction('role', { role: 'VIP', position: 2 });
      const above = await seen(({ roles: all }) => all[1]?.state !== 'fine', 'above the staff role');
      expect(above.roles[1]).toEqual({ role: 'vip', state: 'above_staff', name: 'VIP' });
      await bot.performAction('role', { role: 'VIP', position: 1 });
      await seen(({ roles: all }) => all[1]?.state === 'fine', 'below again');
      const vip = { ...ROLE, id: roles.vip, name: 'VIP', managed: false, position: 1 };
      const grant = (permissions: bigint) =>
        bot.dispatch('GUILD_ROLE_UPDATE', {
          guild_id: guildId,
          role: { ...vip, permissions: String(permissions) },
        });
      await grant((1n << 10n) | (1n << 2n) | (1n << 28n));
      const mighty = await seen(({ roles: all }) => all[1]?.state !== 'fine', 'moderators’ permissions');
      expect(mighty.roles[1]).toEqual({
        role: 'vip',
        state: 'staff_permissions',
        name: 'VIP',
        permissions: ['ManageRoles', 'BanMembers'],
      });
      await grant(1n << 10n);
      await seen(({ roles: all }) => all[1]?.state === 'fine', 'a VIP’s permissions');
    });

    it('is what it lacks in the whole server, and who may give the staff role without being an admin', async () => {
      await bot.dispatch('GUILD_ROLE_UPDATE', { guild_id: guildId, role: ROLE });
      const givers = { ...ROLE, id: NOBODYS_ID, name: 'Moderator', managed: false, position: 9 };
      await bot.dispatch('GUILD_ROLE_CREATE', {
        guild_id: guildId,
        role: { ...givers, permissions: String(1n << 28n) },
      });
      const doctor = await seen(({ roles: all }) => all[0]?.state === 'given_by_others', 'a giver');
      expect(doctor.roles[0]?.givenBy).toEqual(['Moderator']);
      expect(doctor.server.lacks).toContain('ManageRoles');
    });

    it.each(OF_SERVER)('is what the whole server denies it, alone: %s', async (permission, bit) => {
      // Else everybody may invite.
      const everyone = {
        ...ROLE,
        id: guildId,
        name: '@everyone',
        managed: false,
        position: 0,
        permissions: '0',
      };
      await bot.dispatch('GUILD_ROLE_UPDATE', { guild_id: guildId, role: everyone });
      const permissions = String(ALL_BUT_ADMINISTRATOR & ~bit);
      await bot.dispatch('GUILD_ROLE_UPDATE', { guild_id: guildId, role: { ...ROLE, permissions } });
      const doctor = await seen(
        ({ server }) => server.lacks.join() === permission,
        `${permission} is missing`,
      );
      expect(doctor.channels.flatMap(({ lacks }) => lacks)).toEqual([]);
    });

    it('is that a channel is none for messages', async () => {
      await bot.dispatch('CHANNEL_UPDATE', {
        id: channels.stock,
        guild_id: guildId,
        type: 4,
        name: 'stock',
        position: 1,
        permission_overwrites: [],
        flags: 0,
      });
      const isNone = ({ channel, state }: DoctorReport['channels'][number]): boolean =>
        channel === 'stock' && state === 'no_text';
      const doctor = await seen(({ channels: all }) => all.some(isNone), 'no text channel');
      expect(doctor.channels.find(isNone)).toMatchObject({ name: 'stock', has: [], lacks: [] });
    });
  });

  it('is which of its settings name nothing (OWN-446)', async () => {
    await bot.start({
      ...SETTINGS,
      DISCORD_CHANNEL_STOCK: NOBODYS_ID,
      DISCORD_STAFF_ROLE_ID: NOBODYS_ID,
      DISCORD_VIP_ROLE_ID: roles.bot,
    });
    const doctor = await seen(() => true, 'a report');
    expect(doctor.channels.find(({ channel }) => channel === 'stock')).toEqual({
      channel: 'stock',
      state: 'unknown',
      has: [],
      lacks: [],
    });
    expect(doctor.roles).toEqual([
      { role: 'staff', state: 'unknown' },
      { role: 'vip', state: 'managed', name: 'Market Bot' },
    ]);
    await bot.stop();
    await bot.start({ ...SETTINGS, DISCORD_GUILD_ID: NOBODYS_ID });
    await waitUntil(() => bot.lastReport?.guild === 'unknown', 'the server is unknown');
    expect(bot.lastReport?.doctor).toBeUndefined();
    await bot.stop();
  });
});

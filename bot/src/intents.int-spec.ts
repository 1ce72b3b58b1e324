import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { discordWorld } from '@pax/sandbox';
import { z } from 'zod';
import { LiveBot } from '../test/live-bot.js';
import { aPost } from '../test/samples.js';
import { until } from '../test/until.js';

const idOf = (name: string): string => discordWorld.users.find(({ username }) => username === name)?.id ?? '';
const { tickets } = discordWorld.channels;
const STAFF = 'mira.staff';
const written = z.looseObject({ id: z.string() });
const ticketPost = aPost(
  12,
  {
    kind: 'ticket',
    ticket: {
      id: 12,
      name: 'Ann',
      subject: 'Where?',
      message: 'Help',
      priority: 'low',
      status: 'open',
      prioritySupport: false,
    },
  },
  'ticket.opened',
);
const ON = { DISCORD_MEMBERS_INTENT: 'on', DISCORD_MESSAGE_CONTENT_INTENT: 'on' };

describe('privileged intents, by the real library', () => {
  const bot = new LiveBot(50);
  beforeAll(() => bot.open());
  afterEach(() => bot.stop());
  afterAll(() => bot.close());

  const grant = (isGranted: boolean) =>
    bot.act('intents', { guildMembers: isGranted, messageContent: isGranted });

  it('that Discord does not grant are named, and all else works without them (OWN-749)', async () => {
    await grant(false);
    await bot.start(ON);
    await bot.logged('4014');
    await until(
      () => bot.report?.refusedIntents?.join() === 'GuildMembers,MessageContent',
      'the report names the intents',
    );
    expect((await bot.command('help')).state).toBe('answered');
  });

  it('that do nothing without another setting are named (OWN-807)', async () => {
    await grant(true);
    await bot.start({ DISCORD_MEMBERS_INTENT: 'on' });
    await until(() => bot.report?.idleIntents?.join() === 'GuildMembers', 'the report names the intent');
  });

  it('let the lines of a ticket’s thread into its transcript, as they are now (OWN-748)', async () => {
    const { threads } = bot.shop;
    await grant(true);
    await bot.start({ ...ON, DISCORD_CHANNEL_TICKETS: tickets });
    bot.shop.add('tickets', ticketPost);
    await until(() => bot.shop.allSent(), 'the post is sent');
    const thread = bot.shop.batches.at(-1)?.messageId ?? '';
    threads.tasks.push({ kind: 'open', ticketId: 12, messageId: thread, subject: 'Where?' });
    await until(() => threads.outcomes.length === 1, 'the thread is open');
    await bot.act('message', { user: STAFF, content: 'elsewhere' });
    const { id } = written.parse(
      await bot.act('message', { user: STAFF, channel: thread, content: 'I go @everyone' }),
    );
    await until(() => threads.lines.length === 1, 'the line');
    expect(threads.lines[0]).toMatchObject({
      threadId: thread,
      messageId: id,
      author: { name: STAFF },
      text: 'I go @everyone',
    });
    await bot.act('delete-message', { user: STAFF, channel: thread, message: id });
    await until(() => threads.lines.length === 2, 'its end');
    expect(threads.lines[1]).toMatchObject({ messageId: id, author: null, text: null });
    const guild_id = discordWorld.guildId;
    await bot.act('dispatch', {
      type: 'MESSAGE_DELETE_BULK',
      data: { ids: ['310457829164280001', '310457829164280002'], channel_id: thread, guild_id },
    });
    await until(() => threads.lines.length === 4, 'lines of before that were deleted together');
    for (const line of threads.lines.slice(2)) expect(line).toMatchObject({ author: null, text: null });
  });

  it('welcome who joins, also while the bot was away, once and without a ping (OWN-747)', async () => {
    const { newcomers } = bot.shop;
    const rejoin = async (user: string) => {
      await bot.act('leave', { user });
      await bot.act('join', { user });
    };
    await grant(true);
    newcomers.since = Date.now();
    await rejoin('lumen_oak');
    await bot.start({ ...ON, DISCORD_CHANNEL_WELCOME: discordWorld.channels.stock });
    await until(() => newcomers.welcomed.length === 1, 'the one who joined meanwhile');
    expect(bot.report).not.toHaveProperty('idleIntents');
    await rejoin('coalheart');
    await until(() => newcomers.welcomed.length === 2, 'the one who joins');
    expect(newcomers.welcomed).toEqual([idOf('lumen_oak'), idOf('coalheart')]);
    const shown = await bot.messagesOf(discordWorld.channels.stock);
    for (const id of newcomers.welcomed) expect(shown.split(`<@${id}>`)).toHaveLength(2);
    expect(shown).toContain('claim-reward');
    expect(shown).not.toMatch(/"mentions":\[[^\]]/);
  });

  it('are not asked for unless the settings say so, and no line of a thread is taken (OWN-429, OWN-748)', async () => {
    const { threads } = bot.shop;
    await grant(true);
    await bot.start({ DISCORD_CHANNEL_TICKETS: tickets });
    await until(() => bot.report?.guild === 'known', 'connected');
    expect(bot.report).not.toHaveProperty('refusedIntents');
    const taken = threads.lines.length;
    await bot.act('message', { user: STAFF, channel: bot.shop.batches.at(-1)?.messageId, content: 'inside' });
    // The gateway keeps their order: what came before this answer was heard.
    expect((await bot.command('help')).state).toBe('answered');
    expect(threads.lines).toHaveLength(taken);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { discordWorld } from '@pax/stand-ins';
import { z } from 'zod';
import { LiveBot } from '../test/live-bot.js';
import { aPost } from '../test/samples.js';
import { waitUntil } from '../test/wait-until.js';

const idOf = (name: string): string => discordWorld.users.find(({ username }) => username === name)?.id ?? '';
const { tickets } = discordWorld.channels;
const STAFF = 'mira.staff';
const written = z.looseObject({ id: z.string() });
const message = written.extend({ channel_id: z.string() });
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
      discordId: null,
      namedOrders: [],
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
    bot.performAction('intents', { guildMembers: isGranted, messageContent: isGranted });

  it('that Discord does not grant are named, and all else works without them (OWN-446)', async () => {
    await grant(false);
    await bot.start(ON);
    await bot.waitForLogLine('4014');
    await waitUntil(
      () => bot.lastReport?.refusedIntents?.join() === 'GuildMembers,MessageContent',
      'the report names the intents',
    );
    expect((await bot.command('help')).state).toBe('answered');
  });

  it('that do nothing without another setting are named (OWN-446)', async () => {
    await grant(true);
    await bot.start({ DISCORD_MEMBERS_INTENT: 'on' });
    await waitUntil(
      () => bot.lastReport?.idleIntents?.join() === 'GuildMembers',
      'the report names the intent',
    );
  });

  it('let the lines of a ticket’s thread into its transcript, as they are now (OWN-746)', async () => {
    const { threads } = bot.shop;
    await grant(true);
    await bot.start({ ...ON, DISCORD_CHANNEL_TICKETS: tickets });
    bot.shop.addPosts('tickets', ticketPost);
    await waitUntil(() => bot.shop.allSent(), 'the post is sent');
    const thread = bot.shop.batches.at(-1)?.messageId ?? '';
    threads.tasks.push({ kind: 'open', ticketId: 12, messageId: thread });
    await waitUntil(() => threads.outcomes.length === 1, 'the thread is open');
    await bot.performAction('message', { user: STAFF, content: 'elsewhere' });
    const { id } = written.parse(
      await bot.performAction('message', { user: STAFF, channel: thread, content: 'I go @everyone' }),
    );
    await waitUntil(() => threads.lines.length === 1, 'the line');
    expect(threads.lines[0]).toMatchObject({
      threadId: thread,
      messageId: id,
      author: { name: STAFF },
      text: 'I go @everyone',
    });
    await bot.performAction('delete-message', { user: STAFF, channel: thread, message: id });
    await waitUntil(() => threads.lines.length === 2, 'its end');
    expect(threads.lines[1]).toMatchObject({ messageId: id, author: null, text: null });
    const guild_id = discordWorld.guildId;
    await bot.performAction('dispatch', {
      type: 'MESSAGE_DELETE_BULK',
      data: { ids: ['310457829164280001', '310457829164280002'], channel_id: thread, guild_id },
    });
    await waitUntil(() => threads.lines.length === 4, 'lines of before that were deleted together');
    for (const line of threads.lines.slice(2)) expect(line).toMatchObject({ author: null, text: null });
  });

  describe('lines that nobody heard (OWN-746)', () => {
    const settings = { ...ON, DISCORD_CHANNEL_TICKETS: tickets };
    const { threads } = bot.shop;
    const texts = (): (string | null)[] => threads.lines.map(({ text }) => text);
    const threadId = (): string => threads.outcomes[0]?.threadId ?? '';
    const say = (content: string): Promise<unknown> =>
      bot.performAction('message', { user: STAFF, channel: threadId(), content });
    const heard = (...wanted: string[]): Promise<void> =>
      waitUntil(() => texts().join() === wanted.join(), wanted.join());
    beforeAll(() => grant(true));
    beforeEach(() => {
      threads.lines.length = 0;
    });

    it('since the bot was away are read on its start, once and in order', async () => {
      // More than Discord gives at once.
      const away = Array.from({ length: 103 }, (_, at) => `away ${at}`);
      for (const text of away) await say(text);
      await bot.start(settings);
      await heard(...away);
      await say('here');
      await heard(...away, 'here');
      expect(threads.lines[0]).toMatchObject({
        author: { id: idOf(STAFF), name: STAFF },
        threadId: threadId(),
      });
      await bot.stop();
      const missed = message.parse(await say('away again'));
      await bot.start(settings);
      await heard(...away, 'here', 'away again');
      // One of before the newest that was read, which is not new by its number.
      await bot.performAction('dispatch', {
        type: 'MESSAGE_UPDATE',
        data: { ...missed, content: 'corrected' },
      });
      await heard(...away, 'here', 'away again', 'corrected');
      await bot.stop();
      const { id } = written.parse(await say('taken back'));
      await bot.performAction('delete-message', { user: STAFF, channel: threadId(), message: id });
      await bot.start(settings);
      await waitUntil(() => texts().includes(null), 'the end of a line that came and went meanwhile');
      await say('at last');
      await waitUntil(() => texts().includes('at last'), 'the line');
      expect(texts().slice(-3)).toEqual(['taken back', null, 'at last']);
    });

    it('since Discord began another session are read when it begins', async () => {
      await bot.start(settings);
      await say('before');
      await waitUntil(() => texts().includes('before'), 'the line before');
      await bot.performAction('drop', { forget: true });
      await say('meanwhile');
      await waitUntil(() => texts().includes('meanwhile'), 'the line of the gap', 30_000);
    });

    it('that the shop did not take before the bot ended are read by the next one', async () => {
      await bot.start(settings);
      bot.shop.failingCalls.set('lines', 1_000);
      await say('not taken');
      await waitUntil(() => (bot.shop.failingCalls.get('lines') ?? 0) < 1_000, 'the shop is asked');
      await bot.stop();
      bot.shop.failingCalls.delete('lines');
      expect(texts()).not.toContain('not taken');
      await bot.start(settings);
      await waitUntil(() => texts().includes('not taken'), 'the line');
    });
  });

  it('welcome who joins, also while the bot was away, once and without a ping (OWN-757)', async () => {
    const { newcomers } = bot.shop;
    const rejoin = async (user: string) => {
      await bot.performAction('leave', { user });
      await bot.performAction('join', { user });
    };
    await grant(true);
    newcomers.welcomesSince = Date.now();
    await rejoin('lumen_oak');
    await bot.start({ ...ON, DISCORD_CHANNEL_WELCOME: discordWorld.channels.stock });
    await waitUntil(() => newcomers.welcomedIds.length === 1, 'the one who joined meanwhile');
    await waitUntil(() => bot.lastReport?.guild === 'known', 'the report');
    expect(bot.lastReport).not.toHaveProperty('idleIntents');
    await rejoin('coalheart');
    await waitUntil(() => newcomers.welcomedIds.length === 2, 'the one who joins');
    expect(newcomers.welcomedIds).toEqual([idOf('lumen_oak'), idOf('coalheart')]);
    const shown = await bot.readMessagesById(discordWorld.channels.stock);
    for (const id of newcomers.welcomedIds) expect(shown.split(`<@${id}>`)).toHaveLength(2);
    expect(shown).toContain('claim-reward');
    expect(shown).not.toMatch(/"mentions":\[[^\]]/);
  });

  it('are not asked for unless the settings say so, and no line of a thread is taken (OWN-429, OWN-746)', async () => {
    const { threads } = bot.shop;
    await grant(true);
    await bot.start({ DISCORD_CHANNEL_TICKETS: tickets });
    await waitUntil(() => bot.lastReport?.guild === 'known', 'connected');
    expect(bot.lastReport).not.toHaveProperty('refusedIntents');
    const taken = threads.lines.length;
    await bot.performAction('message', {
      user: STAFF,
      channel: bot.shop.batches.at(-1)?.messageId,
      content: 'inside',
    });
    // The gateway keeps their order: what came before this answer was heard.
    expect((await bot.command('help')).state).toBe('answered');
    expect(threads.lines).toHaveLength(taken);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Channel } from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import { LiveBot } from '../test/live-bot.js';
import { anOrderPost } from '../test/samples.js';
import { waitUntil } from '../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const { tickets } = discordWorld.channels;

describe('a connected bot in trouble', () => {
  const bot = new LiveBot(50);
  const { shop } = bot;
  let last = 0;
  beforeAll(async () => {
    await bot.open();
    await bot.start({ DISCORD_CHANNEL_TICKETS: tickets });
    await bot.waitUntilRegistered();
  });
  afterEach(() => {
    bot.faults.clear();
    shop.alerts.length = 0;
  });
  afterAll(() => bot.close());

  const add = (channel: Channel): number => {
    last += 1;
    const [changes, type] =
      channel === 'history'
        ? [{ status: 'completed' } as const, 'order.completed' as const]
        : [{}, 'order.paid' as const];
    shop.addPosts(channel, anOrderPost(last, changes, type));
    return last;
  };
  const stateOf = (id: number) => shop.posts.find(({ post }) => post.id === id)?.state;
  const timesIn = async (channel: Channel, id: number): Promise<number> =>
    (await bot.readMessages(channel)).split(`Post ${id}"`).length - 1;
  const permission = (channel: Channel, name: string, allowed: boolean) =>
    bot.performAction('permission', { channel, permission: name, allowed });

  // A channel each, since a circuit is tried before its time once in five minutes.
  it.each([
    ['VIEW_CHANNEL', 'orders', 'history'],
    ['SEND_MESSAGES', 'stock', 'history'],
    ['EMBED_LINKS', 'error', 'history'],
  ] as const)(
    'without %s raises one alert, posts elsewhere, and posts what waited once it is granted (OWN-140)',
    async (name, channel, other) => {
      await permission(channel, name, false);
      const waiting = add(channel);
      await waitUntil(() => shop.alerts.length === 1, 'the alert is raised');
      expect(shop.alerts[0]?.detail).toMatch(/403 5000[13]|403 50013/);
      const elsewhere = add(other);
      await waitUntil(() => stateOf(elsewhere) === 'sent', 'the other channel goes on');
      expect(stateOf(waiting)).toBe('waiting');
      await permission(channel, name, true);
      await waitUntil(() => stateOf(waiting) === 'sent', 'what waited is posted');
      expect(await timesIn(channel, waiting)).toBe(1);
      expect(shop.alerts).toHaveLength(1);
    },
  );

  it('says once that a channel was deleted, leaves it alone, and posts elsewhere (OWN-140)', async () => {
    bot.faults.arm({
      faultPoint: 'discord.rest',
      match: `POST /channels/${tickets}/messages`,
      fault: { kind: 'fail', status: 404 },
      times: 100,
    });
    const waiting = add('tickets');
    await waitUntil(() => shop.alerts.length === 1, 'the alert is raised');
    expect(shop.alerts[0]).toMatchObject({
      title: 'Kanal tickets nicht erreichbar',
      detail: expect.stringContaining('404 10003'),
    });
    const elsewhere = add('history');
    await waitUntil(() => stateOf(elsewhere) === 'sent', 'the other channel goes on');
    const asked = (await bot.discordCalls()).filter(({ path }) => path.endsWith(`${tickets}/messages`));
    expect(asked.map(({ status }) => status)).toEqual([404]);
    expect(stateOf(waiting)).toBe('waiting');
    expect(shop.alerts).toHaveLength(1);
  });

  it('posts without READ_MESSAGE_HISTORY, which only a search needs (OWN-140)', async () => {
    await permission('history', 'READ_MESSAGE_HISTORY', false);
    const id = add('history');
    await waitUntil(() => stateOf(id) === 'sent', 'posted');
    await permission('history', 'READ_MESSAGE_HISTORY', true);
    expect(await timesIn('history', id)).toBe(1);
  });

  it('resumes a broken connection without a log-in, and answers what was asked meanwhile (OWN-993)', async () => {
    const logins = shop.logins.length;
    const resumed = bot.waitForLogLine('gateway resumed');
    await bot.performAction('drop', {});
    const [id, pool] = [add('history'), bot.command('pool')];
    await resumed;
    expect(JSON.stringify(await pool)).toContain('750M');
    await waitUntil(() => stateOf(id) === 'sent', 'posted');
    expect(await timesIn('history', id)).toBe(1);
    expect(shop.logins).toHaveLength(logins);
  });

  it('begins a new session with one log-in where the resume is refused, and posts once (OWN-993)', async () => {
    const logins = shop.logins.length;
    await bot.performAction('drop', { forget: true });
    const id = add('history');
    await waitUntil(() => shop.logins.length > logins, 'logged in again', 30_000);
    await waitUntil(() => stateOf(id) === 'sent', 'posted', 30_000);
    bot.endCooldowns();
    await waitUntil(
      async () => JSON.stringify(await bot.command('pool')).includes('750M'),
      'commands are answered again',
      30_000,
    );
    expect(await timesIn('history', id)).toBe(1);
    expect(shop.logins).toHaveLength(logins + 1);
  });

  it('is answered by Discord as often as it needs, and never refused but for what was taken (OWN-993)', async () => {
    const counted = (await bot.discordCalls()).filter(({ status }) => [400, 401, 429].includes(status));
    expect(counted.map(({ method, path, status }) => `${status} ${method} ${path}`)).toEqual([]);
  });
});

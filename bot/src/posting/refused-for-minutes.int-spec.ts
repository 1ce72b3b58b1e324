import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { DirectMessageContent } from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import { LiveBot } from '../../test/live-bot.js';
import { anOrderPost } from '../../test/samples.js';
import { waitUntil } from '../../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const MINUTES = 10;
/** So many times as fast pass the minutes. */
const FACTOR = 300;
const orderOf = (id: number): DirectMessageContent => ({
  kind: 'order',
  order: { id, productName: 'Elytra', quantity: 1, status: 'completed', minecraftName: 'CoalHeart' },
});
/** Each sender tries no sooner than after 30 s, but for its first back-offs. */
const TRIES = 30;

describe('Discord refuses everything for ten minutes (OWN-134)', () => {
  const bot = new LiveBot(20);
  const { shop } = bot;
  const { orders, history } = discordWorld.channels;
  const buyer = discordWorld.users.find(({ username }) => username === 'coalheart')?.id ?? '';
  let last = 0;
  beforeAll(async () => {
    await bot.open();
    await bot.start();
    await bot.waitUntilRegistered();
    await bot.speedUpClocks(FACTOR);
  });
  afterAll(() => bot.close());

  /** Each order is paid and, in another channel, completed. */
  const add = (count: number): void => {
    for (let n = 0; n < count; n += 1) {
      last += 1;
      shop.addPosts('orders', anOrderPost(2 * last - 1, { id: last }));
      shop.addPosts('history', anOrderPost(2 * last, { id: last, status: 'completed' }, 'order.completed'));
    }
  };
  const postsIn = async (channel: 'orders' | 'history'): Promise<number[]> => {
    const shown: { embeds: { footer: { text: string } }[] }[] = JSON.parse(await bot.readMessages(channel));
    return shown
      .toReversed()
      .flatMap(({ embeds }) => embeds.map(({ footer }) => Number(/Post (\d+)$/.exec(footer.text)?.[1])));
  };
  const callsSince = async (since: number) =>
    (await bot.discordCalls()).slice(since).filter(({ agent }) => agent.startsWith('DiscordBot'));

  it.each([
    [503, 'unavailable'],
    [429, 'limiting'],
    [403, 'forbidding'],
  ])('with %i, %s: then each event stands once, in order', async (status) => {
    const since = (await bot.discordCalls()).length;
    // Taken, but nobody hears of it: ten minutes later Discord no longer knows the nonce.
    bot.faults.arm({
      faultPoint: 'discord.rest',
      match: `POST /channels/${orders}/messages`,
      fault: { kind: 'cut' },
    });
    await bot.performAction('refuse', { seconds: MINUTES * 60, status, retryAfter: 30 });
    add(12);
    // A person who can't be written to is tried again after so long by the shop's clock alone.
    const told = status === 403 ? undefined : shop.directMessages.add(buyer, orderOf(status));
    const refused = async () => (await callsSince(since)).filter(({ fault }) => fault === 'refuse');
    await waitUntil(async () => (await refused()).length > 0, 'the bot is refused');
    add(12);
    await waitUntil(() => shop.allSent(), 'all is posted', 40_000);
    await waitUntil(() => told === undefined || told.outcomes.at(-1)?.kind === 'sent', 'the buyer is told');

    const numbers = Array.from({ length: last }, (_, at) => at + 1);
    expect(await postsIn('orders')).toEqual(numbers.map((order) => 2 * order - 1));
    expect(await postsIn('history')).toEqual(numbers.map((order) => 2 * order));
    const shown = told && (await bot.readMessagesById(told.message.channelId ?? ''));
    expect(shown?.split(`"#${status} ·`).length ?? 2).toBe(2);
    const calls = await callsSince(since);
    const times = calls.filter(({ fault }) => fault === 'refuse').map(({ at }) => Date.parse(at));
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(MINUTES * 60_000 * 0.45);
    for (const channel of [orders, history]) {
      const tries = calls.filter(({ path, fault }) => fault === 'refuse' && path.includes(channel));
      expect(tries.length).toBeLessThanOrEqual(status === 403 ? 3 : TRIES);
    }
    expect(calls.filter(({ fault, status: answered }) => fault === undefined && answered >= 400)).toEqual([]);
    expect(shop.alerts.map(({ title }) => title)).toHaveLength(status === 403 ? 2 : 0);
  });
});

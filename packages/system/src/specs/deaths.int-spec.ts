import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@pax/sandbox';
import { order } from '@pax/contracts';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { untilQuiet } from '../check/quiet.js';
import { requireSound } from '../check/sound.js';
import { Discord, speaksOf } from '../support/discord.js';
import { Listener } from '../support/listener.js';
import type { Person } from '../support/person.js';
import { pidOf, redisUrlOf } from '../support/run-record.js';
import { buy, onPayPage, place, productNamed, reaches } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';

const health = z.looseObject({ status: z.string(), bot: z.string(), queue: z.string() });

describe('parts that die while people buy', () => {
  let shop: WholeShop;
  let discord: Discord;
  let admin: Person;
  let buyer: Person;
  let panel: Listener;

  beforeAll(async () => {
    shop = await startWholeShop();
    discord = new Discord(shop);
    admin = await signInWithDiscord(shop, 'pax.operator');
    buyer = await newCustomer(shop);
    panel = await Listener.open(admin, ['shop', 'admin', `user:${admin.id}`]);
    await untilQuiet(shop);
  }, 150_000);
  afterEach(async () => {
    await becomes('ok');
    await requireSound(shop, [panel]);
  }, 120_000);
  afterAll(async () => {
    panel.close();
    await shop.stop();
  }, 60_000);

  /** Buys so many single pieces one after another, completing every second. @returns the orders' numbers */
  async function orders(count: number): Promise<number[]> {
    const { id } = await productNamed(buyer, 'Flight Rockets');
    const made: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const [number = 0] = (await buy(buyer, [{ id, quantity: 1 }])).orders;
      if (at % 2 === 1) await admin.send('PATCH', `/api/admin/orders/${number}/complete`, {}, order);
      made.push(number);
    }
    return made;
  }

  /** What the shop says of its parts; undefined while it does not answer at all. */
  const healthNow = async (): Promise<string | undefined> =>
    health.safeParse((await buyer.call('GET', '/api/health/ready').catch(() => undefined))?.body).data
      ?.status;

  /** Waits until the shop says that of its parts. */
  async function becomes(status: string | undefined): Promise<void> {
    const is = async (): Promise<boolean> => (await healthNow()) === status;
    await until(is, { deadlineMs: 60_000, everyMs: 100, what: `health ${status ?? 'silent'}` });
  }

  /** Whether panel and Discord were told of these orders, in the end. */
  async function arrived(numbers: readonly number[]): Promise<boolean> {
    for (const number of numbers) {
      await panel.hear('admin', `order ${number}`, ({ type, data }) => isPaid(type, data, number), 40_000);
      await discord.waitFor('orders', `order ${number}`, speaksOf(number));
    }
    return true;
  }

  it('the bot, three times: every event is in exactly one post (OWN-134, OWN-151)', async () => {
    const made = await orders(2);
    for (let death = 0; death < 3; death += 1) {
      const [next = 0] = await orders(1);
      const before = pidOf(shop.dataDir, 'bot');
      // As soon as it has something in hand.
      shop.signal('bot', 'SIGKILL');
      made.push(next, ...(await orders(2)));
      await until(() => pidOf(shop.dataDir, 'bot') !== before, { deadlineMs: 20_000, what: 'a new bot' });
      await becomes('ok');
    }
    expect(await arrived(made)).toBe(true);
  }, 180_000);

  it('Redis, killed: buying goes on and nothing is lost', async () => {
    shop.signal('redis', 'SIGKILL');
    expect(await arrived(await orders(2))).toBe(true);
  }, 120_000);

  it('Redis, frozen: buying goes on, health says so, nothing is lost (OWN-119)', async () => {
    shop.signal('redis', 'SIGSTOP');
    const made = await orders(2);
    await becomes('degraded');
    made.push(...(await orders(1)));
    shop.signal('redis', 'SIGCONT');
    expect(await arrived(made)).toBe(true);
  }, 120_000);

  it('Redis, emptied again and again: nothing is lost (OWN-118)', async () => {
    const redis = new Redis(redisUrlOf(shop.dataDir));
    const made: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      made.push(...(await orders(1)));
      await redis.flushall();
    }
    redis.disconnect();
    expect(await arrived(made)).toBe(true);
  }, 120_000);

  it('the backend, before it could tell anybody: all is told afterwards (OWN-116)', async () => {
    const { id } = await productNamed(buyer, 'Flight Rockets');
    const { url, checkout } = await place(buyer, [{ id, quantity: 1 }]);
    shop.signal('backend', 'SIGKILL');
    await becomes(undefined);
    await onPayPage(url, 'pay');
    await becomes('ok');
    expect(await arrived((await reaches(buyer, checkout, 'paid')).orders)).toBe(true);
  }, 120_000);
});

const isPaid = (type: string, data: unknown, id: number): boolean =>
  type === 'order.paid' && order.parse(data).id === id;

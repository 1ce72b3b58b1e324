import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LiveBot } from './live-bot.js';
import { anOrderPost } from './samples.js';
import { readBurstOrders } from './settings.js';
import { waitUntil } from './wait-until.js';

// Only a deadline for slow machines: the spec waits for conditions.
jest.setTimeout(300_000);

const ORDERS = readBurstOrders();
/** Discord takes so many messages of a channel in so long, ms; posts share a message by ten. */
const [MESSAGES, WINDOW_MS, PER_MESSAGE] = [5, 5_000, 10];

describe('a burst of orders (OWN-136)', () => {
  const bot = new LiveBot();
  beforeAll(() => bot.open());
  afterAll(() => bot.close());

  it('is posted within 1.15 times what the limits allow or one window more, each order once and in order, none refused', async () => {
    const numbers = Array.from({ length: ORDERS }, (_, at) => at + 1);
    bot.shop.addPosts('orders', ...numbers.map((id) => anOrderPost(id)));
    // Its first look comes at its start, the next one seconds later.
    await bot.start();
    await waitUntil(() => bot.shop.allSent(), 'all are posted', 240_000);
    const calls = (await bot.discordCalls()).filter(({ method }) => method === 'POST');
    const times = calls.map((call) => Date.parse(call.at));
    const windows = Math.ceil(ORDERS / PER_MESSAGE / MESSAGES) - 1;
    const share = (Math.max(...times) - Math.min(...times)) / (windows * WINDOW_MS);
    process.stdout.write(`${ORDERS} orders in ${share.toFixed(3)} times what the limits allow\n`);
    // A short burst on a busy machine exceeds 15 % by chance; one that skips a window is too slow.
    expect(share).toBeLessThan(1 + Math.max(0.15, 1 / windows));
    expect(calls.filter(({ status }) => status >= 400)).toEqual([]);
    const shown = [...(await bot.readWholeChannel('orders')).matchAll(/Post (\d+)"/g)].map(([, id]) =>
      Number(id),
    );
    expect(shown.toSorted((a, b) => a - b)).toEqual(numbers);
    // Newest message first, the posts of a message oldest first.
    const messages = Array.from({ length: ORDERS / PER_MESSAGE }, (_, at) =>
      shown.slice(at * PER_MESSAGE, (at + 1) * PER_MESSAGE),
    );
    expect(messages.toReversed().flat()).toEqual(numbers);
  });
});

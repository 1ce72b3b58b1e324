import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimPostsAnswer, leaseAnswer } from '@pax/contracts';
import { CalledFiles, comparePageWithCalls } from '@pax/local';
import { readFileSync } from 'node:fs';
import request from 'supertest';
import { PeriodicJobs } from '../src/platform/jobs/periodic.js';
import { actOnPayPage, placementFor } from './buying.js';
import { DISCORD_SETTINGS } from './discord-shop.js';
import { TEST_BOT_TOKEN } from './settings.js';
import { startShop, type Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';
import { SocketClient } from './sockets.js';
import { until } from './until.js';

const page = readFileSync(new URL('../../packages/contracts/docs/one-purchase.md', import.meta.url), 'utf8');
const INSTANCE = 'bot-of-this-spec';
/** So many, since a periodic job may run during one of them. */
const PURCHASES = 3;

describe('the files of one purchase in the backend', () => {
  let shop: Shop;
  let buyer: SignedIn;
  let panel: SocketClient;
  let product: number;
  let fence: number;
  beforeAll(async () => {
    shop = await startShop(DISCORD_SETTINGS);
    buyer = await shop.signIn();
    product = await shop.addProduct({ stock: 5 });
    const { cookie } = await shop.signIn({ admin: true });
    panel = new SocketClient(shop.url, { origin: shop.url, cookie });
    await panel.waitForRooms(2);
    ({ fence } = leaseAnswer.parse((await bot('/lease', { instanceId: INSTANCE })).body));
  });
  afterAll(async () => {
    panel.close();
    await shop.close();
  });

  const bot = (path: string, body: object) =>
    request(shop.app.getHttpServer())
      .post(`/api/bot${path}`)
      .set('authorization', `Bearer ${TEST_BOT_TOKEN}`)
      .send(body);
  const relayed = () =>
    until(
      () =>
        shop.database.query<{ n: number }[]>(
          'SELECT count(*)::int AS n FROM outbox_events WHERE published_at IS NULL',
        ),
      ([row]) => row?.n === 0,
    );

  /** From the click to the panel and to the bot's report of its post. */
  const purchase = async (body: object): Promise<void> => {
    const heard = panel.messages.length;
    const placed = await buyer.agent
      .post('/api/payments/stripe/create-checkout-session')
      .send(body)
      .expect(201);
    await actOnPayPage(placed.body.url, 'pay');
    await until(
      async () => panel.messages.slice(heard).some(({ type }) => type === 'order.paid'),
      (isShown) => isShown,
    );
    await relayed();
    const { batch } = claimPostsAnswer.parse((await bot('/posts/claim', { channel: 'orders', fence })).body);
    if (!batch) throw new Error('there is no post');
    const postIds = batch.posts.map(({ id }) => id);
    await bot(`/posts/batches/${batch.id}/register`, { fence, payload: '{}', postIds }).expect(204);
    await bot(`/posts/batches/${batch.id}/report`, {
      fence,
      messageId: `70000000000000${String(heard).padStart(4, '0')}`,
    }).expect(204);
  };

  it('are those that the page lists', async () => {
    const body = await placementFor(buyer, [{ id: product, quantity: 1 }]);
    await relayed();
    // On a slow machine a purchase takes so long that timers run other jobs beside each one.
    shop.app.get(PeriodicJobs).beforeApplicationShutdown();
    const calls = new CalledFiles();
    try {
      const others = async (): Promise<Set<string>> => {
        await buyer.agent.get('/api/account/profile').expect(200);
        await buyer.agent.post('/api/loyalty/rewards/redeem').send({}).expect(400);
        await bot('/lease', { instanceId: INSTANCE, fence }).expect(200);
        return calls.takeCalledFiles();
      };
      const first = await others();
      // On a slow machine a notification of what was before arrives during the first.
      const calledByOthers = new Set([...(await others())].filter((path) => first.has(path)));
      const called: Set<string>[] = [];
      for (let n = 0; n < PURCHASES; n += 1) {
        await purchase(body);
        called.push(calls.takeCalledFiles());
      }
      // Timers of whatever job is due, and a connection that the pool opens while others are busy.
      const isInScope = (path: string) =>
        /^(backend|packages\/contracts)\/(?!src\/platform\/(?:jobs\/|database\/data-source))/.test(path);
      expect(comparePageWithCalls(page, called, { calledByOthers, isInScope })).toEqual({
        missing: [],
        notCalled: [],
      });
    } finally {
      calls.close();
    }
  });
});

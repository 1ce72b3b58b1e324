import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getPostQueueName, QUEUE_PREFIX } from '@pax/contracts';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { disablePolling } from '../../../test/jobs.js';
import { redisUrl } from '../../../test/settings.js';
import { until } from '../../../test/until.js';
import { TransitionOrder } from '../../shop/fulfilment/transition-order.js';
import { PostQueueReconciler } from './post-queue.js';
import { ResendPost } from './resend-post.js';
import { SendTestPost } from './send-test-post.js';

/** A database of Redis for these specs alone. */
const REDIS_DB = 12;

describe('post queue jobs (OWN-134)', () => {
  let shop: DiscordShop;
  let redis: Redis;
  let orders: Queue;
  beforeAll(async () => {
    redis = new Redis(redisUrl(), { db: REDIS_DB, maxRetriesPerRequest: null });
    await redis.flushdb();
    const url = new URL(redisUrl());
    url.pathname = `/${REDIS_DB}`;
    shop = await startDiscordShop({ QUEUE_URL: url.href });
    await disablePolling(shop.app, 'post-queue-reconciler', 'relay');
    orders = new Queue(getPostQueueName('orders'), { prefix: QUEUE_PREFIX, connection: redis });
  });
  afterAll(async () => {
    await shop.close();
    await orders.close();
    await redis.flushdb();
    redis.disconnect();
  });

  const jobAdded = () =>
    until(
      () => orders.getWaitingCount(),
      (count) => count === 1,
    );
  const reconcile = () => shop.app.get(PostQueueReconciler).addMissingJobs();

  it('are added with the event, and again after all of Redis was lost', async () => {
    await shop.order();
    await jobAdded();
    await redis.flushdb();
    await reconcile();
    expect(await jobAdded()).toBe(1);
  });

  it('are added until a message is reported', async () => {
    const fence = await shop.takeLease('bot-one-1');
    const batch = await shop.claim('orders', fence);
    await shop.register(batch, fence);
    await redis.flushdb();
    await reconcile();
    expect(await jobAdded()).toBe(1);
    await shop.send('orders', fence);
    await redis.flushdb();
    await reconcile();
    expect(await orders.getWaitingCount()).toBe(0);
  });

  it('are added with a post that staff send or resend', async () => {
    const identity = {
      openedBy: 'discord',
      discordId: null,
      isOperator: false,
      secondStep: 'none',
      mustPass: false,
    } as const;
    const staff = {
      userId: 1,
      sessionId: 'spec',
      role: 'admin',
      rights: [],
      blocked: false,
      identity,
    } as const;
    const fence = await shop.takeLease('bot-one-1');
    await redis.flushdb();
    const sending = shop.app.get(SendTestPost).execute(staff, 'orders', 'a test');
    expect(await jobAdded()).toBe(1);
    await shop.send('orders', fence);
    const { id } = await sending;
    await redis.flushdb();
    await shop.app.get(ResendPost).execute(staff, id);
    expect(await jobAdded()).toBe(1);
    await shop.send('orders', fence);
  });

  it('are added for edits as well', async () => {
    const fence = await shop.takeLease('bot-one-1');
    const orderId = await shop.order();
    await shop.send('orders', fence);
    await redis.flushdb();
    await shop.app
      .get(TransitionOrder)
      .execute({ orderId, transition: 'process', actor: 'spec', role: 'admin' });
    expect(await jobAdded()).toBe(1);
    await redis.flushdb();
    await reconcile();
    expect(await jobAdded()).toBe(1);
  });
});

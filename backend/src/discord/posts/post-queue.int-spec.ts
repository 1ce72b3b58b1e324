import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { postQueueJob, getPostQueueName, QUEUE_PREFIX } from '@pax/contracts';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { redisUrl, testSettings } from '../../../test/settings.js';
import { startTcpProxy, type TcpProxy } from '../../../test/tcp-proxy.js';
import { until } from '../../../test/until.js';
import { PostQueue } from './post-queue.js';
import { QueueConnections } from '../../platform/queue/queue-connections.js';
import { RedisStore } from '../../platform/queue/redis-store.js';

/** A database of Redis for these specs alone. */
const REDIS_DB = 11;
/** Far longer than a notification may take on a busy machine; one that hangs takes forever. */
const HANG_MS = 5_000;

describe('PostQueue on Redis', () => {
  let target: { host: string; port: number };
  let redis: Redis;
  let seen: Queue;
  let proxy: TcpProxy;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const { hostname, port } = new URL(redisUrl());
    target = { host: hostname, port: Number(port || 6379) };
    redis = new Redis(redisUrl(), { db: REDIS_DB, maxRetriesPerRequest: null });
    await redis.flushdb();
    seen = new Queue(getPostQueueName('orders'), { prefix: QUEUE_PREFIX, connection: redis });
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await redis.flushdb();
  });
  afterAll(async () => {
    await seen.close();
    redis.disconnect();
  });

  const open = async (rewrite?: (chunk: Buffer) => Buffer) => {
    proxy = await startTcpProxy(target, rewrite);
    const url = `redis://127.0.0.1:${proxy.port}/${REDIS_DB}`;
    const connections = new QueueConnections(testSettings('postgres://unused/unused', { QUEUE_URL: url }));
    closing.push(
      () => connections.onApplicationShutdown(),
      () => proxy.cut().catch(() => undefined),
    );
    await connections.onModuleInit();
    return { connections, postQueue: new PostQueue(connections) };
  };
  const elapsed = async (work: Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work;
    return performance.now() - begun;
  };

  it('adds one job per channel, however often it is notified', async () => {
    const { postQueue } = await open();
    await postQueue.notifyChannels(['orders']);
    await postQueue.notifyChannels(['orders', 'history']);
    const jobs = await seen.getWaiting();
    expect(jobs.map((job) => postQueueJob.parse(job.data))).toEqual([{ v: 1, channel: 'orders' }]);
  });

  it('wakes a worker each time and leaves no job behind', async () => {
    const { postQueue, connections } = await open();
    const received: unknown[] = [];
    connections.startWorker(getPostQueueName('orders'), async ({ data }) => void received.push(data));
    for (let n = 1; n <= 3; n += 1) {
      await postQueue.notifyChannels(['orders']);
      await until(
        async () => received.length,
        (count) => count === n,
      );
    }
    await until(
      () => seen.getJobCountByTypes('wait', 'active', 'completed', 'failed'),
      (count) => count === 0,
    );
    expect(received).toHaveLength(3);
  });

  it('does not block callers while Redis is unavailable, and adds jobs again when it is back', async () => {
    const { postQueue, connections } = await open();
    await postQueue.notifyChannels(['orders']);
    await proxy.cut();
    expect(await elapsed(postQueue.notifyChannels(['orders']))).toBeLessThan(HANG_MS);
    expect(await connections.readState()).toBe('away');
    await redis.flushdb();
    await proxy.restore();
    await until(
      async () => {
        await postQueue.notifyChannels(['orders']);
        return seen.getWaitingCount();
      },
      (count) => count === 1,
    );
    expect(await connections.readState()).toBe('connected');
  });

  it('does not block callers while Redis hangs', async () => {
    const { postQueue, connections } = await open();
    await postQueue.notifyChannels(['stock']);
    proxy.hang();
    expect(await elapsed(postQueue.notifyChannels(['orders']))).toBeLessThan(HANG_MS);
    // During the cooldown callers do not wait at all, since nothing is asked of Redis.
    const queue = jest.spyOn(connections, 'findQueue');
    await postQueue.notifyChannels(['orders']);
    expect(queue).not.toHaveBeenCalled();
  });

  it('lets the shop start without Redis', async () => {
    proxy = await startTcpProxy(target);
    await proxy.cut();
    const url = `redis://127.0.0.1:${proxy.port}/${REDIS_DB}`;
    const connections = new QueueConnections(testSettings('postgres://unused/unused', { QUEUE_URL: url }));
    closing.push(() => connections.onApplicationShutdown());
    await connections.onModuleInit();
    expect(await connections.readState()).toBe('away');
    await proxy.restore();
    closing.push(() => proxy.cut());
    await until(
      () => connections.readState(),
      (state) => state === 'connected',
    );
  });

  it('refuses a Redis that evicts keys in production', async () => {
    const lying = (chunk: Buffer): Buffer =>
      Buffer.from(
        chunk.toString('latin1').replace('maxmemory_policy:noeviction', 'maxmemory_policy:evictskeys'),
        'latin1',
      );
    proxy = await startTcpProxy(target, lying);
    const url = `redis://127.0.0.1:${proxy.port}/${REDIS_DB}`;
    const strict = new RedisStore(url, true);
    const lenient = new RedisStore(url, false);
    closing.push(
      () => strict.close(),
      () => lenient.close(),
      () => proxy.cut(),
    );
    await expect(strict.open()).rejects.toThrow('noeviction');
    await lenient.open();
    expect(await lenient.isAnswering()).toBe(true);
  });
});

describe('PostQueue without a queue', () => {
  it('does nothing', async () => {
    const connections = new QueueConnections(testSettings('postgres://unused/unused'));
    await connections.onModuleInit();
    await new PostQueue(connections).notifyChannels(['orders']);
    expect(await connections.readState()).toBe('off');
    await connections.onApplicationShutdown();
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { readRedisUrl } from '../support/run-record.js';
import { assertThat, type Scenario } from './scenario.js';
import type { FaultHarness } from './fault-harness.js';

/** Longest time of a purchase without Redis, ms, since no call may wait for Redis. */
const PURCHASE_MS = 6_000;

/** Makes `count` purchases, none of which may wait for an unavailable service. */
async function buyOrdersInTime(harness: FaultHarness, count: number): Promise<number[]> {
  const made: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const began = performance.now();
    made.push(...(await harness.buyOrders(1)));
    const took = Math.round(performance.now() - began);
    assertThat(took < PURCHASE_MS, `a purchase took ${took} ms`);
  }
  return made;
}

/** Scenarios: Redis is killed, hangs, loses its data, or never runs. */
export const REDIS_OUTAGES: readonly Scenario[] = [
  {
    name: 'redis.killed',
    title: 'Redis killed while people buy, and back later',
    run: async (harness) => {
      await harness.redis.kill();
      const made = await buyOrdersInTime(harness, 2);
      await harness.waitForHealth('degraded');
      await harness.redis.restart();
      await harness.waitUntilNotified([...made, ...(await harness.buyOrders(1))]);
    },
  },
  {
    name: 'redis.emptied',
    title: 'Redis emptied again and again while the bot has a backlog',
    run: async (harness) => {
      const redis = new Redis(readRedisUrl(harness.shop.dataDir));
      harness.shop.signal('bot', 'SIGSTOP');
      const made: number[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        made.push(...(await harness.buyOrders(1)));
        await redis.flushall();
      }
      harness.shop.signal('bot', 'SIGCONT');
      made.push(...(await harness.buyOrders(1)));
      await redis.flushall();
      redis.disconnect();
      await harness.waitUntilNotified(made);
    },
  },
  {
    name: 'redis.frozen',
    title: 'Redis frozen for 60 s',
    run: async (harness) => {
      const until = performance.now() + harness.timings.frozenMs;
      harness.redis.suspend();
      const made = await buyOrdersInTime(harness, 2);
      await harness.waitForHealth('degraded');
      made.push(...(await buyOrdersInTime(harness, 1)));
      await pause(Math.max(0, until - performance.now()));
      harness.redis.resume();
      await harness.waitUntilNotified(made);
    },
  },
  {
    name: 'redis.absent',
    title: 'Redis absent when backend and bot start, and there later',
    run: async (harness) => {
      await harness.redis.stop();
      await Promise.all([harness.shop.restart('backend'), harness.shop.restart('bot')]);
      await harness.waitForHealth('degraded');
      const made = await buyOrdersInTime(harness, 2);
      // The orders are posted even without a queue, since the bot polls the backend.
      await harness.waitUntilNotified(made);
      await harness.redis.restart();
      await harness.waitForHealth('ok');
      await harness.waitUntilNotified(await harness.buyOrders(1));
    },
  },
];

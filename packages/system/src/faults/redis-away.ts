import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { redisUrlOf } from '../support/run-record.js';
import { demand, type Scenario } from './scenario.js';
import type { Stage } from './stage.js';

/** What one purchase may take while Redis is away, ms: no call waits for it. */
const PURCHASE_MS = 6_000;

/** Buys so often; none may wait for anything that is away. */
async function ordersInTime(stage: Stage, count: number): Promise<number[]> {
  const made: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const began = performance.now();
    made.push(...(await stage.orders(1)));
    const took = Math.round(performance.now() - began);
    demand(took < PURCHASE_MS, `a purchase took ${took} ms`);
  }
  return made;
}

/** Redis dies, hangs, forgets, or was never there. */
export const REDIS_AWAY: readonly Scenario[] = [
  {
    name: 'redis.killed',
    title: 'Redis killed while people buy, and back later',
    play: async (stage) => {
      await stage.redis.kill();
      const made = await ordersInTime(stage, 2);
      await stage.becomes('degraded');
      await stage.redis.startAgain();
      await stage.told([...made, ...(await stage.orders(1))]);
    },
  },
  {
    name: 'redis.emptied',
    title: 'Redis emptied again and again while the bot has a backlog',
    play: async (stage) => {
      const redis = new Redis(redisUrlOf(stage.shop.dataDir));
      stage.shop.signal('bot', 'SIGSTOP');
      const made: number[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        made.push(...(await stage.orders(1)));
        await redis.flushall();
      }
      stage.shop.signal('bot', 'SIGCONT');
      made.push(...(await stage.orders(1)));
      await redis.flushall();
      redis.disconnect();
      await stage.told(made);
    },
  },
  {
    name: 'redis.frozen',
    title: 'Redis frozen for 60 s',
    play: async (stage) => {
      const until = performance.now() + stage.pace.frozenMs;
      stage.redis.freeze();
      const made = await ordersInTime(stage, 2);
      await stage.becomes('degraded');
      made.push(...(await ordersInTime(stage, 1)));
      await pause(Math.max(0, until - performance.now()));
      stage.redis.thaw();
      await stage.told(made);
    },
  },
  {
    name: 'redis.absent',
    title: 'Redis absent when backend and bot start, and there later',
    play: async (stage) => {
      await stage.redis.stop();
      await Promise.all([stage.shop.restart('backend'), stage.shop.restart('bot')]);
      await stage.becomes('degraded');
      const made = await ordersInTime(stage, 2);
      // Also without any queue: the bot looks by itself.
      await stage.told(made);
      await stage.redis.startAgain();
      await stage.becomes('ok');
      await stage.told(await stage.orders(1));
    },
  },
];

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CHANNELS, type Channel } from '@pax/contracts';
import { findFreePort } from '../../test/free-port.js';
import { killRedis, addPostQueueJob, startRedis } from '../../test/redis.js';
import { waitUntil } from '../../test/wait-until.js';
import { createLogger } from '../logger.js';
import { PostQueueWorkers } from './post-queue-workers.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

/** Workers that wait for their Redis would never close. */
const HANG_MS = 10_000;

describe('PostQueueWorkers', () => {
  const redis: ChildProcess[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const lines: string[] = [];
  const woken: Channel[] = [];

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    for (const one of redis.splice(0)) await killRedis(one);
    woken.length = 0;
  });

  function listen(port: number): PostQueueWorkers {
    const postQueueWorkers = new PostQueueWorkers({
      queueUrl: `redis://127.0.0.1:${port}`,
      onWake: (channel) => void woken.push(channel),
      logger: createLogger({ level: 'warn', write: (line) => void lines.push(line) }),
    });
    postQueueWorkers.start();
    closing.push(() => postQueueWorkers.close());
    return postQueueWorkers;
  }

  async function wake(
    port: number,
    channels: readonly Channel[],
    data: (channel: Channel) => object,
  ): Promise<void> {
    for (const channel of channels) {
      const queue = await addPostQueueJob(port, channel, data(channel));
      closing.push(() => queue.close());
    }
  }

  it("wakes each channel's own loop, whatever the jobs hold (OWN-140)", async () => {
    const port = await findFreePort();
    redis.push(startRedis(port));
    listen(port);
    await wake(port, CHANNELS, (channel) => ({ v: 1, channel }));
    await waitUntil(() => woken.length === CHANNELS.length, 'all woken');
    expect(new Set(woken)).toEqual(new Set(CHANNELS));
    await wake(port, ['stock'], () => ({ strange: true }));
    await waitUntil(() => woken.length === CHANNELS.length + 1, 'woken once more');
    expect(woken.at(-1)).toBe('stock');
  });

  it('waits for a Redis that starts later, and reconnects after it crashed (F10)', async () => {
    const port = await findFreePort();
    listen(port);
    await waitUntil(() => lines.some((line) => line.includes('queue not reachable')), 'noticed');
    for (let run = 1; run <= 2; run += 1) {
      const server = startRedis(port);
      redis.push(server);
      await wake(port, ['orders'], (channel) => ({ v: 1, channel }));
      await waitUntil(() => woken.length === run, `woken in run ${run}`);
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
    expect(woken).toEqual(['orders', 'orders']);
  });

  it('closes although Redis is unavailable', async () => {
    const postQueueWorkers = listen(await findFreePort());
    const begunAt = performance.now();
    await postQueueWorkers.close();
    expect(performance.now() - begunAt).toBeLessThan(HANG_MS);
  });
});

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CHANNELS, type Channel } from '@pax/contracts';
import { freePort } from '../../test/free-port.js';
import { killRedis, ringDoorbell, startRedis } from '../../test/redis.js';
import { until } from '../../test/until.js';
import { createLogger } from '../core/logger.js';
import { PostQueueWorkers } from './post-queue-workers.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(20_000);

describe('doorbells', () => {
  const redis: ChildProcess[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const lines: string[] = [];
  const rings: Channel[] = [];

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    for (const one of redis.splice(0)) await killRedis(one);
    rings.length = 0;
  });

  function listen(port: number): PostQueueWorkers {
    const postQueueWorkers = new PostQueueWorkers({
      queueUrl: `redis://127.0.0.1:${port}`,
      onWake: (channel) => void rings.push(channel),
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
      const queue = await ringDoorbell(port, channel, data(channel));
      closing.push(() => queue.close());
    }
  }

  it("ring each channel's own loop, whatever they carry (OWN-140)", async () => {
    const port = await freePort();
    redis.push(startRedis(port));
    listen(port);
    await wake(port, CHANNELS, (channel) => ({ v: 1, channel }));
    await until(() => rings.length === CHANNELS.length, 'all rung');
    expect(new Set(rings)).toEqual(new Set(CHANNELS));
    await wake(port, ['stock'], () => ({ strange: true }));
    await until(() => rings.length === CHANNELS.length + 1, 'rung once more');
    expect(rings.at(-1)).toBe('stock');
  });

  it('wait for a Redis that comes later, and hear it again after it died (F10)', async () => {
    const port = await freePort();
    listen(port);
    await until(() => lines.some((line) => line.includes('queue not reachable')), 'noticed');
    for (let life = 1; life <= 2; life += 1) {
      const server = startRedis(port);
      redis.push(server);
      await wake(port, ['orders'], (channel) => ({ v: 1, channel }));
      await until(() => rings.length === life, `rung in life ${life}`);
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
    expect(rings).toEqual(['orders', 'orders']);
  });

  it('are closed soon although Redis is away', async () => {
    const postQueueWorkers = listen(await freePort());
    const begunAt = performance.now();
    await postQueueWorkers.close();
    expect(performance.now() - begunAt).toBeLessThan(1_500);
  });
});

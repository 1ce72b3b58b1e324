import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getPostQueueName, QUEUE_PREFIX, type Channel } from '@pax/contracts';
import { Queue } from 'bullmq';
import { findFreePort } from '../../test/free-port.js';
import { PostingRig } from '../../test/posting-rig.js';
import { anOrderPost } from '../../test/samples.js';
import { waitUntil } from '../../test/wait-until.js';

const DAY_MS = 24 * 60 * 60_000;

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

describe('posting without polling', () => {
  const rig = new PostingRig();
  let redis: ChildProcess;
  let port: number;
  beforeEach(async () => {
    port = await findFreePort();
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    redis = spawn('redis-server', options, { stdio: 'ignore' });
    await rig.start();
  });
  afterEach(async () => {
    await rig.stop();
    redis.kill('SIGKILL');
    await once(redis, 'exit');
  });

  const claimsOf = (channel: Channel): number =>
    rig.shop.calls.filter(
      ({ path, body }) => path.endsWith('/posts/claim') && Object(body).channel === channel,
    ).length;

  it('is woken by each job of its channel, and polls no other', async () => {
    rig.startPosting(`redis://127.0.0.1:${port}`, DAY_MS);
    // Each channel polls once when the bot starts, and then waits for jobs.
    await waitUntil(() => claimsOf('orders') > 0 && claimsOf('history') > 0, 'all polled once');
    const queue = new Queue(getPostQueueName('orders'), {
      prefix: QUEUE_PREFIX,
      connection: { host: '127.0.0.1', port },
    });
    const before = claimsOf('history');
    for (let id = 1; id <= 3; id += 1) {
      rig.shop.addPosts('orders', anOrderPost(id));
      await queue.add('wake', { v: 1, channel: 'orders' }, { removeOnComplete: true });
      await waitUntil(() => rig.shop.allSent(), `post ${id} sent`);
    }
    expect(rig.discord.countPosts()).toEqual(new Map([1, 2, 3].map((id) => [`Post ${id}`, 1])));
    expect(claimsOf('history')).toBe(before);
    await queue.close();
  });
});

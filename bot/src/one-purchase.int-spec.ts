import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { claimPostsRequest } from '@pax/contracts';
import { CalledFiles, comparePageWithCalls } from '@pax/local';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findFreePort } from '../test/free-port.js';
import { LiveBot } from '../test/live-bot.js';
import { addPostQueueJob, killRedis, startRedis } from '../test/redis.js';
import { anOrderPost } from '../test/samples.js';
import { waitUntil } from '../test/wait-until.js';

// Only a deadline for slow machines: the spec waits for conditions.
jest.setTimeout(60_000);
const page = readFileSync(new URL('../../packages/contracts/docs/one-purchase.md', import.meta.url), 'utf8');
const DAY_MS = 24 * 60 * 60_000;
const JOB = { v: 1, channel: 'orders' };

describe('the files of one purchase in the bot', () => {
  /** No channel polls again after its start: only jobs wake it. */
  const bot = new LiveBot(DAY_MS);
  let port = 0;
  let redis: ChildProcess;
  beforeAll(async () => {
    port = await findFreePort();
    redis = startRedis(port);
    await bot.open();
    await bot.start({ REDIS_URL: `redis://127.0.0.1:${port}` });
  });
  afterAll(async () => {
    await bot.close();
    await killRedis(redis);
  });

  const polls = (): number =>
    bot.shop.calls.filter(
      ({ path, body }) =>
        path === '/api/bot/posts/edits/claim' && claimPostsRequest.parse(body).channel === JOB.channel,
    ).length;

  /** A job without a post: to the end of the poll that finds nothing. */
  const idlePoll = async (): Promise<void> => {
    // The second begins only after the first has ended.
    for (let n = 0; n < 2; n += 1) {
      const before = polls();
      const queue = await addPostQueueJob(port, 'orders', JOB);
      await waitUntil(() => polls() > before, 'the channel has polled');
      await queue.close();
    }
  };

  /** From the job of a channel's queue to the report of the message. */
  const post = async (id: number): Promise<void> => {
    bot.shop.addPosts('orders', anOrderPost(id));
    const queue = await addPostQueueJob(port, 'orders', JOB);
    const isSent = () => bot.shop.posts.some((one) => one.post.id === id && one.state === 'sent');
    await waitUntil(isSent, 'the post is sent and reported');
    await queue.close();
  };

  it('are those that the page lists', async () => {
    await bot.waitUntilRegistered();
    const calls = new CalledFiles();
    try {
      await bot.command('stock');
      await idlePoll();
      const calledByOthers = calls.takeCalledFiles();
      const called: Set<string>[] = [];
      for (const id of [1, 2, 3]) {
        await post(id);
        called.push(calls.takeCalledFiles());
      }
      const isInScope = (path: string) => path.startsWith('bot/');
      expect(comparePageWithCalls(page, called, { calledByOthers, isInScope })).toEqual({
        missing: [],
        notCalled: [],
      });
    } finally {
      calls.close();
    }
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CHANNELS, type Channel } from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import type { ChildProcess } from 'node:child_process';
import { findFreePort } from '../test/free-port.js';
import { LiveBot } from '../test/live-bot.js';
import { killRedis, addPostQueueJob, startRedis } from '../test/redis.js';
import { anAlertPost } from '../test/samples.js';
import { waitUntil } from '../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const DAY_MS = 24 * 60 * 60_000;

describe('a post of each channel', () => {
  /** No channel polls again after its start: only jobs wake it. */
  const bot = new LiveBot(DAY_MS);
  let port = 0;
  let redis: ChildProcess;
  beforeAll(async () => {
    port = await findFreePort();
    redis = startRedis(port);
    await bot.open();
    await bot.start({
      REDIS_URL: `redis://127.0.0.1:${port}`,
      DISCORD_CHANNEL_TICKETS: discordWorld.channels.tickets,
      DISCORD_CHANNEL_PURCHASES: discordWorld.channels.purchases,
      DISCORD_CHANNEL_RESTOCKS: discordWorld.channels.restocks,
    });
  });
  afterAll(async () => {
    await bot.close();
    await killRedis(redis);
  });

  const claims = (channel: Channel): number =>
    bot.shop.calls.filter(
      ({ path, body }) => path === '/api/bot/posts/claim' && Object(body).channel === channel,
    ).length;
  const isSent = (id: number): boolean => bot.shop.posts.find(({ post }) => post.id === id)?.state === 'sent';

  it.each(CHANNELS)(
    'is sent there and nowhere else, as soon as the queue has a job: %s (OWN-140)',
    async (channel) => {
      const id = 900 + CHANNELS.indexOf(channel);
      await waitUntil(() => claims(channel) > 0, 'the channel has polled at its start');
      bot.shop.addPosts(channel, anAlertPost(id, `for ${channel}`));
      const queue = await addPostQueueJob(port, channel, { v: 1, channel });
      await waitUntil(() => isSent(id), 'the post is sent');
      await queue.close();
      const where = await Promise.all(
        CHANNELS.map(async (one) => ((await bot.readMessages(one)).includes(`for ${channel}`) ? [one] : [])),
      );
      expect(where.flat()).toEqual([channel]);
    },
  );
});

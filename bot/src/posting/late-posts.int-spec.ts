import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { BOT_USER, type Fault } from '../../test/fake-discord.js';
import type { JsonAnswer } from '../../test/json-server.js';
import { CHANNEL_IDS, withPostingRig, type PostingRig } from '../../test/posting-rig.js';
import { anOrderPost } from '../../test/samples.js';
import { waitUntil } from '../../test/wait-until.js';

const logLine = z.object({
  message: z.string(),
  kind: z.string().optional(),
  code: z.number().optional(),
  waitMs: z.number().optional(),
  byBot: z.boolean().optional(),
});
const answer = (status: number, code: number): JsonAnswer => ({ status, body: { code, message: 'no' } });
const emptyBucket = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' };

describe('a post that is late', () => {
  let rig: PostingRig;
  const sent = withPostingRig((opened) => (rig = opened));
  const failures = () =>
    rig.logLines
      .map((line) => logLine.parse(JSON.parse(line)))
      .filter(({ message }) => message === 'post not sent');

  it.each<[Fault | JsonAnswer, { kind: string; code?: number }, number, number]>([
    ['rate-limit', { kind: 'rate-limited' }, 1_000, 1_500],
    [answer(403, 20_026), { kind: 'restricted', code: 20_026 }, 59_000, 60_000],
    [answer(400, 40_004), { kind: 'restricted', code: 40_004 }, 59_000, 60_000],
    ['server-error', { kind: 'unreachable' }, 100, 500],
    ['forbidden', { kind: 'blocked', code: 50_001 }, 29_000, 30_000],
  ])('is logged with cause, code and wait: %j (OWN-1291)', async (fault, cause, leastMs, mostMs) => {
    rig.discord.scriptFaults(CHANNEL_IDS.orders, fault);
    rig.shop.addPosts('orders', anOrderPost(1));
    rig.startPoster('orders');
    await waitUntil(() => failures().length === 1, 'logged');
    const [{ waitMs = 0, message: _, ...rest } = { message: '' }] = failures();
    expect(rest).toEqual(cause);
    expect(waitMs).toBeGreaterThanOrEqual(leastMs);
    expect(waitMs).toBeLessThanOrEqual(mostMs);
  });

  it.each([
    ['the library', {}],
    ['the bot, since the library forgets a limit at a new bucket', { 'x-ratelimit-bucket': 'abcd1234' }],
  ])('by a limit that %s keeps to itself is logged as such (OWN-1291)', async (_, bucket) => {
    const message = { id: '1184303546217549907', author: { id: BOT_USER } };
    const headers = { ...emptyBucket, ...bucket, 'x-ratelimit-reset-after': '0.5' };
    rig.discord.scriptFaults(CHANNEL_IDS.orders, { status: 200, headers, body: message });
    rig.shop.addPosts('orders', anOrderPost(1));
    const poster = rig.startPoster('orders');
    await sent();
    rig.shop.addPosts('orders', anOrderPost(2));
    poster.wakeLoop();
    await sent();
    expect(failures()).toMatchObject([{ kind: 'rate-limited', byBot: true, waitMs: expect.any(Number) }]);
    expect(rig.discord.callsTo(CHANNEL_IDS.orders, 'POST').map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each([
    [404, 10_008],
    [403, 50_005],
  ])(
    'because Discord answers a new message with %i %i is tried no sooner than after 30 s (OWN-140)',
    async (status, code) => {
      rig.discord.refuseMessages(CHANNEL_IDS.orders, answer(status, code));
      rig.shop.addPosts('orders', anOrderPost(1));
      rig.startPoster('orders');
      await waitUntil(() => rig.shop.alerts.length === 1, 'alert raised');
      rig.shop.addPosts('history', anOrderPost(2, { status: 'completed' }, 'order.completed'));
      rig.startPoster('history');
      await waitUntil(() => rig.shop.postStates()[1] === 'sent', 'other channel posted');
      expect(rig.discord.callsTo(CHANNEL_IDS.orders, 'POST')).toHaveLength(1);
      expect(failures()).toMatchObject([{ kind: 'blocked', code }]);
    },
  );
});

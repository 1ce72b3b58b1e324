import { describe, expect, it, jest } from '@jest/globals';
import { getEventListeners } from 'node:events';
import type { JsonAnswer } from '../../test/json-server.js';
import { BOT_USER, oldEditLimitAnswer } from '../../test/fake-discord.js';
import { CHANNEL_IDS, PostingRig } from '../../test/posting-rig.js';
import { anOrderPost } from '../../test/samples.js';
import { ChannelMessages } from '../discord/channel-messages.js';
import { createRest } from '../discord/rest.js';
import { waitUntil } from '../../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const WAIT_S = 0.3;
const RETRY_AFTER = String(WAIT_S);
const limited = (headers: Record<string, string>, body: object | string): JsonAnswer => ({
  status: 429,
  headers,
  body,
});
const said = { message: 'You are being rate limited.', retry_after: WAIT_S, global: false };
/** A bucket that has room left while its answer is 429: a limit below the route's own. */
const withRoom = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset-after': '0.1' };
const spent = { ...withRoom, 'x-ratelimit-remaining': '0', 'x-ratelimit-bucket': 'abcd1234' };

/** Every form in which a 429 comes, and whether it is of the whole bot. */
const FORMS: readonly [string, JsonAnswer, 'all' | 'channel'][] = [
  [
    'of the bucket',
    limited({ ...spent, 'retry-after': RETRY_AFTER, 'x-ratelimit-scope': 'user' }, said),
    'channel',
  ],
  [
    'of a sublimit',
    limited({ ...withRoom, 'retry-after': RETRY_AFTER, 'x-ratelimit-scope': 'user' }, said),
    'channel',
  ],
  [
    'of a shared resource',
    limited({ 'retry-after': RETRY_AFTER, 'x-ratelimit-scope': 'shared' }, said),
    'channel',
  ],
  [
    'of the whole bot',
    limited(
      { 'retry-after': RETRY_AFTER, 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' },
      { ...said, global: true },
    ),
    'all',
  ],
  ['without Retry-After, its body in fractions of a second', limited({}, said), 'channel'],
  ['without a time', limited({}, { message: 'You are being rate limited.' }), 'channel'],
  [
    'of a proxy, no JSON',
    limited({ 'content-type': 'text/html', 'retry-after': RETRY_AFTER }, '<h1>slow down</h1>'),
    'channel',
  ],
  ['with a nonsense time', limited({ 'retry-after': 'soon' }, { retry_after: -3 }), 'channel'],
];

/** With a rig of its own, so that all wait at the same time. */
async function withRig(run: (rig: PostingRig) => Promise<void>): Promise<void> {
  const rig = new PostingRig();
  await rig.start();
  try {
    await run(rig);
  } finally {
    await rig.stop();
  }
}

describe('posting while Discord limits it (OWN-136)', () => {
  it.concurrent.each(FORMS)('waits out a limit %s, twice, and posts once', (_, answer) =>
    withRig(async (rig) => {
      rig.discord.scriptFaults(CHANNEL_IDS.orders, answer, answer);
      rig.shop.addPosts('orders', anOrderPost(1), anOrderPost(2));
      const poster = rig.startPoster('orders');
      const waking = setInterval(() => poster.wakeLoop(), 20);
      await waitUntil(() => rig.shop.allSent(), 'posted').finally(() => clearInterval(waking));
      const tries = rig.discord.callsTo(CHANNEL_IDS.orders, 'POST');
      expect(tries.map(({ status }) => status)).toEqual([429, 429, 200]);
      const waits = tries.slice(1).map(({ at }, index) => at - (tries[index]?.at ?? 0));
      for (const waited of waits) expect(waited).toBeGreaterThanOrEqual(WAIT_S * 1_000);
      expect(new Set(tries.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(rig.discord.countPosts()).toEqual(
        new Map([
          ['Post 1', 1],
          ['Post 2', 1],
        ]),
      );
      expect(rig.shop.alerts).toEqual([]);
    }),
  );

  it.concurrent.each(FORMS.filter(([, , of]) => of === 'channel'))(
    'lets the other channels go on during a limit %s',
    (_, answer) =>
      withRig(async (rig) => {
        const relent = rig.discord.refuseMessages(CHANNEL_IDS.orders, answer);
        rig.shop.addPosts('orders', anOrderPost(1));
        rig.startPoster('orders');
        await waitUntil(() => rig.discord.calls.length > 0, 'limited');
        rig.shop.addPosts('history', anOrderPost(2, { status: 'completed' }, 'order.completed'));
        rig.startPoster('history');
        await waitUntil(() => rig.discord.messages.length > 0, 'one is posted');
        relent();
        await waitUntil(() => rig.shop.allSent(), 'both posted');
        const [first, second] = rig.discord.messages.map(({ channelId }) => channelId);
        expect([first, second]).toEqual([CHANNEL_IDS.history, CHANNEL_IDS.orders]);
      }),
  );

  it.concurrent('keeps to what the first answer of a process says an earlier one left (OWN-136)', () =>
    withRig(async (rig) => {
      const headers = { ...spent, 'x-ratelimit-reset-after': RETRY_AFTER };
      const body = { id: '1184303412795904099', author: { id: BOT_USER } };
      rig.discord.scriptFaults(CHANNEL_IDS.orders, { status: 200, headers, body });
      rig.shop.addPosts('orders', ...Array.from({ length: 11 }, (_, at) => anOrderPost(at + 1)));
      rig.startPoster('orders');
      await waitUntil(() => rig.shop.allSent(), 'posted');
      const [first, second] = rig.discord.callsTo(CHANNEL_IDS.orders, 'POST');
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(WAIT_S * 1_000);
    }));
});

describe('edits of messages older than an hour (OWN-136)', () => {
  const HOUR_MS = 3_600_000;
  const COMPLETED = { description: expect.stringContaining('🟢 **Abgeschlossen**') };
  const edit = (rig: PostingRig, messageId: string, editVersion: number): void => {
    const completed = anOrderPost(editVersion, { status: 'completed' });
    rig.shop.edits.push({
      batchId: 'batch-1',
      channel: 'orders',
      messageId,
      editVersion,
      posts: [completed],
    });
  };
  /** Two messages so many ms old. @returns their ids */
  const posted = async (rig: PostingRig, ...ages: number[]): Promise<string[]> => {
    rig.startPoster('orders');
    for (const [index, ageMs] of ages.entries()) {
      rig.discord.setMessageAge(ageMs);
      rig.shop.addPosts('orders', anOrderPost(index + 1));
      await waitUntil(() => rig.shop.allSent(), 'posted');
    }
    return rig.discord.messages.map(({ id }) => id);
  };

  it.concurrent('wait for Discord’s pace, with one refused call for all of them, until the newest state stands', () =>
    withRig(async (rig) => {
      const [first = '', second = ''] = await posted(rig, 3 * HOUR_MS, 2 * HOUR_MS);
      rig.discord.scriptFaults(
        first,
        oldEditLimitAnswer(WAIT_S),
        oldEditLimitAnswer(WAIT_S),
        oldEditLimitAnswer(WAIT_S),
      );
      edit(rig, first, 2);
      edit(rig, second, 3);
      await waitUntil(() => rig.shop.edits.length === 0, 'all edits are made');
      expect(rig.discord.messages.map(({ embeds }) => embeds[0])).toMatchObject([COMPLETED, COMPLETED]);
      const [tries = [], others = []] = [first, second].map((id) => rig.discord.callsTo(id, 'PATCH'));
      expect(tries.map(({ status }) => status)).toEqual([429, 429, 429, 200]);
      expect(others.map(({ status }) => status)).toEqual([200]);
      const waits = tries.slice(1).map(({ at }, index) => at - (tries[index]?.at ?? 0));
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(WAIT_S * 1_000);
    }));

  it.concurrent('hold up none of younger ones, and none of their own channel’s posts', () =>
    withRig(async (rig) => {
      const [old = '', young = ''] = await posted(rig, 2 * HOUR_MS, 0.98 * HOUR_MS);
      rig.discord.scriptFaults(old, oldEditLimitAnswer(2 * 3_600));
      edit(rig, old, 2);
      await waitUntil(() => rig.shop.reportedEdits.length === 1, 'put off');
      expect(rig.shop.reportedEdits[0]?.laterMs).toBe(HOUR_MS);
      edit(rig, young, 3);
      rig.shop.addPosts('orders', anOrderPost(9));
      await waitUntil(() => rig.shop.edits.length === 1 && rig.shop.allSent(), 'the young one is edited');
      expect(rig.discord.callsTo(old, 'PATCH')).toHaveLength(1);
    }));
});

it('leaves no listener on the signal of a loop, however many calls are made under it', () =>
  withRig(async (rig) => {
    rig.shop.addPosts('orders', anOrderPost(1));
    rig.startPoster('orders');
    await waitUntil(() => rig.shop.allSent(), 'posted');
    const [first] = rig.discord.messages;
    const rest = createRest(`http://127.0.0.1:${rig.discord.port}/api`, 'token', 'DiscordBot (spec, 1)');
    const messages = new ChannelMessages(rest, CHANNEL_IDS.orders);
    const { signal } = new AbortController();
    const body = { embeds: [], components: [], allowed_mentions: { parse: [] } };
    for (let call = 0; call < 12; call += 1)
      await messages.editMessage(first?.id ?? '', body, signal).catch(() => 0);
    expect(rig.discord.callsTo(first?.id ?? '', 'PATCH').length).toBeGreaterThan(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  }));

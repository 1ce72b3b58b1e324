import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FORMER_CHANNEL,
  messageIdOf,
  orderEvent,
  startDiscordShop,
  type DiscordShop,
} from '../../../test/discord-shop.js';
import { TransitionOrder } from '../../shop/fulfilment/transition-order.js';

describe('batches of posts (OWN-134)', () => {
  let shop: DiscordShop;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    // Each spec begins with an empty channel and a lease of its own.
    await shop.database.query(`DELETE FROM posts`);
    await shop.database.query(`DELETE FROM post_batches`);
    await shop.lapse();
    fence = await shop.takeLease('bot-one-1');
  });

  const takeOver = async (): Promise<number> => {
    await shop.lapse();
    return shop.takeLease('bot-two-2');
  };

  it('holds up to ten posts, oldest first, and each order in one', async () => {
    const orders: number[] = [];
    for (let n = 0; n < 12; n += 1) orders.push(await shop.order());
    const first = await shop.send('orders', fence);
    const second = await shop.send('orders', fence);
    await shop.claimNothing('orders', fence);
    const seen = [...first.posts, ...second.posts].map(({ content }) =>
      content.kind === 'order' ? content.order.id : 0,
    );
    expect(first.posts).toHaveLength(10);
    expect(seen).toEqual(orders);
  });

  it('holds what is paid before what nobody paid, and one order’s posts in their order (OWN-726)', async () => {
    const unpaid: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const id = await shop.order();
      await shop.database.query('UPDATE orders SET payment_status = $2 WHERE id = $1', [
        id,
        n % 2 === 0 ? 'unconfirmed' : 'void',
      ]);
      unpaid.push(id);
    }
    const confirmed = unpaid[2] ?? 0;
    const paid = await shop.order();
    await shop.database.query(`UPDATE orders SET payment_status = 'paid' WHERE id = $1`, [confirmed]);
    await shop.append(orderEvent('order.overdue', confirmed, 2));
    const batches = [await shop.send('orders', fence), await shop.send('orders', fence)];
    await shop.claimNothing('orders', fence);
    const seen = batches.map(({ posts }) =>
      posts.map(({ type, content }) => [type, content.kind === 'order' ? content.order.id : 0]),
    );
    const posted = seen.flat();
    const at = (type: string, id: number): number =>
      posted.findIndex(([postType, orderId]) => postType === type && orderId === id);
    expect(posted).toHaveLength(14);
    expect(seen[0]).toContainEqual(['order.paid', paid]);
    expect(seen[0]?.filter(([, id]) => id === confirmed)).toEqual([
      ['order.paid', confirmed],
      ['order.overdue', confirmed],
    ]);
    const rest = unpaid.filter((id) => id !== confirmed).map((id) => at('order.paid', id));
    expect(rest).toEqual(rest.toSorted((one, other) => one - other));
  });

  it('is formed again while it was only claimed, with all later posts', async () => {
    await shop.order();
    const first = await shop.claim('orders', fence);
    await shop.order();
    const second = await shop.claim('orders', fence);
    expect(second.id).not.toBe(first.id);
    expect(second.posts).toHaveLength(2);
    expect(second).toMatchObject({ payload: null, firstAttemptAt: null });
    expect(first.nonce.length).toBeLessThanOrEqual(25);
    const late = await shop.call(`/posts/batches/${first.id}/register`, {
      fence,
      payload: '{}',
      postIds: [first.posts[0]?.id],
    });
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('is claimed again unchanged once its message is frozen, also by the next bot', async () => {
    await shop.order();
    const first = await shop.claim('orders', fence);
    const payload = await shop.register(first, fence);
    await shop.order();
    const again = await shop.claim('orders', fence);
    const next = await takeOver();
    const inherited = await shop.claim('orders', next);
    for (const batch of [again, inherited]) {
      expect(batch).toMatchObject({ id: first.id, nonce: first.nonce, posts: first.posts, payload });
      expect(batch.firstAttemptAt).toBe(again.firstAttemptAt);
    }
    expect(Date.parse(inherited.leaseUntil) - Date.now()).toBeGreaterThan(50_000);
  });

  it('is sent and edited in the channel it was frozen for, until the bot names another', async () => {
    const orderId = await shop.order();
    const claimed = await shop.claim('orders', fence);
    expect(claimed.channelId).toBeNull();
    const payload = await shop.register(claimed, fence);
    const { firstAttemptAt, ...frozen } = await shop.claim('orders', fence);
    expect(frozen).toMatchObject({ payload, channelId: FORMER_CHANNEL });
    const channelId = '500000000000000011';
    const registration = { fence, payload, postIds: claimed.posts.map(({ id }) => id), channelId };
    const path = `/posts/batches/${claimed.id}`;
    expect((await shop.call(`${path}/register`, { ...registration, payload: '{}' })).status).toBe(409);
    expect((await shop.call(`${path}/register`, registration)).status).toBe(204);
    expect(await shop.claim('orders', fence)).toMatchObject({
      id: claimed.id,
      payload,
      channelId,
      firstAttemptAt,
    });
    const messageId = messageIdOf(claimed);
    expect((await shop.call(`${path}/report`, { fence, messageId })).status).toBe(204);
    const move = { orderId, transition: 'process', actor: 'spec', role: 'admin' } as const;
    await shop.app.get(TransitionOrder).execute(move);
    await shop.relayed();
    expect(await shop.claimEdit('orders', fence)).toMatchObject({ messageId, channelId });
  });

  it('tells its times also as durations, which no difference of clocks changes', async () => {
    await shop.order();
    const first = await shop.claim('orders', fence);
    expect(first).toMatchObject({ firstAttemptAgeMs: null });
    await shop.register(first, fence);
    await shop.database.query(`UPDATE post_batches SET first_attempt_at = now() - interval '3 min'`);
    const again = await shop.claim('orders', fence);
    expect(again.firstAttemptAgeMs).toBeGreaterThanOrEqual(180_000);
    for (const { remainingMs } of [first, again]) {
      expect(remainingMs).toBeGreaterThan(59_000);
      expect(remainingMs).toBeLessThanOrEqual(60_000);
    }
  });

  it('frees the posts that did not fit when it is frozen', async () => {
    await shop.order();
    await shop.order();
    const batch = await shop.claim('orders', fence);
    const [kept, freed] = batch.posts.map((post) => post.id);
    await shop.register(batch, fence, [kept ?? 0]);
    await shop.call(`/posts/batches/${batch.id}/report`, { fence, messageId: messageIdOf(batch) });
    const rest = await shop.claim('orders', fence);
    expect(rest.posts.map((post) => post.id)).toEqual([freed]);
  });

  it('refuses to be frozen with posts of others, or a second time with another message', async () => {
    await shop.order();
    const batch = await shop.claim('orders', fence);
    const wrong = { fence, payload: '{}', postIds: [999_999] };
    expect(await shop.call(`/posts/batches/${batch.id}/register`, wrong)).toMatchObject({ status: 400 });
    const payload = await shop.register(batch, fence);
    const postIds = batch.posts.map((post) => post.id);
    const repeated = await shop.call(`/posts/batches/${batch.id}/register`, { fence, payload, postIds });
    expect(repeated.status).toBe(204);
    const other = await shop.call(`/posts/batches/${batch.id}/register`, { fence, payload: '{}', postIds });
    expect(other).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('is reported once; a repeat is accepted, another message id is refused', async () => {
    await shop.order();
    const batch = await shop.send('orders', fence);
    const report = (messageId: string) =>
      shop.call(`/posts/batches/${batch.id}/report`, { fence, messageId });
    expect((await report(messageIdOf(batch))).status).toBe(204);
    expect((await report('799999999999999999')).status).toBe(409);
    expect(await shop.postStates('orders')).toEqual(['sent']);
  });

  it('can not be frozen, reported or refused under an old fence', async () => {
    await shop.order();
    const batch = await shop.claim('orders', fence);
    await shop.register(batch, fence);
    const next = await takeOver();
    const path = `/posts/batches/${batch.id}`;
    const late = [
      await shop.call(`${path}/register`, { fence, payload: '{}', postIds: [batch.posts[0]?.id] }),
      await shop.call(`${path}/report`, { fence, messageId: messageIdOf(batch) }),
      await shop.call(`${path}/reject`, { fence, reason: 'no' }),
    ];
    for (const answer of late) expect(answer).toMatchObject({ status: 409, body: { code: 'FENCED' } });
    // The successor finds it under the same nonce and ends it.
    expect((await shop.send('orders', next)).nonce).toBe(batch.nonce);
    expect(await shop.postStates('orders')).toEqual(['sent']);
  });

  it('must be frozen before it is reported', async () => {
    await shop.order();
    const batch = await shop.claim('orders', fence);
    const early = await shop.call(`/posts/batches/${batch.id}/report`, {
      fence,
      messageId: messageIdOf(batch),
    });
    expect(early).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(
      (await shop.call('/posts/batches/unknown/report', { fence, messageId: messageIdOf(batch) })).status,
    ).toBe(404);
  });

  it('is freed at once when the predecessor only claimed it', async () => {
    await shop.order();
    await shop.claim('orders', fence);
    await takeOver();
    expect(await shop.postStates('orders')).toEqual(['pending']);
  });

  it('is one per channel however many ask at once', async () => {
    for (let n = 0; n < 3; n += 1) await shop.order();
    const batches = await Promise.all(Array.from({ length: 6 }, () => shop.claim('orders', fence)));
    const open: { n: number }[] = await shop.database.query(
      `SELECT count(*)::int AS n FROM post_batches WHERE state IN ('claimed', 'registered')`,
    );
    expect(open).toEqual([{ n: 1 }]);
    for (const batch of batches) expect(batch.posts).toHaveLength(3);
  });

  it('of two bots that claim, freeze and report at once, one posts each order', async () => {
    for (let n = 0; n < 4; n += 1) await shop.order();
    const next = await takeOver();
    const attempts = await Promise.allSettled([
      shop.send('orders', fence),
      shop.send('orders', next),
      shop.send('orders', fence),
    ]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await shop.postStates('orders')).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  it('answers bad input with 400 and changes nothing', async () => {
    await shop.order();
    const bad = [
      { channel: 'lounge', fence },
      { channel: 'orders', fence: 1.5 },
      { channel: 'orders', fence, x: 1 },
    ];
    for (const body of bad) expect(await shop.call('/posts/claim', body)).toMatchObject({ status: 400 });
    expect(await shop.postStates('orders')).toEqual(['pending']);
  });
});

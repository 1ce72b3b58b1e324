import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Channel } from '@pax/contracts';
import request from 'supertest';
import {
  alertEvent,
  DISCORD_SETTINGS,
  FORMER_CHANNEL,
  messageIdOf,
  startDiscordShop,
  WITHOUT_DISCORD,
  type DiscordShop,
} from '../../../test/discord-shop.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { TransitionOrder } from '../../shop/fulfilment/transition-order.js';

describe('posts in the panel (OWN-141)', () => {
  let shop: DiscordShop;
  let admin: SignedIn;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop({ DISCORD_WEB_URL: 'https://chat.test', RATE_LIMIT_FACTOR: '1.5' });
    admin = await signIn(shop, { admin: true });
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  it('show state and link, newest first, in pages', async () => {
    const orderId = await shop.order();
    const batch = await shop.send('orders', fence);
    await shop.append(alertEvent('disk full'), alertEvent('disk full'));
    await shop.claim('error', fence);
    const all = await admin.agent.get('/api/admin/posts');
    expect(all.body).toMatchObject([
      { channel: 'error', state: 'claimed', link: null },
      { channel: 'error', state: 'counted', countedIn: all.body[0].id },
      {
        channel: 'orders',
        state: 'sent',
        link: `https://chat.test/channels/${DISCORD_SETTINGS.DISCORD_GUILD_ID}/${FORMER_CHANNEL}/${messageIdOf(batch)}`,
      },
    ]);
    const page = await admin.agent.get('/api/admin/posts?limit=2');
    expect(page.headers).toMatchObject({
      'x-total-count': '3',
      link: `</api/admin/posts?limit=2&cursor=${all.body[1].id}>; rel="next"`,
    });
    const rest = await admin.agent.get(`/api/admin/posts?limit=2&cursor=${all.body[1].id}`);
    expect(rest.body).toHaveLength(1);
    expect((await admin.agent.get('/api/admin/posts?state=sent,parked')).body).toHaveLength(1);
    const found = async (q: string): Promise<unknown[]> => {
      const answer = await admin.agent.get('/api/admin/posts').query({ q }).expect(200);
      const posts: { channel: string }[] = answer.body;
      expect(answer.headers['x-total-count']).toBe(String(posts.length));
      return posts.map((post) => post.channel);
    };
    for (const q of ['disk', 'alert.raised', 'ERROR']) expect(await found(q)).toEqual(['error', 'error']);
    for (const q of ['order.paid', `#${orderId}`]) expect(await found(q)).toEqual(['orders']);
    for (const q of ['disk%full', 'disk_full']) expect(await found(q)).toEqual([]);
    expect((await admin.agent.get('/api/admin/posts?state=lost')).status).toBe(400);
    expect((await admin.agent.get('/api/admin/posts?cursor=x')).status).toBe(400);
  });

  it('are sent a second time on request, once however often it is asked', async () => {
    const orderId = await shop.order();
    const first = await shop.send('orders', fence);
    await shop.app
      .get(TransitionOrder)
      .execute({ orderId, transition: 'process', actor: 'spec', role: 'admin' });
    await shop.relayed();
    const id = first.posts[0]?.id;
    const asked = await Promise.all(
      [1, 2, 3].map(() => admin.agent.post(`/api/admin/posts/${id}/resend`).send()),
    );
    const copies = new Set(asked.map(({ body }) => body.id));
    expect(copies.size).toBe(1);
    const recorded: object[] = await shop.database.query(
      `SELECT actor FROM audit_log WHERE action = 'post.resend' AND subject = $1`,
      [`post:${id}`],
    );
    expect(recorded).toEqual(asked.map(() => ({ actor: `user:${admin.userId}` })));
    expect(asked[0]?.body).toMatchObject({
      state: 'pending',
      resendOf: id,
      eventId: first.posts[0]?.eventId,
    });
    await shop.claim('orders', fence);
    const whileClaimed = await admin.agent.post(`/api/admin/posts/${id}/resend`).send();
    expect(whileClaimed.body).toMatchObject({ id: asked[0]?.body.id, state: 'claimed' });
    const second = await shop.send('orders', fence);
    expect(second.posts).toMatchObject([{ content: first.posts[0]?.content }]);
    // Both messages are edited to the newest state.
    const edited = new Set<string>();
    for (
      let edit = await shop.claimEdit('orders', fence);
      edit;
      edit = await shop.claimEdit('orders', fence)
    ) {
      edited.add(edit.batchId);
      await shop.call('/posts/edits/report', { fence, batchId: edit.batchId, editVersion: edit.editVersion });
    }
    expect(edited).toEqual(new Set([first.id, second.id]));
    const copyAgain = await admin.agent.post(`/api/admin/posts/${[...copies][0]}/resend`).send();
    expect(copyAgain.body).toMatchObject({ resendOf: id });
    await shop.send('orders', fence);
  });

  it('that were parked become pending again unchanged', async () => {
    await shop.order();
    const batch = await shop.claim('orders', fence);
    await shop.register(batch, fence);
    await shop.call(`/posts/batches/${batch.id}/reject`, { fence, reason: 'Missing Access' });
    const id = batch.posts[0]?.id;
    const [parked] = (await admin.agent.get('/api/admin/posts?state=parked')).body;
    expect(parked).toMatchObject({ id, parkedReason: 'Missing Access' });
    const answer = await admin.agent.post(`/api/admin/posts/${id}/resend`).send();
    expect(answer.body).toMatchObject({ id, state: 'pending', parkedReason: null, resendOf: null });
    expect((await admin.agent.post(`/api/admin/posts/${id}/resend`).send()).status).toBe(409);
    expect((await shop.send('orders', fence)).posts.map((post) => post.id)).toEqual([id]);
    expect((await admin.agent.post('/api/admin/posts/999999/resend').send()).status).toBe(404);
  });

  it('that were parked and have a pending copy are not sent a third time', async () => {
    await shop.order();
    const id = (await shop.send('orders', fence)).posts[0]?.id;
    const again = (post: number | undefined) => admin.agent.post(`/api/admin/posts/${post}/resend`).send();
    const { body: parked } = await again(id);
    const batch = await shop.claim('orders', fence);
    await shop.register(batch, fence);
    await shop.call(`/posts/batches/${batch.id}/reject`, { fence, reason: 'Missing Access' });
    const { body: waiting } = await again(id);
    expect(waiting.id).not.toBe(parked.id);
    expect((await again(parked.id)).body).toMatchObject({ id: waiting.id, state: 'pending' });
    expect((await shop.send('orders', fence)).posts.map((post) => post.id)).toEqual([waiting.id]);
    // No copy is pending any more, so the post itself becomes pending.
    expect((await again(parked.id)).body).toMatchObject({ id: parked.id, state: 'pending' });
    await shop.send('orders', fence);
  });

  it('are sent again by one of the team as often as may be, then not any more (OWN-141)', async () => {
    await shop.order();
    const id = (await shop.send('orders', fence)).posts[0]?.id;
    const again = () => admin.agent.post(`/api/admin/posts/${id}/resend`).send();
    await again().expect(200);
    await shop.send('orders', fence);
    const most = 45;
    await shop.database.query(`UPDATE rate_limits SET points = $1 WHERE key LIKE 'posts-by-hand:%'`, [most]);
    const refused = await again();
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    const copies = await shop.database.query('SELECT state FROM posts WHERE resend_of = $1', [id]);
    expect(copies).toEqual([{ state: 'sent' }]);
    await shop.database.query(`DELETE FROM rate_limits WHERE key LIKE 'posts-by-hand:%'`);
  });

  it('of tickets beyond 60 new ones an hour are one, which counts them; no thread begins, but of customers each has one (OWN-908)', async () => {
    const { userId: customer } = await signIn(shop);
    await shop.database.query('UPDATE users SET total_spent_cents = 1 WHERE id = $1', [customer]);
    const { userId: visitor } = await signIn(shop);
    const sent = async (count: number, sender: number): Promise<{ id: number }[]> =>
      shop.database.query(
        `INSERT INTO tickets (user_id, name, email, subject, message, priority)
         SELECT $2, 'n', 'n@mail.example', 's', 'm', 'low' FROM generate_series(1, $1) RETURNING id`,
        [count, sender],
      );
    // By the shop's RATE_LIMIT_FACTOR one and a half times 60, and 10 of one customer.
    const made = [...(await sent(93, visitor)), ...(await sent(16, customer))];
    await shop.append(
      ...made.map(({ id }) => ({
        type: 'ticket.opened' as const,
        aggregate: 'ticket' as const,
        aggregateId: String(id),
        version: 1,
      })),
    );
    const posts: { kind: string; state: string; n: number; count: number | null }[] =
      await shop.database.query(
        `SELECT content->>'kind' AS kind, state, count(*)::int AS n, max((content->>'count')::int) AS count
         FROM posts WHERE type = 'ticket.opened' GROUP BY 1, 2 ORDER BY 1, 2`,
      );
    expect(posts).toEqual([
      { kind: 'alert', state: 'counted', n: 3, count: 1 },
      { kind: 'alert', state: 'pending', n: 1, count: 4 },
      { kind: 'ticket', state: 'pending', n: 105, count: null },
    ]);
    const [threads] = await shop.database.query('SELECT count(*)::int AS n FROM ticket_threads');
    expect(threads).toEqual({ n: 105 });
    const [told] = await shop.database.query(
      `SELECT content->'alert'->>'detail' AS detail FROM posts WHERE content->>'count' = '4'`,
    );
    expect(told).toEqual({
      detail: 'Beyond 90 an hour, and 15 of one customer, a ticket stays in the panel and is counted here.',
    });
  });

  it('are for staff', async () => {
    const customer = await signIn(shop);
    for (const path of ['/api/admin/posts', '/api/admin/discord/status']) {
      expect((await request(shop.app.getHttpServer()).get(path)).status).toBe(401);
      expect((await customer.agent.get(path)).status).toBe(403);
    }
    expect((await customer.agent.post('/api/admin/posts/1/resend')).status).toBe(403);
    expect(
      (await customer.agent.post('/api/admin/discord/test').send({ type: 'order', message: 'x' })).status,
    ).toBe(403);
  });
});

describe('the test page (ADMIN-1.3, ADMIN-7.20, ADMIN-7.21)', () => {
  let shop: DiscordShop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startDiscordShop();
    admin = await signIn(shop, { admin: true });
  });
  afterAll(() => shop.close());

  const test = (type: string, message = 'hello') =>
    admin.agent.post('/api/admin/discord/test').send({ type, message });

  it('reports whether the bot is connected', async () => {
    expect((await admin.agent.get('/api/admin/discord/status')).body).toMatchObject({ connected: false });
    const refused = await test('order');
    expect(refused).toMatchObject({ status: 503, body: { error: 'The bot is not connected.' } });
    await shop.takeLease('bot-one-1');
    expect((await admin.agent.get('/api/admin/discord/status')).body).toMatchObject({ connected: true });
  });

  it('answers when the message is in Discord (ADMIN-3.11)', async () => {
    const fence = await shop.takeLease('bot-one-1');
    const channels = [
      ['order', 'orders'],
      ['orders', 'orders'],
      ['history', 'history'],
      ['stock', 'stock'],
      ['error', 'error'],
    ] as const;
    for (const [type, channel] of channels) {
      const answer = test(type, `to ${type}`).then((response) => response);
      const sent = await sendWhenThere(shop, fence, channel);
      expect([type, sent]).toEqual([type, [{ kind: 'test', message: `to ${type}` }]]);
      expect((await answer).body).toMatchObject({
        success: true,
        link: expect.stringContaining(DISCORD_SETTINGS.DISCORD_GUILD_ID),
      });
    }
    const recorded: object[] = await shop.database.query(
      `SELECT actor, subject FROM audit_log WHERE action = 'post.test' ORDER BY id`,
    );
    const actor = `user:${admin.userId}`;
    expect(recorded).toEqual(channels.map(([, channel]) => ({ actor, subject: `channel:${channel}` })));
  });

  // What is refused is told of in the channel of errors, which comes first.
  it.each(['error', 'orders', 'history', 'stock'] as const)(
    'says what Discord refused a message to %s for (ADMIN-7.21)',
    async (channel) => {
      const fence = await shop.takeLease('bot-one-1');
      const answer = test(channel).then((response) => response);
      await pendingIn(shop, channel);
      const batch = await shop.claim(channel, fence);
      await shop.register(batch, fence);
      await shop.call(`/posts/batches/${batch.id}/reject`, { fence, reason: 'Missing Access' });
      expect(await answer).toMatchObject({
        status: 409,
        body: { error: 'Discord refused the message: Missing Access' },
      });
    },
  );

  it('refuses channels that do not exist and messages without text', async () => {
    expect((await test('lounge')).status).toBe(400);
    expect((await test('stock', '')).status).toBe(400);
  });
});

describe('a shop without Discord', () => {
  let shop: DiscordShop;
  beforeAll(async () => {
    shop = await startDiscordShop(WITHOUT_DISCORD);
  });
  afterAll(() => shop.close());

  it('answers why a test message failed (ADMIN-7.21)', async () => {
    await shop.takeLease('bot-one-1');
    const { agent } = await signIn(shop, { admin: true });
    expect(
      await agent.post('/api/admin/discord/test').send({ type: 'history', message: 'hello' }),
    ).toMatchObject({ status: 409, body: { error: 'The channel history is not set up.' } });
  });

  it('writes no posts for channels that are not set up', async () => {
    const id = await shop.product();
    await shop.database.query('INSERT INTO stock_levels (account, free) VALUES ($1, 20)', [`stock:${id}`]);
    const aggregateId = String(id);
    await shop.append(
      { type: 'stock.changed', aggregate: 'stock', aggregateId, version: 1 },
      {
        type: 'coins.changed',
        aggregate: 'coins',
        aggregateId: 'pool',
        version: 1,
        data: { reason: 'pool set' },
      },
      alertEvent('disk full'),
    );
    await shop.order();
    expect(await shop.database.query(`SELECT type FROM posts WHERE type <> 'test'`)).toEqual([]);
    const [level] = await shop.database.query('SELECT free FROM stock_levels WHERE account = $1', [
      `stock:${id}`,
    ]);
    expect(level).toEqual({ free: 0 });
  });

  it('gives configured values of the server while Discord is off', async () => {
    const info = await request(shop.app.getHttpServer()).get('/api/discord/server-info');
    expect(info.body).toEqual({
      serverName: 'Pax Market',
      memberCount: 0,
      inviteLink: expect.stringMatching(/^https:/),
      joinReward: true,
      selfCancel: true,
      undoSeconds: 0,
      delivery: { coinsMinutes: 30, otherHours: 24 },
      holdHours: { confirming: 24, crypto: 24 },
      postsPurchases: false,
      referralMonthlyCap: '50.00',
    });
  });
});

async function pendingIn(shop: DiscordShop, channel: Channel): Promise<void> {
  await until(
    () => shop.postStates(channel),
    (states) => states.includes('pending'),
  );
}

async function sendWhenThere(shop: DiscordShop, fence: number, channel: Channel): Promise<unknown[]> {
  await pendingIn(shop, channel);
  return (await shop.send(channel, fence)).posts.map(({ content }) => content);
}

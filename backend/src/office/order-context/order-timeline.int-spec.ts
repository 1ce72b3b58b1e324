import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { OrderTimelineEntry } from '@pax/contracts';
import { buyProducts } from '../../../test/buying.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';

jest.setTimeout(60_000);

describe('the timeline of an order', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop(DISCORD_SETTINGS);
    admin = await shop.signIn({ admin: true, username: 'Timely' });
  });
  afterAll(() => shop.close());

  const read = async (order: number): Promise<OrderTimelineEntry[]> =>
    (await admin.agent.get(`/api/admin/orders/${order}/timeline`).expect(200)).body;
  const move = (order: number, what: string, body = {}) =>
    admin.agent.patch(`/api/admin/orders/${order}/${what}`).send(body).expect(200);
  const withoutPlace = ({ id, at, ...rest }: OrderTimelineEntry) => {
    expect([id, Date.parse(at)]).toEqual([expect.any(String), expect.any(Number)]);
    return rest;
  };

  it('tells steps, acts with their reasons, refunds, posts and notices, newest first (OWN-1575)', async () => {
    const { orders, buyer } = await buyProducts(shop);
    const [order = 0] = orders;
    await move(order, 'process');
    await move(order, 'release', { reason: 'Offline' });
    await move(order, 'process');
    await move(order, 'complete');
    await admin.agent
      .post(`/api/admin/orders/${order}/refund`)
      .send({ amount: '4.00', reason: 'Half of it came' })
      .expect(200);
    const told = await until(
      () => read(order),
      (entries) =>
        entries.filter(({ kind }) => kind === 'post').length === 3 &&
        entries.filter(({ kind }) => kind === 'notice').length >= 4,
    );
    const times = told.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
    const of = (...kinds: OrderTimelineEntry['kind'][]) =>
      told
        .filter(({ kind }) => kinds.includes(kind))
        .map(withoutPlace)
        .toReversed();
    expect(of('mark', 'status')).toEqual([
      { kind: 'mark', mark: 'placed' },
      { kind: 'mark', mark: 'paid' },
      { kind: 'status', from: 'pending', to: 'processing', isUndo: false, actor: 'Timely' },
      {
        kind: 'status',
        from: 'processing',
        to: 'pending',
        isUndo: false,
        actor: 'Timely',
        reason: 'Offline',
      },
      { kind: 'status', from: 'pending', to: 'processing', isUndo: false, actor: 'Timely' },
      { kind: 'status', from: 'processing', to: 'completed', isUndo: false, actor: 'Timely' },
    ]);
    expect(of('act')).toEqual([
      { kind: 'act', action: 'order.refund', actor: 'Timely', reason: 'Half of it came' },
    ]);
    expect(of('refund')).toEqual([{ kind: 'refund', amount: '4.00', state: expect.any(String) }]);
    expect(of('post')).toContainEqual({ kind: 'post', channel: 'orders', state: 'waiting', link: null });
    const notices = told.flatMap((entry) => (entry.kind === 'notice' ? entry.notice : []));
    expect(notices).toEqual(expect.arrayContaining(['paid', 'taken', 'delivered', 'refunded']));

    // Another purchase of the buyer, and the buyer themselves, see nothing of it.
    await buyer.agent.get(`/api/admin/orders/${order}/timeline`).expect(403);
    await admin.agent.get('/api/admin/orders/2000000000/timeline').expect(404);
  });

  it('tells an undo apart from a step of its own (OWN-1575)', async () => {
    const undoShop = await startShop({ ...DISCORD_SETTINGS, UNDO_SECONDS: '60' });
    const { agent } = await undoShop.signIn({ admin: true, username: 'Timely' });
    const [order = 0] = (await buyProducts(undoShop)).orders;
    const path = `/api/admin/orders/${order}`;
    const { body: taken } = await agent.patch(`${path}/process`).send({}).expect(200);
    await agent.post(`${path}/undo`).send({ version: taken.version }).expect(200);
    const { body } = await agent.get(`${path}/timeline`).expect(200);
    const undone = body.flatMap((one: OrderTimelineEntry) => (one.kind === 'status' ? one.isUndo : []));
    await undoShop.close();
    expect(undone).toEqual([true, false]);
  });

  it('links what was posted, and says which ways a notice went (OWN-1575)', async () => {
    const { orders, buyer } = await buyProducts(shop);
    const [order = 0] = orders;
    const isTold = (entries: OrderTimelineEntry[]) =>
      ['post', 'notice'].every((wanted) => entries.some(({ kind }) => kind === wanted));
    await until(() => read(order), isTold);
    await shop.database.query(
      `INSERT INTO post_batches (id, channel, channel_id, nonce, state, fence, lease_until, message_id, sent_at)
       VALUES ('spec', 'orders', '11', 'spec', 'sent', 1, now(), '22', now())`,
    );
    await shop.database.query(`UPDATE posts SET state = 'sent', batch_id = 'spec' WHERE order_id = $1`, [
      order,
    ]);
    await shop.database.query(
      `INSERT INTO direct_messages (event_id, user_id, discord_id, topic, content, occurred_at, nonce, kind, state)
       SELECT event_id, user_id, '33', 'order:' || $2, '{}', now(), 'spec', 'paid', 'closed'
         FROM notices WHERE user_id = $1`,
      [buyer.userId, order],
    );
    await shop.database.query(
      `INSERT INTO mails (kind, about, state, ended_at)
       SELECT 'notice', 'n' || id, 'sent', now() FROM notices WHERE user_id = $1`,
      [buyer.userId],
    );
    const told = (await read(order)).map(withoutPlace);
    expect(told).toContainEqual({
      kind: 'post',
      channel: 'orders',
      state: 'sent',
      link: expect.stringMatching(/\/channels\/\d+\/11\/22$/),
    });
    expect(told).toContainEqual({
      kind: 'notice',
      notice: 'paid',
      ways: { direct: 'dropped', mail: 'sent' },
    });
    await shop.database.query(`UPDATE post_batches SET gone = true WHERE id = 'spec'`);
    expect((await read(order)).map(withoutPlace)).toContainEqual({
      kind: 'post',
      channel: 'orders',
      state: 'sent',
      link: null,
    });
  });

  it('is read by indexes alone (OWN-1575)', async () => {
    const { orders } = await buyProducts(shop);
    const asked = jest.spyOn(shop.database, 'query');
    await read(orders[0] ?? 0);
    const reads = asked.mock.calls.filter(([text]) =>
      /order_history|posts|notices|refunds|dispute/.test(text),
    );
    asked.mockRestore();
    expect(reads.length).toBeGreaterThanOrEqual(5);
    const plan = await shop.database.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      const rows: unknown[] = [];
      for (const [text, values] of reads) rows.push(await tx.query(`EXPLAIN ${text}`, [values ?? []].flat()));
      return JSON.stringify(rows);
    });
    expect(plan).not.toContain('Seq Scan');
    expect(plan).toContain('notices_about');
  });
});

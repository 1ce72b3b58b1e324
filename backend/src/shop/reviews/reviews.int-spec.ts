import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import request from 'supertest';
import { stopClock } from '../../../test/app.js';
import { buy, onePieceOf } from '../../../test/buying.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { expectInvariants } from '../../../test/invariants.js';
import { deleteNow } from '../../../test/own-data.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { ReviewsQueries } from './reviews.queries.js';

jest.setTimeout(120_000);

const STAFF_ID = '310457829164282001';
const SCRIPT = '<script>alert(1)</script>\n[free](https://evil.example)';

describe('reviews by buyers (OWN-1512)', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let admin: SignedIn;
  let staff: SignedIn;
  let product: number;
  beforeAll(async () => {
    await peer.listen();
    peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
    shop = await startShop({ ...DISCORD_SETTINGS, ...peer.settings() });
    [admin, staff] = [await shop.signIn({ admin: true }), await shop.signIn({ discordId: STAFF_ID })];
    product = await shop.addProduct({ name: 'Elytra', stock: 99, priceCents: 1_000 });
  });
  afterAll(async () => {
    await expectInvariants(shop);
    await shop.close();
    await peer.close();
  });

  const move = async (id: number, ...moves: string[]): Promise<void> => {
    for (const one of moves) await admin.agent.patch(`/api/admin/orders/${id}/${one}`).send({}).expect(200);
  };
  const order = async (buyer: SignedIn): Promise<number> =>
    (await buy(buyer, onePieceOf(product))).orders[0] ?? 0;
  const delivered = async (buyer: SignedIn): Promise<number> => {
    const id = await order(buyer);
    await move(id, 'complete');
    return id;
  };
  const write = ({ agent }: SignedIn, id: number, rating: number, text = '') =>
    agent.put(`/api/orders/${id}/review`).send({ rating, text });
  const refusalOf = async (sent: ReturnType<typeof write>): Promise<string> => {
    const { status, body } = await sent;
    return `${status} ${body.code}`;
  };
  const shown = async (query = ''): Promise<Record<string, unknown>[]> =>
    (await request(shop.app.getHttpServer()).get(`/api/reviews${query}`).expect(200)).body;
  const summary = async () =>
    (await request(shop.app.getHttpServer()).get('/api/reviews/summary').expect(200)).body;
  const hide = (who: SignedIn, id: number, hiddenReason: string | null) =>
    who.agent.patch(`/api/admin/reviews/${id}`).send({ hiddenReason });

  it('have no average before the first one', async () => {
    expect(await summary()).toEqual({ count: 0, average: null, hidden: 0 });
  });

  it('are written once, for an own order that is delivered and not wholly refunded', async () => {
    const [buyer, other] = [await shop.signIn(), await shop.signIn()];
    const id = await order(buyer);
    expect(await refusalOf(write(buyer, id, 5))).toBe('409 ILLEGAL_MOVE');
    await move(id, 'process');
    expect(await refusalOf(write(buyer, id, 5))).toBe('409 ILLEGAL_MOVE');
    await move(id, 'complete', 'archive');
    expect(await refusalOf(write(other, id, 1, 'not mine'))).toBe('404 NOT_FOUND');
    expect(await refusalOf(write(buyer, 2_147_483_647, 1))).toBe('404 NOT_FOUND');
    expect(await refusalOf(write(buyer, id, 5, 'x'.repeat(1_001)))).toBe('400 VALIDATION');
    expect(await refusalOf(write(buyer, id, 5, 'x'.repeat(100_000)))).toMatch(/^413 /);
    const written = await write(buyer, id, 4, ` ${SCRIPT} `).expect(200);
    expect(written.body).toMatchObject({ orderId: id, rating: 4, text: SCRIPT, hiddenReason: null });
    // A repeat whose first answer was lost is no second review.
    expect((await write(buyer, id, 4, SCRIPT).expect(200)).body).toEqual(written.body);
    expect(await refusalOf(write(buyer, id, 1, SCRIPT))).toBe('409 CONFLICT');
    expect((await buyer.agent.get('/api/account/reviews').expect(200)).body).toEqual([written.body]);
    expect((await other.agent.get('/api/account/reviews').expect(200)).body).toEqual([]);
  });

  it('name neither the buyer nor the order', async () => {
    const [first] = await shown();
    expect(first).toEqual({
      id: expect.any(Number),
      rating: 4,
      text: SCRIPT,
      productName: 'Elytra',
      category: 'items',
      createdAt: expect.any(String),
    });
  });

  it('are one, whoever sends how many at the same time', async () => {
    const buyer = await shop.signIn();
    const id = await delivered(buyer);
    const sent = await Promise.all([1, 2, 3, 4, 5].map((rating) => write(buyer, id, rating, 'At once')));
    expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409,
    ]);
    const rows = await shop.database.query('SELECT rating FROM reviews WHERE order_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  it('are none of a join reward, and none after all money went back, but outlive a later refund', async () => {
    const buyer = await shop.signIn();
    const [refunded, kept, part] = [await delivered(buyer), await delivered(buyer), await delivered(buyer)];
    const refund = (id: number, body: object) =>
      admin.agent.post(`/api/admin/orders/${id}/refund`).send(body).expect(200);
    await refund(refunded, {});
    expect(await refusalOf(write(buyer, refunded, 1))).toBe('409 ILLEGAL_MOVE');
    await refund(part, { amount: '4.00' });
    await write(buyer, part, 2, 'Half of it').expect(200);
    await write(buyer, kept, 3, 'It broke').expect(200);
    await refund(kept, {});
    expect((await shown()).map(({ text }) => text).slice(0, 2)).toEqual(['It broke', 'Half of it']);
    await shop.database.query(`UPDATE orders SET kind = 'join_reward' WHERE id = $1`, [kept]);
    await shop.database.query('DELETE FROM reviews WHERE order_id = $1', [kept]);
    await shop.database.query(`UPDATE orders SET payment_status = 'paid' WHERE id = $1`, [kept]);
    expect(await refusalOf(write(buyer, kept, 5))).toBe('409 ILLEGAL_MOVE');
    await shop.database.query(
      `UPDATE orders SET kind = 'purchase', payment_status = 'refunded' WHERE id = $1`,
      [kept],
    );
  });

  it('are listed where they have a text, page by page', async () => {
    const buyer = await shop.signIn();
    await write(buyer, await delivered(buyer), 5).expect(200);
    const all = await shown();
    expect(all.map(({ text }) => text)).toEqual(['Half of it', 'At once', SCRIPT]);
    const first = await request(shop.app.getHttpServer()).get('/api/reviews?limit=2').expect(200);
    expect(first.headers['x-total-count']).toBe('3');
    const next = /cursor=(\d+)/.exec(String(first.headers['link']))?.[1] ?? '';
    expect(await shown(`?limit=2&cursor=${next}`)).toEqual(all.slice(2));
    await request(shop.app.getHttpServer()).get('/api/reviews?q=half').expect(400);
    const found = await staff.agent.get('/api/admin/reviews?q=half').expect(200);
    expect(found.body).toMatchObject([{ text: 'Half of it' }]);
    expect((await summary()).count).toBe(4);
  });

  it('are counted once a minute, however many requests come, and at once after a change', async () => {
    const sent = jest.spyOn(pg.Client.prototype, 'query');
    const reviews = shop.app.get(ReviewsQueries);
    reviews.forgetCounts();
    const answers = await Promise.all(Array.from({ length: 40 }, () => reviews.readSummary()));
    const page = await request(shop.app.getHttpServer()).get('/api/reviews?limit=1').expect(200);
    expect(page.headers['x-total-count']).toBe('3');
    const counts = sent.mock.calls.filter(([query]: unknown[]) => String(query).includes('avg(rating)'));
    sent.mockRestore();
    expect(new Set(answers.map(({ count }) => count))).toEqual(new Set([4]));
    expect(counts).toHaveLength(1);
    await shop.database.query(`UPDATE reviews SET text = '' WHERE text = 'Half of it'`);
    const moveClock = stopClock(shop);
    const total = async () =>
      (await request(shop.app.getHttpServer()).get('/api/reviews')).headers['x-total-count'];
    moveClock(59_000);
    expect(await total()).toBe('3');
    moveClock(61_000);
    expect(await total()).toBe('2');
    jest.restoreAllMocks();
  });

  describe('are hidden by staff (OWN-1513)', () => {
    let buyer: SignedIn;
    let id: number;
    let orderId: number;
    beforeAll(async () => {
      buyer = await shop.signIn();
      orderId = await delivered(buyer);
      id = (await write(buyer, orderId, 1, 'Call me at 0170').expect(200)).body.id;
    });

    it('for one of three reasons alone, by the right for tickets, and the average stays', async () => {
      const before = await summary();
      for (const reason of ['negative', '', undefined])
        expect(
          (await staff.agent.patch(`/api/admin/reviews/${id}`).send({ hiddenReason: reason })).status,
        ).toBe(400);
      expect((await hide(buyer, id, 'insult')).status).toBe(403);
      const hidden = await hide(staff, id, 'personal_data').expect(200);
      expect(hidden.body).toMatchObject({ id, orderId, hiddenReason: 'personal_data' });
      expect((await hide(admin, id, 'insult')).body.code).toBe('ILLEGAL_MOVE');
      expect((await shown()).map(({ text }) => text)).not.toContain('Call me at 0170');
      expect(await summary()).toEqual({ ...before, hidden: before.hidden + 1 });
      expect((await buyer.agent.get('/api/account/reviews')).body).toMatchObject([
        { text: 'Call me at 0170', hiddenReason: 'personal_data' },
      ]);
      const listed = await staff.agent.get('/api/admin/reviews?state=hidden').expect(200);
      expect(listed.body).toEqual([hidden.body]);
    });

    it('and shown again, both in the audit', async () => {
      await hide(admin, id, null).expect(200);
      expect((await hide(admin, id, null)).body.code).toBe('ILLEGAL_MOVE');
      expect((await shown())[0]).toMatchObject({ id });
      const audited = await shop.database.query(
        `SELECT actor, action, detail FROM audit_log WHERE subject = $1 AND action LIKE 'review.%' ORDER BY id`,
        [`order:${orderId}`],
      );
      expect(audited).toEqual([
        { actor: `user:${staff.userId}`, action: 'review.hide', detail: { reason: 'personal_data' } },
        { actor: `user:${admin.userId}`, action: 'review.show', detail: {} },
      ]);
    });

    it('at the same time once', async () => {
      const sent = await Promise.all([hide(admin, id, 'insult'), hide(staff, id, 'advertising')]);
      expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      await hide(admin, id, null).expect(200);
    });

    it('but not by who bought it', async () => {
      const own = await delivered(staff);
      const { body } = await write(staff, own, 2, 'My own').expect(200);
      expect((await hide(staff, body.id, 'insult')).body.code).toBe('OWN_ORDER');
      expect((await hide(staff, 999_999, 'insult')).status).toBe(404);
    });
  });

  it('lose their text with the account, and keep their rating (OWN-1512)', async () => {
    const buyer = await shop.signIn({ openedBy: 'discord', discordId: '310457829164282077', proven: true });
    const [written, unwritten] = [await delivered(buyer), await delivered(buyer)];
    await write(buyer, written, 5, 'Forget me').expect(200);
    const before = await summary();
    await deleteNow(shop, buyer);
    expect(await summary()).toEqual(before);
    expect(JSON.stringify(await shown())).not.toContain('Forget me');
    expect((await write(buyer, unwritten, 5, 'Late')).status).toBe(401);
  });
});

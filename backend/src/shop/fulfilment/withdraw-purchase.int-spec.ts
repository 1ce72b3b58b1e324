import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventDefinition } from '@pax/contracts';
import {
  readBalances,
  buy,
  onePieceOf,
  place,
  readCheckout,
  listOwnOrders,
  buyProducts,
  withdraw,
} from '../../../test/buying.js';
import { CRYPTO_SHOP, orderByCrypto } from '../../../test/crypto-shop.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { expectProviderAgrees, expectSettled, awaitRefunds } from '../../../test/expect-settled.js';
import { readLoyalty } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { readValue } from '../../../test/database.js';

jest.setTimeout(60_000);

describe('withdrawing a purchase', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop(CRYPTO_SHOP);
    admin = await shop.signIn({ admin: true });
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const move = (id: number | undefined, what: string, body: object = {}) =>
    admin.agent.patch(`/api/admin/orders/${id}/${what}`).send(body);
  const tierOf = (userId: number) =>
    readValue<string>(shop, `SELECT tier || ' ' || total_spent_cents AS value FROM users WHERE id = $1`, [
      userId,
    ]);
  const pendingOf = async (buyer: SignedIn) => {
    const { pendingPoints, pendingSpent } = await readLoyalty(buyer);
    return { pendingPoints, pendingSpent };
  };

  it('cancels every order as staff would, with the buyer as actor (OWN-489)', async () => {
    const buyer = await shop.signIn();
    const { userId } = buyer;
    const ids = [
      await shop.addProduct({ stock: 5, priceCents: 30_000 }),
      await shop.addProduct({ stock: 5 }),
    ];
    const accounts = [...ids.map((id) => `stock:${id}`), `credit:${userId}`, `points:${userId}`];
    await shop.fill(`credit:${userId}`, 700);
    const before = await readBalances(shop, ...accounts);
    const { checkout, orders } = await buy(buyer, onePieceOf(...ids), { useStoreCredit: true });
    expect(await pendingOf(buyer)).toEqual({ pendingPoints: 3129, pendingSpent: '312.99' });
    const answer = await withdraw(buyer, checkout).expect(200);
    expect(answer.body).toMatchObject({ checkout, state: 'refunded', orders });
    expect(await readBalances(shop, ...accounts)).toEqual(before);
    for (const order of await listOwnOrders(buyer))
      expect(order).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded', withdrawn: true });
    const actors: { actor: string }[] = await shop.database.query(
      `SELECT actor FROM order_history WHERE order_id = ANY($1) AND to_status = 'cancelled'`,
      [orders],
    );
    expect(actors).toEqual(orders.map(() => ({ actor: `user:${userId}` })));
    expect(
      await readValue(shop, 'SELECT actor AS value FROM audit_log WHERE action = $1 AND subject = $2', [
        'checkout.withdraw',
        `checkout:${checkout}`,
      ]),
    ).toBe(`user:${userId}`);
    expect(await tierOf(userId)).toBe('bronze 0');
    expect(await pendingOf(buyer)).toEqual({ pendingPoints: 0, pendingSpent: '0.00' });
  });

  it('is told as requested until the provider made the refund, then as done, live (OWN-491)', async () => {
    const { buyer, checkout, orders } = await buyProducts(shop);
    await withdraw(buyer, checkout).expect(200);
    expect(await listOwnOrders(buyer)).toMatchObject([{ refund: 'requested', version: 2 }]);
    await awaitRefunds(shop);
    expect(await listOwnOrders(buyer)).toMatchObject([{ refund: 'done', version: 3 }]);
    const last = `SELECT type AS value FROM outbox_events WHERE aggregate = 'order' AND aggregate_id = $1 AND version = 3`;
    expect(await readValue(shop, last, [String(orders[0])])).toBe('order.updated');
  });

  it('is refused once an order was taken, and nothing changes', async () => {
    const { buyer, checkout, orders } = await buyProducts(shop, 2);
    await move(orders[1], 'process').expect(200);
    const refused = await withdraw(buyer, checkout).expect(409);
    expect(refused.body).toMatchObject({ code: 'ILLEGAL_MOVE', reason: 'started', legal: [] });
    expect((await listOwnOrders(buyer)).map(({ status }) => status)).toEqual(['processing', 'pending']);
    await move(orders[1], 'release').expect(200);
    await withdraw(buyer, checkout).expect(200);
  });

  it('is refused for what is not paid, was undone, or is disputed (OWN-489)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 9, priceCents: 600 });
    const refusal = async (ref: string): Promise<unknown> => {
      const { body } = await withdraw(buyer, ref).expect(409);
      return [body.code, body.reason];
    };
    const open = await place(buyer, onePieceOf(id));
    expect(await refusal(open.checkout)).toEqual(['ILLEGAL_MOVE', 'unpaid']);
    const undone = await buy(buyer, [{ id, quantity: 2 }]);
    await move(undone.orders[0], 'cancel').expect(200);
    expect(await refusal(undone.checkout)).toEqual(['ILLEGAL_MOVE', 'undone']);
    const disputed = await buy(buyer, onePieceOf(id));
    const isNow = (payment: string, state: string) =>
      shop.database.query(
        `WITH c AS (UPDATE checkouts SET state = $3 WHERE ref = $1 RETURNING id)
         UPDATE orders SET payment_status = $2 WHERE checkout_id = (SELECT id FROM c)`,
        [disputed.checkout, payment, state],
      );
    for (const [payment, state] of [
      ['disputed', 'paid'],
      ['paid', 'disputed'],
      ['lost', 'paid'],
      ['paid', 'lost'],
    ] as const) {
      await isNow(payment, state);
      expect(await refusal(disputed.checkout)).toEqual(['ILLEGAL_MOVE', 'disputed']);
    }
    await isNow('paid', 'paid');
  });

  it('works three times within a day, then by ticket; the fourth day-old one counts no more (OWN-489)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 99, priceCents: 600 });
    // A purchase of several orders counts once.
    const more = await shop.addProduct({ stock: 99, priceCents: 600 });
    for (const ids of [[id, more], [id], [id]]) {
      const { checkout } = await buy(buyer, onePieceOf(...ids));
      await withdraw(buyer, checkout).expect(200);
    }
    const { checkout, orders } = await buy(buyer, onePieceOf(id));
    const refused = await withdraw(buyer, checkout).expect(409);
    expect(refused.body).toMatchObject({ code: 'WITHDRAWAL_LIMIT' });
    expect(refused.body.retryAfter).toBeGreaterThan(86_000);
    expect((await listOwnOrders(buyer))[0]).toMatchObject({
      id: orders[0],
      status: 'pending',
      withdrawn: false,
    });
    const firstWasAgo = (time: string) =>
      shop.database.query(
        `UPDATE orders SET cancelled_at = now() - $2::interval
          WHERE checkout_id = (SELECT min(checkout_id) FROM orders WHERE user_id = $1)`,
        [buyer.userId, time],
      );
    await firstWasAgo('23 hours 58 minutes');
    const last = await withdraw(buyer, checkout).expect(409);
    expect(last.body.retryAfter).toBeLessThanOrEqual(120);
    await firstWasAgo('24 hours 1 second');
    await withdraw(buyer, checkout).expect(200);
  });

  it('works for 14 days after the payment, then by ticket (OWN-489)', async () => {
    const id = await shop.addProduct({ stock: 9, priceCents: 600 });
    const askAfter = async (minutes: number) => {
      const buyer = await shop.signIn();
      const { checkout } = await buy(buyer, onePieceOf(id));
      const passes = `UPDATE checkouts SET paid_at = paid_at - $2 * interval '1 minute' WHERE ref = $1`;
      await shop.database.query(passes, [checkout, minutes]);
      return withdraw(buyer, checkout);
    };
    const days = 14 * 24 * 60;
    expect((await askAfter(days - 60)).status).toBe(200);
    const late = await askAfter(days + 60);
    expect([late.status, late.body]).toEqual([
      409,
      expect.objectContaining({ code: 'ILLEGAL_MOVE', reason: 'late' }),
    ]);
  });

  it('works for 14 days after a payment by crypto, which every list shows (OWN-489)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 9, priceCents: 600 });
    const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(id));
    const paidAt = async () => (await listOwnOrders(buyer)).map((order) => order.paidAt);
    expect(await paidAt()).toEqual([null]);
    const ordered = `UPDATE orders SET created_at = created_at - interval '15 days' WHERE id = $1`;
    await shop.database.query(ordered, [orders[0]]);
    await move(orders[0], 'confirm-payment').expect(200);
    expect(await paidAt()).toEqual([(await readCheckout(buyer, checkout)).paidAt]);
    await withdraw(buyer, checkout).expect(200);
  });

  it('voids a crypto order that nobody confirmed, with its hold (OWN-489)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 9, priceCents: 600 });
    const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(id));
    await withdraw(buyer, checkout).expect(200);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'failed' });
    expect(await listOwnOrders(buyer)).toMatchObject([
      { id: orders[0], status: 'cancelled', paymentStatus: 'void', withdrawn: true },
    ]);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([9, 0]);
    const late = await move(orders[0], 'confirm-payment').expect(409);
    expect(late.body).toMatchObject({ code: 'WITHDRAWN' });
  });

  it('tells staff who come too late, whatever version they saw, and changes nothing (OWN-489)', async () => {
    const { buyer, checkout, orders } = await buyProducts(shop);
    await withdraw(buyer, checkout).expect(200);
    for (const what of ['process', 'complete', 'cancel'])
      for (const body of [{}, { version: 1 }]) {
        const late = await move(orders[0], what, body).expect(409);
        expect(late.body).toMatchObject({ code: 'WITHDRAWN' });
      }
    const late = await admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({}).expect(409);
    expect(late.body).toMatchObject({ code: 'WITHDRAWN' });
  });

  it("answers 404 for other people's purchases, 401 without a session, 403 to blocked and foreign pages (OWN-14)", async () => {
    const { buyer, checkout } = await buyProducts(shop);
    const thief = await shop.signIn();
    const none = await withdraw(thief, 'AAAAAAAAAAAAAAAAAAAAAA').expect(404);
    const others = await withdraw(thief, checkout).expect(404);
    expect({ ...others.body, correlationId: none.body.correlationId }).toEqual(none.body);
    await withdraw(admin, checkout).expect(404);
    const visitor = await fetch(`${shop.url}/api/checkouts/${checkout}/withdraw`, { method: 'POST' });
    expect(visitor.status).toBe(401);
    const foreign = await withdraw(buyer, checkout).set('Origin', 'https://evil.example').expect(403);
    expect(foreign.body).toMatchObject({ code: 'ORIGIN_FORBIDDEN' });
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [buyer.userId]);
    await withdraw(buyer, checkout).expect(403);
    expect(
      await readValue(shop, 'SELECT count(*)::int AS value FROM orders WHERE withdrawn AND user_id = $1', [
        buyer.userId,
      ]),
    ).toBe(0);
  });
});

describe('withdrawing under other settings (OWN-489)', () => {
  it('is refused where the operator switched it off, and the page is told before', async () => {
    const shop = await startMoneyShop({ SELF_CANCEL: 'off' });
    try {
      const buyer = await shop.signIn();
      const { checkout } = await buy(buyer, onePieceOf(await shop.addProduct({})));
      const refused = await withdraw(buyer, checkout).expect(409);
      expect(refused.body).toMatchObject({ code: 'ILLEGAL_MOVE', reason: 'off' });
      const info = await buyer.agent.get('/api/discord/server-info').expect(200);
      expect(info.body).toMatchObject({ selfCancel: false });
      await expectSettled(shop);
    } finally {
      await shop.close();
    }
  });

  it('does not count as a delivered order: the limits of a new account stay', async () => {
    const shop = await startMoneyShop({ NEW_ACCOUNT_HOLD_PERCENT: '25' });
    try {
      const buyer = await shop.signIn();
      const id = await shop.addProduct({ stock: 40, priceCents: 100 });
      const { checkout } = await buy(buyer, onePieceOf(id));
      await withdraw(buyer, checkout).expect(200);
      const quote = await buyer.agent.post('/api/checkout/quote').send({ items: [{ id, quantity: 40 }] });
      expect(quote.body.limits).toEqual([{ id, available: 10, reason: 'new_account', trustedFrom: '20.00' }]);
      await expectSettled(shop);
    } finally {
      await shop.close();
    }
  });

  it('is told in Discord: in the history, and by an edit of the order’s post (OWN-489)', async () => {
    const shop = await startMoneyShop(DISCORD_SETTINGS);
    try {
      const { buyer, checkout, orders } = await buyProducts(shop);
      await withdraw(buyer, checkout).expect(200);
      const query = `SELECT (content->'order'->>'withdrawn')::boolean AS value FROM posts
                      WHERE order_id = $1 AND channel = 'history'`;
      const isSaid = await until(
        () => readValue<boolean>(shop, query, orders),
        (found) => found !== undefined,
      );
      expect(isSaid).toBe(true);
      expect(eventDefinition('order.cancelled').editsPost).toBe(true);
    } finally {
      await shop.close();
    }
  });
});

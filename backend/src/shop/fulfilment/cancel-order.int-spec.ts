import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, buy, place, readCheckout } from '../../../test/buying.js';
import { countLockWaits } from '../../../test/lock-waits.js';
import { readStripeState } from '../../../test/stripe.js';
import { expectProviderAgrees, expectSettled, awaitRefunds } from '../../../test/expect-settled.js';
import { readLoyalty } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';

jest.setTimeout(30_000);

describe('cancelling an order', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const move = (id: number | undefined, what: string, body: object = {}) =>
    admin.agent.patch(`/api/admin/orders/${id}/${what}`).send(body);
  const refundsOf = (ref: string): Promise<{ amount_cents: number; state: string }[]> =>
    shop.database.query(
      `SELECT r.amount_cents, r.state FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN checkouts c ON c.id = p.checkout_id
        WHERE c.ref = $1 ORDER BY r.id`,
      [ref],
    );
  const spentBy = async (buyer: SignedIn): Promise<number> => {
    const [row]: { n: number }[] = await shop.database.query(
      'SELECT total_spent_cents AS n FROM users WHERE id = $1',
      [buyer.userId],
    );
    return row?.n ?? Number.NaN;
  };

  it('gives goods, cash, credit, bonus and points back once (OWN-46, OWN-96, OWN-100)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 5, priceCents: 3000 });
    const { userId } = buyer;
    const accounts = [`stock:${id}`, `held:${id}`, `credit:${userId}`, `bonus:${userId}`, `points:${userId}`];
    await shop.fill(`credit:${userId}`, 700);
    await shop.fill(`bonus:${userId}`, 500);
    const { checkout, orders } = await buy(buyer, [{ id, quantity: 2 }], { useStoreCredit: true });
    expect(await readBalances(shop, ...accounts)).toEqual([3, 0, 0, 0, 0]);
    const pending = async () => {
      const { pendingPoints, pendingSpent } = await readLoyalty(buyer);
      return [pendingPoints, pendingSpent, await spentBy(buyer)];
    };
    expect(await pending()).toEqual([480, '48.00', 0]);
    const cancelled = await move(orders[0], 'cancel').expect(200);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded', version: 2 });
    const again = await move(orders[0], 'cancel').expect(409);
    expect(again.body).toMatchObject({ code: 'ILLEGAL_MOVE', legal: [] });
    expect(await readBalances(shop, ...accounts)).toEqual([5, 0, 700, 500, 0]);
    await awaitRefunds(shop);
    expect(await refundsOf(checkout)).toEqual([{ amount_cents: 4800, state: 'done' }]);
    expect(await pending()).toEqual([0, '0.00', 0]);
  });

  it('moves the checkout to refunded when everything is back, with an event per refund (ADMIN-7.32)', async () => {
    const buyer = await shop.signIn();
    const ids = [await shop.addProduct({ priceCents: 1000 }), await shop.addProduct({ priceCents: 500 })];
    const { checkout, orders } = await buy(
      buyer,
      ids.map((id) => ({ id, quantity: 1 })),
    );
    await move(orders[0], 'cancel').expect(200);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'paid', refundedCents: 1000 });
    const list = await buyer.agent.get('/api/orders').expect(200);
    expect(list.body.map((order: { paymentStatus: string }) => order.paymentStatus)).toEqual([
      'paid',
      'refunded',
    ]);
    await move(orders[1], 'process').expect(200);
    await move(orders[1], 'cancel').expect(200);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'refunded', refundedCents: 1500 });
    const events: { type: string }[] = await shop.database.query(
      `SELECT type FROM outbox_events WHERE aggregate = 'checkout' AND aggregate_id = $1 ORDER BY version`,
      [checkout],
    );
    expect(events.map((event) => event.type)).toEqual([
      'checkout.placed',
      'checkout.paid',
      'checkout.refunded',
      'checkout.refunded',
    ]);
  });

  it('moves a checkout that cost only credit to refunded as well, without a provider', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 400 });
    await shop.fill(`credit:${buyer.userId}`, 400);
    const { checkout } = await place(buyer, [{ id, quantity: 1 }], { useStoreCredit: true });
    const { orders } = await readCheckout(buyer, checkout);
    await move(orders[0], 'cancel').expect(200);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'refunded', refundedCents: 0 });
    expect(await refundsOf(checkout)).toEqual([]);
    expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([400]);
  });

  it('has one winner when it meets the completion (OWN-92, ADMIN-4.2)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 20, priceCents: 600 });
    for (let n = 0; n < 5; n += 1) {
      const { orders, checkout } = await buy(buyer, [{ id, quantity: 1 }]);
      const answers = await Promise.all(
        ['cancel', 'complete', 'cancel', 'complete'].map((what) => move(orders[0], what)),
      );
      const lost = answers.filter(({ status }) => status === 409);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(lost).toHaveLength(3);
      for (const { body } of lost)
        expect(body).toMatchObject({ code: 'ILLEGAL_MOVE', legal: expect.any(Array) });
      const won = answers.find(({ status }) => status === 200)?.body.status;
      expect(await refundsOf(checkout)).toHaveLength(won === 'cancelled' ? 1 : 0);
    }
  });

  it('refuses a version that somebody else moved on, with the current state', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 600 });
    const { orders } = await buy(buyer, [{ id, quantity: 1 }]);
    await move(orders[0], 'process', { version: 1 }).expect(200);
    for (const what of ['cancel', 'complete', 'release']) {
      const stale = await move(orders[0], what, { version: 1 }).expect(409);
      expect(stale.body).toMatchObject({ code: 'STALE', current: { status: 'processing', version: 2 } });
    }
    await move(orders[0], 'cancel', { version: 2 }).expect(200);
  });

  it('lets one of two through who act at once on what both saw', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 600 });
    const { orders, checkout } = await buy(buyer, [{ id, quantity: 1 }]);
    const answers = await shop.database.transaction(async (other) => {
      await other.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [buyer.userId]);
      // Both have read version 1 when they come to wait; either may come first, and a cancellation could follow.
      const both = ['process', 'cancel'].map(async (what) => move(orders[0], what, { version: 1 }));
      await until(
        () => countLockWaits(shop),
        (locks) => locks >= 2,
      );
      return both;
    });
    const [processed, cancelled] = await Promise.all(answers);
    const [lost] = [processed, cancelled].filter((answer) => answer?.status !== 200);
    expect(new Set([processed?.status, cancelled?.status])).toEqual(new Set([200, 409]));
    expect(lost?.body).toMatchObject({ code: 'STALE', current: { version: 2 } });
    expect(await refundsOf(checkout)).toHaveLength(cancelled?.status === 200 ? 1 : 0);
  });

  it('pays the referrer when the order is completed, once, and never for a cancelled one (OWN-851)', async () => {
    const [buyer, referrer] = [await shop.signIn(), await shop.signIn()];
    await shop.database.query('UPDATE users SET referred_by_user_id = $2 WHERE id = $1', [
      buyer.userId,
      referrer.userId,
    ]);
    const id = await shop.addProduct({ priceCents: 2000 });
    const credit = () => readBalances(shop, `credit:${referrer.userId}`);
    const { orders } = await buy(buyer, [{ id, quantity: 1 }]);
    expect(await credit()).toEqual([0]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => move(orders[0], 'complete')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await credit()).toEqual([190]);
    await move(orders[0], 'archive').expect(200);
    expect(await credit()).toEqual([190]);
    const second = await buy(buyer, [{ id, quantity: 1 }]);
    await move(second.orders[0], 'cancel').expect(200);
    expect(await credit()).toEqual([190]);
  });

  it('sends every refund once although the provider answers badly', async () => {
    const buyer = await shop.signIn();
    const products = [await shop.addProduct({ priceCents: 900 }), await shop.addProduct({ priceCents: 800 })];
    const items = products.map((id) => ({ id, quantity: 1 }));
    const paid = await Promise.all([1, 2].map(() => shop.signIn())).then((buyers) =>
      Promise.all([buyer, ...buyers].map((one) => buy(one, items))),
    );
    shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: 'POST /v1/refunds',
      fault: { kind: 'cut' },
      times: 3,
    });
    shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: 'POST /v1/refunds',
      fault: { kind: 'fail', status: 503 },
      times: 3,
    });
    const orders = paid.flatMap((one) => one.orders);
    for (const order of orders) await move(order, 'cancel').expect(200);
    await awaitRefunds(shop);
    const { refunds } = await readStripeState(shop);
    const ids = Object.values(refunds).map((refund) => refund.metadata?.['refund']);
    expect(new Set(ids).size).toBe(ids.length);
    const wanted: { id: string }[] = await shop.database.query(
      'SELECT id::text AS id FROM refunds WHERE order_id = ANY($1)',
      [orders],
    );
    expect(wanted).toHaveLength(6);
    expect(ids).toEqual(expect.arrayContaining(wanted.map(({ id }) => id)));
  });
});

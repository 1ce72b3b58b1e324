import { describe, expect, it, jest } from '@jest/globals';
import type { Order } from '@pax/contracts';
import { readBalances, onePieceOf, readCheckout } from '../../../../test/buying.js';
import {
  changeOrderAsStaff,
  endOverdue,
  orderByCrypto,
  makeOverdue,
  submitCrypto,
  withCryptoShop,
} from '../../../../test/crypto-shop.js';
import { expectSettled, awaitRefunds } from '../../../../test/expect-settled.js';
import { signInFriend } from '../../../../test/referral.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { PaymentSessions } from '../session/payment-sessions.js';
import { EndCheckout } from './end-checkout.js';

describe('orders by crypto', () => {
  let shop: Shop;
  let admin: SignedIn;
  withCryptoShop((...opened) => ([shop, admin] = opened));

  const product = (priceCents = 3000) => shop.addProduct({ stock: 40, priceCents });
  const ordersOf = async (buyer: SignedIn): Promise<Order[]> =>
    (await buyer.agent.get('/api/orders').expect(200)).body;
  const states = async (buyer: SignedIn): Promise<string[]> =>
    (await ordersOf(buyer)).map(({ status, paymentStatus }) => `${status} ${paymentStatus}`);
  const eventsOf = async (orderId: number | undefined): Promise<string[]> => {
    const rows: { type: string }[] = await shop.database.query(
      `SELECT type FROM outbox_events WHERE aggregate = 'order' AND aggregate_id = $1 ORDER BY version`,
      [String(orderId)],
    );
    return rows.map(({ type }) => type);
  };
  const audits = async (action: string, orderId: number | undefined): Promise<number> => {
    const rows: unknown[] = await shop.database.query(
      'SELECT 1 FROM audit_log WHERE action = $1 AND subject = $2',
      [action, `order:${orderId}`],
    );
    return rows.length;
  };

  it('stand unconfirmed at submit, earn nothing and are not delivered before staff confirm (OWN-94)', async () => {
    const buyer = await shop.signIn();
    const id = await product();
    const { url, checkout, orders } = await orderByCrypto(buyer, [{ id, quantity: 2 }]);
    expect(url).toBe(`https://partner.example/shop?reference=${checkout}&amount=60.00`);
    expect(await readCheckout(buyer, checkout)).toMatchObject({
      state: 'confirming',
      points: 0,
      paidAt: null,
    });
    const [order] = await ordersOf(buyer);
    expect(order).toMatchObject({
      id: orders[0],
      status: 'pending',
      paymentStatus: 'unconfirmed',
      dueAt: null,
    });
    expect(await eventsOf(orders[0])).toEqual(['order.unconfirmed']);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`, `points:${buyer.userId}`)).toEqual([
      38, 2, 0,
    ]);

    const refused = await changeOrderAsStaff(admin, orders[0], 'complete').expect(409);
    expect(refused.body).toMatchObject({ code: 'ILLEGAL_MOVE', legal: ['process', 'cancel'] });
    const refund = await admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({}).expect(409);
    expect(refund.body.code).toBe('ILLEGAL_MOVE');
    // Asking the provider, or cancelling as for a card, changes nothing.
    await buyer.agent.post(`/api/checkouts/${checkout}/refresh`).expect(200);
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'confirming' });
  });

  it('are paid with all they earn when staff confirm one of them (OWN-95, OWN-94)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const ids = [await product(), await product(1000)];
    const { checkout, orders } = await orderByCrypto(friend, onePieceOf(...ids));
    await changeOrderAsStaff(admin, orders[1], 'process').expect(200);
    await shop.database.query(`UPDATE orders SET created_at = created_at - interval '3 days' WHERE id = $1`, [
      orders[0],
    ]);
    const confirmed = await changeOrderAsStaff(admin, orders[0], 'confirm-payment', { version: 1 }).expect(
      200,
    );
    expect(confirmed.body).toMatchObject({ paymentStatus: 'paid', status: 'pending', version: 2 });
    expect(await states(friend)).toEqual(['processing paid', 'pending paid']);
    const paid = await readCheckout(friend, checkout);
    expect(paid).toMatchObject({ state: 'paid', points: 380, orders });
    // The time of delivery begins when staff confirm.
    const hours = (Date.parse(confirmed.body.dueAt) - Date.parse(paid.paidAt ?? '')) / 3_600_000;
    expect(hours).toBe(24);
    expect(await eventsOf(orders[0])).toEqual(['order.unconfirmed', 'order.confirmed']);
    expect(await audits('order.confirm-payment', orders[0])).toBe(1);
    const accounts = [`points:${friend.userId}`, `credit:${referrer.userId}`];
    expect(await readBalances(shop, ...accounts)).toEqual([0, 0]);
    await changeOrderAsStaff(admin, orders[0], 'complete').expect(200);
    await changeOrderAsStaff(admin, orders[1], 'complete').expect(200);
    expect(await readBalances(shop, ...accounts)).toEqual([380, 380]);

    const again = await changeOrderAsStaff(admin, orders[0], 'confirm-payment').expect(409);
    expect(again.body.code).toBe('ILLEGAL_MOVE');
    const stale = await changeOrderAsStaff(admin, orders[1], 'confirm-payment', { version: 1 }).expect(409);
    expect(stale.body.code).toBe('STALE');
  });

  it('once paid are refunded by hand, since nobody can send it (OWN-96)', async () => {
    const buyer = await shop.signIn();
    const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(await product()));
    await changeOrderAsStaff(admin, orders[0], 'confirm-payment').expect(200);
    const cancelled = await changeOrderAsStaff(admin, orders[0], 'cancel').expect(200);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    await awaitRefunds(shop);
    const refunds: unknown[] = await shop.database.query(
      'SELECT state, amount_cents FROM refunds WHERE order_id = $1',
      [orders[0]],
    );
    expect(refunds).toEqual([{ state: 'manual', amount_cents: 3000 }]);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'refunded' });
  });

  it('are all cancelled when staff cancel one, and everything is given back once (OWN-95)', async () => {
    const buyer = await shop.signIn();
    const ids = [await product(), await product(1000)];
    await shop.fill(`credit:${buyer.userId}`, 700);
    const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(...ids), { useStoreCredit: true });
    const accounts = [`stock:${ids[0]}`, `stock:${ids[1]}`, `credit:${buyer.userId}`];
    expect(await readBalances(shop, ...accounts)).toEqual([39, 39, 0]);
    const cancelled = await changeOrderAsStaff(admin, orders[0], 'cancel', { version: 1 }).expect(200);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', paymentStatus: 'void', version: 2 });
    expect(await states(buyer)).toEqual(['cancelled void', 'cancelled void']);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'failed', refundedCents: 0 });
    expect(await readBalances(shop, ...accounts)).toEqual([40, 40, 700]);
    expect(await eventsOf(orders[1])).toEqual(['order.unconfirmed', 'order.cancelled']);
    expect(await audits('order.cancel', orders[0])).toBe(1);
    for (const what of ['cancel', 'confirm-payment'] as const) {
      const late = await changeOrderAsStaff(admin, orders[1], what).expect(409);
      expect(late.body).toMatchObject({ code: 'ILLEGAL_MOVE', legal: [] });
    }
    expect(await readBalances(shop, ...accounts)).toEqual([40, 40, 700]);
  });

  it('lapse when nobody confirms in time, and not before (OWN-95, ADMIN-4.5)', async () => {
    const [early, late] = [await shop.signIn(), await shop.signIn()];
    const id = await product();
    const waiting = await orderByCrypto(early, onePieceOf(id));
    const over = await orderByCrypto(late, onePieceOf(id));
    const [{ hours }]: [{ hours: number }] = await shop.database.query(
      `SELECT extract(epoch FROM session_expires_at - created_at)::int / 3600 AS hours FROM checkouts WHERE ref = $1`,
      [waiting.checkout],
    );
    expect(hours).toBe(24);
    await makeOverdue(shop, over.checkout);
    await Promise.all([endOverdue(shop), endOverdue(shop)]);
    expect(await states(early)).toEqual(['pending unconfirmed']);
    expect(await states(late)).toEqual(['cancelled void']);
    expect(await readCheckout(late, over.checkout)).toMatchObject({ state: 'failed' });
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([39, 1]);
    const confirm = await changeOrderAsStaff(admin, over.orders[0], 'confirm-payment').expect(409);
    expect(confirm.body.code).toBe('ILLEGAL_MOVE');
  });

  it('are one open purchase: a repeat answers it, another request is refused (OWN-95, OWN-72)', async () => {
    const buyer = await shop.signIn();
    const [id, other] = [await product(), await product()];
    const first = await orderByCrypto(buyer, onePieceOf(id));
    expect(await orderByCrypto(buyer, onePieceOf(id))).toEqual(first);
    const refused = await submitCrypto(buyer, onePieceOf(other));
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'CHECKOUT_OPEN',
      state: 'confirming',
      checkout: first.checkout,
      url: first.url,
    });
    expect(await ordersOf(buyer)).toHaveLength(1);
  });

  it.each([2, 10])('placed %i times at once are one (OWN-95)', async (n) => {
    const buyer = await shop.signIn();
    const items = onePieceOf(await product());
    const all = await Promise.all(Array.from({ length: n }, () => orderByCrypto(buyer, items)));
    expect(new Set(all.map(({ checkout }) => checkout)).size).toBe(1);
    expect(await ordersOf(buyer)).toHaveLength(1);
  });

  it.each([2, 10])('confirmed, cancelled and lapsed %i times at once come to one end (OWN-95)', async (n) => {
    for (let round = 0; round < 3; round += 1) {
      const buyer = await shop.signIn();
      const ids = [await product(), await product()];
      const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(...ids));
      await makeOverdue(shop, checkout);
      const answers = await Promise.all(
        Array.from({ length: n }, async (_, index) => {
          const what = (['confirm-payment', 'cancel', 'lapse'] as const)[(index + round) % 3];
          if (what !== 'lapse')
            return (await changeOrderAsStaff(admin, orders[index % 2], what ?? 'cancel')).status;
          await endOverdue(shop);
          return 200;
        }),
      );
      const { state } = await readCheckout(buyer, checkout);
      expect(['paid', 'failed', 'refunded']).toContain(state);
      expect(answers.filter((status) => ![200, 409].includes(status))).toEqual([]);
      await expectSettled(shop);
    }
  });

  it.each([2, 10])('of %i carts at once leave one that waits (OWN-95)', async (n) => {
    const buyer = await shop.signIn();
    const carts = await Promise.all(Array.from({ length: n }, async () => onePieceOf(await product())));
    const answers = await Promise.all(carts.map((items) => submitCrypto(buyer, items)));
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => ![201, 'CHECKOUT_OPEN', 'CONFLICT'].includes(code))).toEqual([]);
    const waiting = (await states(buyer)).filter((state) => state === 'pending unconfirmed');
    expect(waiting.length).toBeLessThanOrEqual(1);
  });

  it('stand though a cancel of before reaches the provider after them (OWN-95)', async () => {
    const buyer = await shop.signIn();
    const { checkout } = await orderByCrypto(buyer, onePieceOf(await product()));
    await shop.app.get(EndCheckout).execute(checkout, 'expired', `crypto_${checkout}`);
    expect(await states(buyer)).toEqual(['pending unconfirmed']);
  });

  it('are none where nothing is left to pay: that is paid at once', async () => {
    const buyer = await shop.signIn();
    await shop.fill(`credit:${buyer.userId}`, 3000);
    const { url, checkout } = await orderByCrypto(buyer, onePieceOf(await product()), {
      useStoreCredit: true,
    });
    expect(url).toContain(`checkout=${checkout}`);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'paid', method: 'none' });
    expect(await states(buyer)).toEqual(['pending paid']);
  });

  it('are not offered without the partner’s address, and only by staff confirmed', async () => {
    const plain = await startMoneyShop({ PAYMENT_METHODS: 'card,crypto' });
    const buyer = await plain.signIn();
    const refused = await submitCrypto(buyer, onePieceOf(await plain.addProduct({})));
    expect(refused.body.code).toBe('METHOD_DISABLED');
    await plain.close();
    const customer = await shop.signIn();
    const { orders } = await orderByCrypto(customer, onePieceOf(await product()));
    await changeOrderAsStaff(customer, orders[0], 'confirm-payment').expect(403);
  });

  /** Places a crypto checkout, and does something else when its page is stored and its orders are not written yet. */
  async function submitAnd(buyer: SignedIn, id: number, act: () => Promise<unknown>) {
    const sessions = shop.app.get(PaymentSessions);
    const attach = sessions.attachSession.bind(sessions);
    const attached = jest.spyOn(sessions, 'attachSession').mockImplementationOnce(async (ref, session) => {
      const isAttached = await attach(ref, session);
      await act();
      return isAttached;
    });
    const answer = await submitCrypto(buyer, [{ id, quantity: 1 }]);
    attached.mockRestore();
    return answer;
  }

  it('have no payment page where another cart took the place of theirs meanwhile (OWN-95)', async () => {
    const buyer = await shop.signIn();
    const id = await product();
    let other: Awaited<ReturnType<typeof orderByCrypto>> | undefined;
    const answer = await submitAnd(buyer, id, async () => {
      other = await orderByCrypto(buyer, [{ id, quantity: 2 }]);
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT']);
    expect(await readCheckout(buyer, other?.checkout ?? '')).toMatchObject({ state: 'confirming' });
    expect(await states(buyer)).toEqual(['pending unconfirmed']);
  });

  it('are written before a repeat of their request gets the page (OWN-95)', async () => {
    const buyer = await shop.signIn();
    const id = await product();
    const seen: unknown[] = [];
    const answer = await submitAnd(buyer, id, async () => {
      const repeat = await orderByCrypto(buyer, [{ id, quantity: 1 }]);
      const different = await submitCrypto(buyer, [{ id, quantity: 2 }]);
      seen.push(repeat.checkout, repeat.orders.length, different.body.code);
    });
    expect(answer.status).toBe(201);
    expect(seen).toEqual([answer.body.checkout, 1, 'CHECKOUT_OPEN']);
    expect(await states(buyer)).toEqual(['pending unconfirmed']);
  });
});

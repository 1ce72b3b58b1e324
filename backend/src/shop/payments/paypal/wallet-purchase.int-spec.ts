import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  placementFor,
  waitForState,
  readCheckout,
  runSweeper,
} from '../../../../test/buying.js';
import {
  listNotificationBodies,
  postNotification,
  holdNotifications,
  actOnPaypalPayment,
  actOnWalletPage,
  placeByWallet,
  releaseNotifications,
} from '../../../../test/paypal.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../../test/expect-settled.js';
import { readLoyalty } from '../../../../test/rewards.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';

jest.setTimeout(30_000);

describe('a purchase by wallet', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const place = async (stock = 3, quantity = 1) => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock, name: 'Elytra ➜ ü' });
    return { buyer, id, ...(await placeByWallet(buyer, [{ id, quantity }])) };
  };
  const paymentsOf = (ref: string): Promise<{ state: string; refund: string | null }[]> =>
    shop.database.query(
      `SELECT p.state, r.state AS refund FROM payments p JOIN checkouts c ON c.id = p.checkout_id
         LEFT JOIN refunds r ON r.payment_id = p.id WHERE c.ref = $1 ORDER BY p.id, r.id`,
      [ref],
    );
  const alertsSince = async (from: number): Promise<{ kind: string; title: string }[]> => {
    const rows: { data: { kind: string; title: string } }[] = await shop.database.query(
      `SELECT data FROM outbox_events WHERE type = 'alert.raised' AND id > $1 ORDER BY id`,
      [from],
    );
    return rows.map(({ data: { kind, title } }) => ({ kind, title }));
  };
  const lastEvent = async (): Promise<number> => {
    const rows: { id: number }[] = await shop.database.query(
      'SELECT coalesce(max(id), 0) AS id FROM outbox_events',
    );
    return rows[0]?.id ?? 0;
  };

  it('leads by a form of the server’s making to orders (SHOP-4.32)', async () => {
    const { buyer, id, action, fields, checkout } = await place(3, 2);
    expect(action).toBe(`${shop.peers.url}/paypal/cgi-bin/webscr`);
    expect(fields).toEqual({
      cmd: '_xclick',
      business: 'pay@pax-market.example',
      item_name: `${checkout.slice(0, 8)} · 2 × Elytra ➜ ü`,
      item_number: checkout,
      invoice: checkout,
      amount: '39.98',
      currency_code: 'USD',
      tax: '0',
      shipping: '0',
      no_shipping: '1',
      no_note: '1',
      charset: 'utf-8',
      return: `${shop.url}/payment-success?checkout=${checkout}`,
      cancel_return: `${shop.url}/payment-cancelled?checkout=${checkout}`,
      notify_url: `${shop.url}/api/paypal-ipn`,
    });
    const { headers } = await fetch(`${shop.url}/api/health/live`);
    expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${new URL(action).origin};`);
    const again = await placeByWallet(buyer, [{ id, quantity: 2 }]);
    expect(again).toEqual({ action, fields, checkout });
    expect(await actOnWalletPage({ action, fields }, 'pay')).toContain(fields['return']);
    const paid = await waitForState(buyer, checkout, 'paid');
    expect(paid).toMatchObject({ method: 'wallet', total: '39.98', points: 399 });
    expect(paid.orders).toHaveLength(1);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([1, 0]);
    await awaitMessages(shop);
    expect(await paymentsOf(checkout)).toEqual([{ state: 'settled', refund: null }]);
  });

  it('needs no form where nothing is to be paid (OWN-44)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({});
    await shop.fill(`credit:${buyer.userId}`, 5_000);
    const placement = await placementFor(buyer, [{ id, quantity: 1 }], { useStoreCredit: true });
    const answer = await buyer.agent.post('/api/payments/paypal/create').send(placement).expect(201);
    const { checkout } = answer.body;
    expect(answer.body).toEqual({ url: `${shop.url}/payment-success?checkout=${checkout}`, checkout });
    expect((await readCheckout(buyer, checkout)).state).toBe('paid');
  });

  it('is refused where it is switched off, and one that is too small', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 49 });
    const placement = await placementFor(buyer, [{ id, quantity: 1 }]);
    const answer = await buyer.agent.post('/api/payments/paypal/create').send(placement).expect(409);
    expect(answer.body.code).toBe('AMOUNT_TOO_SMALL');
  });

  it('is confirming while the bank decides, and paid when it pays (OWN-38)', async () => {
    const { buyer, id, checkout, ...form } = await place();
    await actOnWalletPage(form, 'pay_pending');
    await waitForState(buyer, checkout, 'confirming');
    await actOnPaypalPayment(shop, checkout, 'complete');
    await waitForState(buyer, checkout, 'paid');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 0]);
  });

  it('ends when the bank refuses, and gives everything back', async () => {
    const { buyer, id, checkout, ...form } = await place();
    await actOnWalletPage(form, 'pay_pending');
    await waitForState(buyer, checkout, 'confirming');
    await actOnPaypalPayment(shop, checkout, 'deny');
    await waitForState(buyer, checkout, 'failed');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    expect(await paymentsOf(checkout)).toEqual([]);
  });

  it.each([
    ['Completed before Pending', [1, 0]],
    ['each fifteen times, mixed', Array.from({ length: 30 }, (_, n) => (n * 7) % 2)],
  ])('has one effect with %s (OWN-77)', async (_, order) => {
    holdNotifications(shop);
    const { buyer, id, checkout, ...form } = await place();
    await actOnWalletPage(form, 'pay_pending');
    await actOnPaypalPayment(shop, checkout, 'complete');
    const bodies = await listNotificationBodies(shop, checkout);
    expect(bodies).toHaveLength(2);
    for (const at of order)
      expect(await postNotification(shop, bodies[at] ?? '')).toEqual({ status: 200, text: '' });
    await waitForState(buyer, checkout, 'paid');
    await releaseNotifications(shop);
    await awaitMessages(shop);
    expect((await readCheckout(buyer, checkout)).orders).toHaveLength(1);
    expect(await paymentsOf(checkout)).toEqual([{ state: 'settled', refund: null }]);
    expect(await readBalances(shop, `held:${id}`)).toEqual([0]);
    expect(await readLoyalty(buyer)).toMatchObject({ points: 0, pendingPoints: 199 });
    const stored: { n: number }[] = await shop.database.query(
      `SELECT count(*)::int AS n FROM provider_messages WHERE payload->>'invoice' = $1`,
      [checkout],
    );
    expect(stored).toEqual([{ n: 2 }]);
  });

  it('releases at once on cancel, on a new checkout and after 60 minutes (OWN-114)', async () => {
    const first = await place();
    await first.buyer.agent.post(`/api/checkouts/${first.checkout}/cancel`).expect(200);
    expect((await readCheckout(first.buyer, first.checkout)).state).toBe('cancelled');
    expect(await readBalances(shop, `held:${first.id}`)).toEqual([0]);

    const second = await placeByWallet(first.buyer, [{ id: first.id, quantity: 2 }]);
    const third = await placeByWallet(first.buyer, [{ id: first.id, quantity: 1 }]);
    expect((await readCheckout(first.buyer, second.checkout)).state).toBe('cancelled');
    expect(await readBalances(shop, `held:${first.id}`)).toEqual([1]);

    const terms: { minutes: number }[] = await shop.database.query(
      `SELECT extract(epoch FROM session_expires_at - created_at)::int / 60 AS minutes FROM checkouts WHERE ref = $1`,
      [third.checkout],
    );
    expect(terms).toEqual([{ minutes: 60 }]);
    await runSweeper(shop, third.checkout, 1);
    expect((await readCheckout(first.buyer, third.checkout)).state).toBe('open');
    await runSweeper(shop, third.checkout, -1);
    expect((await readCheckout(first.buyer, third.checkout)).state).toBe('expired');
    expect(await readBalances(shop, `stock:${first.id}`, `held:${first.id}`)).toEqual([3, 0]);
  });

  it('settles money that comes hours late, and strands it where the goods are gone (OWN-114, OWN-82)', async () => {
    const { buyer, id, checkout, ...form } = await place(1);
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    await shop.database.query(
      `UPDATE checkouts SET created_at = created_at - interval '20 hours', ended_at = ended_at - interval '20 hours' WHERE ref = $1`,
      [checkout],
    );
    await actOnWalletPage(form, 'pay');
    await waitForState(buyer, checkout, 'paid');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([0, 0]);

    const other = await place(1);
    await other.buyer.agent.post(`/api/checkouts/${other.checkout}/cancel`).expect(200);
    await shop.fill(`stock:${other.id}`, -1);
    const before = await lastEvent();
    await actOnWalletPage(other, 'pay');
    await awaitMessages(shop);
    await awaitRefunds(shop);
    expect((await readCheckout(other.buyer, other.checkout)).state).toBe('cancelled');
    expect(await paymentsOf(other.checkout)).toEqual([{ state: 'stranded', refund: 'manual' }]);
    expect(await alertsSince(before)).toEqual([
      { kind: 'stranded', title: 'Stranded money' },
      { kind: 'failure', title: 'Manual refund needed' },
    ]);
    // Made in PayPal's dashboard, it is done.
    await actOnPaypalPayment(shop, other.checkout, 'refund');
    await awaitMessages(shop);
    expect(await paymentsOf(other.checkout)).toEqual([{ state: 'stranded', refund: 'done' }]);
    expect(await alertsSince(before)).toHaveLength(2);
  });

  it('confirms a manual refund by its amount, once, and tells staff of any other (OWN-96)', async () => {
    const admin = await shop.signIn({ admin: true });
    const buyer = await shop.signIn();
    const ids = [await shop.addProduct({}), await shop.addProduct({})];
    const { checkout, ...form } = await placeByWallet(
      buyer,
      ids.map((id) => ({ id, quantity: 1 })),
    );
    await actOnWalletPage(form, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    for (const order of orders)
      await admin.agent.patch(`/api/admin/orders/${order}/cancel`).send({}).expect(200);
    await awaitRefunds(shop);
    const refunds = async () => (await paymentsOf(checkout)).map(({ refund }) => refund);
    expect(await refunds()).toEqual(['manual', 'manual']);
    const versions = async (): Promise<number[]> => {
      const rows: { version: number }[] = await shop.database.query(
        'SELECT version FROM orders WHERE id = ANY($1) ORDER BY id',
        [orders],
      );
      return rows.map(({ version }) => version);
    };
    const [first = 0, second = 0] = await versions();
    const before = await lastEvent();
    await actOnPaypalPayment(shop, checkout, 'refund', { cents: 500 });
    await awaitMessages(shop);
    // A part of what waits went back: the rest of it waits (OWN-798).
    expect(await refunds()).toEqual(['manual', 'manual', 'done']);
    expect(await alertsSince(before)).toEqual([{ kind: 'failure', title: 'Refund outside the shop booked' }]);
    await actOnPaypalPayment(shop, checkout, 'refund', { cents: 1999 });
    await awaitMessages(shop);
    expect(await refunds()).toEqual(['manual', 'done', 'done']);
    // Buyer and panel are told.
    expect(await versions()).toEqual([first + 1, second + 1]);
    for (const body of await listNotificationBodies(shop, checkout)) await postNotification(shop, body);
    await awaitMessages(shop);
    expect(await refunds()).toEqual(['manual', 'done', 'done']);
    expect(await alertsSince(before)).toHaveLength(1);
  });

  it('is disputed while PayPal holds its money, and stands again when it comes back (OWN-103)', async () => {
    const { buyer, checkout, ...form } = await place();
    await actOnWalletPage(form, 'pay');
    await waitForState(buyer, checkout, 'paid');
    await awaitMessages(shop);
    const before = await lastEvent();
    await actOnPaypalPayment(shop, checkout, 'reverse');
    await awaitMessages(shop);
    expect((await readCheckout(buyer, checkout)).state).toBe('disputed');
    await actOnPaypalPayment(shop, checkout, 'cancel-reversal');
    await awaitMessages(shop);
    expect(await alertsSince(before)).toEqual([
      { kind: 'dispute', title: 'Dispute opened' },
      { kind: 'dispute', title: 'Dispute won' },
    ]);
    expect((await readCheckout(buyer, checkout)).state).toBe('paid');
  });
});

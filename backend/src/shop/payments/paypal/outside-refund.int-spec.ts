import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { OrderDispute } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { onePieceOf, waitForState, readCheckout } from '../../../../test/buying.js';
import { expectMoneyAgrees, ProviderRefundSteps } from '../../../../test/provider-refund-steps.js';
import {
  listNotificationBodies,
  postNotification,
  holdNotifications,
  actOnPaypalPayment,
  actOnWalletPage,
  placeByWallet,
  releaseNotifications,
} from '../../../../test/paypal.js';
import { awaitRefunds, awaitMessages } from '../../../../test/expect-settled.js';
import { describeAnswer } from '../../../../test/second-step.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { until } from '../../../../test/until.js';
import { runJob } from '../../../../test/jobs.js';
import { RemindOfDisputes } from '../../disputes/dispute-alerts.js';

jest.setTimeout(30_000);

describe('money that PayPal’s form gave back, or took (OWN-99)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
    money = new ProviderRefundSteps(shop, admin);
  });
  afterEach(() => expectMoneyAgrees(shop));
  afterAll(() => shop.close());

  const place = async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 1000 });
    return { buyer, ...(await placeByWallet(buyer, onePieceOf(id))) };
  };

  it('is booked once, however often PayPal tells of it, and what is undelivered ends with the rest', async () => {
    const { buyer, checkout, ...form } = await place();
    await actOnWalletPage(form, 'pay');
    await waitForState(buyer, checkout, 'paid');
    await actOnPaypalPayment(shop, checkout, 'refund', { cents: 400 });
    await awaitMessages(shop);
    for (const body of await listNotificationBodies(shop, checkout)) await postNotification(shop, body);
    await awaitMessages(shop);
    expect(await money.readAmounts(checkout)).toEqual([[400, 'done']]);
    expect(await money.readStates(buyer)).toEqual(['pending partly_refunded']);
    await actOnPaypalPayment(shop, checkout, 'refund');
    await awaitMessages(shop);
    expect(await money.readStates(buyer)).toEqual(['cancelled refunded']);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'refunded', refundedCents: 1000 });
  });

  const happensTo = async (
    checkout: string,
    act: 'reverse' | 'cancel-reversal' | 'refund',
    cents?: number,
  ) => {
    await actOnPaypalPayment(shop, checkout, act, { ...(cents !== undefined && { cents }) });
    await awaitMessages(shop);
  };
  /** Buys two pieces, of which the first is cancelled and the second delivered. */
  const placeTwo = async () => {
    const buyer = await shop.signIn();
    const ids = await Promise.all([1800, 1600].map((priceCents) => shop.addProduct({ priceCents })));
    const { checkout, ...form } = await placeByWallet(buyer, onePieceOf(...ids));
    await actOnWalletPage(form, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    await money.changeOrder(orders[0], 'cancel');
    await money.changeOrder(orders[1], 'complete');
    await awaitRefunds(shop);
    return { buyer, checkout };
  };

  it.each([
    ['in parts', [1000, 800]],
    ['and a cent is missing', [1799]],
  ])('that staff were asked for is theirs, made %s (OWN-99)', async (_, parts) => {
    const { buyer, checkout } = await placeTwo();
    for (const cents of parts) await happensTo(checkout, 'refund', cents);
    const left = 1800 - parts.reduce((sum, cents) => sum + cents, 0);
    const rows = await money.readAmounts(checkout);
    expect(rows.filter(([, state]) => state === 'manual')).toEqual(left > 0 ? [[left, 'manual']] : []);
    expect((await money.readStates(buyer))[1]).toBe('completed paid');
  });

  it('that comes before its payment is booked when that comes', async () => {
    const { buyer, checkout, ...form } = await place();
    holdNotifications(shop, 'Completed');
    await actOnWalletPage(form, 'pay');
    await actOnPaypalPayment(shop, checkout, 'refund', { cents: 400 });
    await awaitMessages(shop);
    expect(await money.readAlerts('booked nothing of 4.00 USD')).toEqual(['Refund outside the shop']);
    await releaseNotifications(shop);
    await waitForState(buyer, checkout, 'paid');
    await runJob(shop.app, 'provider-inbox');
    const rows = await until(
      () => money.readAmounts(checkout),
      ({ length }) => length > 0,
    );
    expect(rows).toEqual([[400, 'done']]);
  });

  /** A paid purchase, and what happens to its money, in one line each. */
  const paid = async () => {
    const { buyer, checkout, ...form } = await place();
    await actOnWalletPage(form, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    const happens = async (
      act: 'reverse' | 'cancel-reversal',
      caseId?: string,
      cents?: number,
    ): Promise<string> => {
      await actOnPaypalPayment(shop, checkout, act, {
        ...(caseId !== undefined && { caseId }),
        ...(cents !== undefined && { cents }),
      });
      await awaitMessages(shop);
      return (await readCheckout(buyer, checkout)).state;
    };
    return { buyer, checkout, order: orders[0] ?? 0, happens };
  };
  const canBuy = async ({ agent }: SignedIn): Promise<boolean> => {
    const items = onePieceOf(await shop.addProduct({ priceCents: 900 }));
    return (await agent.post('/api/checkout/quote').send({ items })).status === 200;
  };

  it.each([
    ['the same case', 'PP-D-1', 'PP-D-1'],
    ['no case', '', ''],
    ['a case at first only', 'PP-D-1', ''],
    ['a case at last only', '', 'PP-D-1'],
  ])('is taken, back, and taken again, where messages name %s (OWN-103)', async (_, first, last) => {
    const { buyer, happens } = await paid();
    expect(await happens('reverse', first)).toBe('disputed');
    expect(await happens('cancel-reversal', last)).toBe('paid');
    expect(await canBuy(buyer)).toBe(true);
    expect(await happens('reverse', last)).toBe('disputed');
    expect(await happens('cancel-reversal', first)).toBe('paid');
    expect(await canBuy(buyer)).toBe(true);
  });

  const disputesOf = async (order: number): Promise<OrderDispute[]> => {
    const answer = await admin.agent.get(`/api/admin/orders/${order}/disputes`).expect(200);
    return answer.body.disputes;
  };
  const end = (id: number, outcome: string, by = admin) =>
    by.agent.post(`/api/admin/disputes/${id}/end`).send({ outcome, reference: 'case closed, PP-D-77' });

  it.each([
    ['lost', 'lost', 'cancelled lost', 't t', [[1000, 'done']]],
    ['won', 'paid', 'pending paid', 'f f', []],
  ])(
    'ends %s by an admin’s word, once, as PayPal does not tell (OWN-687)',
    async (outcome, state, order, account, refunds) => {
      const purchase = await paid();
      await purchase.happens('reverse', 'PP-D-77');
      const [open] = await disputesOf(purchase.order);
      expect(open).toMatchObject({ reference: 'PP-D-77', amount: '10.00', state: 'open', endsByHand: true });
      const id = open?.id ?? 0;
      const staff = await shop.signIn();
      expect((await end(id, outcome, staff)).status).toBe(403);
      const answers = await Promise.all([1, 2, 3].map(() => end(id, outcome)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
        id,
        state: outcome,
        endsByHand: false,
      });
      const rows: object[] = await shop.database.query(
        `SELECT c.state, concat(u.purchases_suspended, ' ', u.blocked_at IS NOT NULL) AS account
           FROM checkouts c JOIN users u ON u.id = c.user_id WHERE c.ref = $1`,
        [purchase.checkout],
      );
      expect(rows).toEqual([{ state, account }]);
      const orders: { was: string }[] = await shop.database.query(
        `SELECT concat(status, ' ', payment_status) AS was FROM orders WHERE id = $1`,
        [purchase.order],
      );
      expect(orders).toEqual([{ was: order }]);
      expect(await money.readAmounts(purchase.checkout)).toEqual(refunds);
      const audits: object[] = await shop.database.query(
        `SELECT actor, detail FROM audit_log WHERE action = 'dispute.end' AND subject = $1`,
        [`dispute:${id}`],
      );
      const detail = { outcome, reference: 'case closed, PP-D-77' };
      expect(audits).toEqual([{ actor: `user:${admin.userId}`, detail }]);
      // The message that opened it comes again, days later.
      for (const body of await listNotificationBodies(shop, purchase.checkout))
        await postNotification(shop, body);
      await awaitMessages(shop);
      expect((await disputesOf(purchase.order)).map((one) => one.state)).toEqual([outcome]);
    },
  );

  it('that is taken again in another amount is shown, and given up, by that (OWN-674)', async () => {
    const { order, checkout, happens } = await paid();
    await happens('reverse', 'PP-D-80', 500);
    expect(await disputesOf(order)).toMatchObject([{ state: 'open', amount: '5.00' }]);
    await happens('cancel-reversal', 'PP-D-80');
    await happens('reverse', 'PP-D-80', 900);
    const [open] = await disputesOf(order);
    expect(open).toMatchObject({ state: 'open', amount: '9.00' });
    await end(open?.id ?? 0, 'lost').expect(200);
    expect(await money.readAmounts(checkout)).toEqual([[900, 'done']]);
  });

  it('that is back after an admin gave it up changes nothing, and is told (OWN-103)', async () => {
    const { order, happens } = await paid();
    await happens('reverse', 'PP-D-78');
    const [open] = await disputesOf(order);
    await end(open?.id ?? 0, 'lost').expect(200);
    await shop.database.query(`UPDATE disputes SET closed_at = now() - interval '1 hour' WHERE id = $1`, [
      open?.id,
    ]);
    await onPaymentBack(order);
    expect((await disputesOf(order)).map((one) => one.state)).toEqual(['lost']);
    expect(await money.readAlerts('PP-D-78')).toContain('Money of a lost dispute is back');
  });
  const onPaymentBack = async (order: number): Promise<void> => {
    const [row]: { ref: string }[] = await shop.database.query(
      'SELECT c.ref FROM checkouts c JOIN orders o ON o.checkout_id = c.id WHERE o.id = $1',
      [order],
    );
    await actOnPaypalPayment(shop, row?.ref ?? '', 'cancel-reversal');
    await awaitMessages(shop);
  };

  it.each(['won', 'lost'] as const)(
    'is not made by hand once more while its dispute is open, when a withdrawal waits that is %s (OWN-1145)',
    async (outcome) => {
      const { buyer, checkout, order, happens } = await paid();
      await buyer.agent.post(`/api/checkouts/${checkout}/withdraw`).send({}).expect(200);
      await awaitRefunds(shop);
      await happens('reverse', 'PP-D-81');
      const [row]: { id: number }[] = await shop.database.query(
        'SELECT id FROM refunds WHERE order_id = $1',
        [order],
      );
      const mark = async () =>
        describeAnswer(
          await admin.agent
            .post(`/api/admin/refunds/${row?.id}/done`)
            .send({ reference: `sent by hand ${row?.id}` }),
        );
      expect(await mark()).toBe('409 DISPUTE_OPEN');
      expect(await money.readAmounts(checkout)).toEqual([[1000, 'manual']]);
      const [open] = await disputesOf(order);
      await end(open?.id ?? 0, outcome).expect(200);
      // Lost, the money is back already; won, what was promised is still to be made.
      expect(await mark()).toBe(outcome === 'won' ? '200' : '409 ILLEGAL_MOVE');
      expect(await money.readAmounts(checkout)).toEqual([[1000, 'done']]);
    },
  );

  it('asks nobody to make a refund by hand while a dispute of its payment is open (OWN-1145)', async () => {
    const { order, happens } = await paid();
    await happens('reverse', 'PP-D-82');
    await money.changeOrder(order, 'cancel');
    await awaitRefunds(shop);
    const alerts: { detail: string }[] = await shop.database.query(
      `SELECT data->>'detail' AS detail FROM outbox_events WHERE data->>'title' = 'Manual refund needed' AND data->>'detail' LIKE $1`,
      [`% for order ${order} %`],
    );
    expect(alerts).toMatchObject([
      { detail: expect.stringContaining('Make it only when the dispute is won') },
    ]);
    await happens('cancel-reversal', 'PP-D-82');
  });

  it('is asked for every 30 days until it is ended (OWN-687)', async () => {
    const { order, happens } = await paid();
    await happens('reverse', 'PP-D-79');
    const clock = shop.app.get(Clock);
    const real = clock.now.bind(clock);
    const remindIn = async (days: number): Promise<number> => {
      clock.now = () => new Date(Date.now() + days * 24 * 3_600_000);
      await shop.app
        .get(RemindOfDisputes)
        .remindDue()
        .finally(() => {
          clock.now = real;
        });
      return (await money.readAlerts('PP-D-79')).filter((title) => title === 'Dispute without an end').length;
    };
    const told: number[] = [];
    for (const days of [29, 31, 32, 60, 62]) told.push(await remindIn(days));
    expect(told).toEqual([0, 1, 1, 1, 2]);
    const [open] = await disputesOf(order);
    await end(open?.id ?? 0, 'won').expect(200);
    expect(await remindIn(95)).toBe(2);
  });
});

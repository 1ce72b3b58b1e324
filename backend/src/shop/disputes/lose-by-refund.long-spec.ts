import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { onePieceOf, readBalances, waitForState } from '../../../test/buying.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import {
  actOnPaypalPayment,
  actOnWalletPage,
  holdNotifications,
  listNotificationBodies,
  placeByWallet,
  postNotification,
  releaseNotifications,
} from '../../../test/paypal.js';
import { awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { expectMoneyAgrees, ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import type { Shop } from '../../../test/shop.js';
import { redeem } from '../../../test/rewards.js';
import { until } from '../../../test/until.js';
import { RoleSource } from '../../people/rights/role-source.js';
import { readValue } from '../../../test/database.js';

jest.setTimeout(30_000);

describe('a complaint that PayPal’s form tells as a return and a refund', () => {
  let shop: Shop;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    money = new ProviderRefundSteps(shop, await shop.signIn({ admin: true }));
  });
  afterEach(() => expectMoneyAgrees(shop));
  afterAll(() => shop.close());

  /** Pays for pieces at the given prices, with store credit if there is some. */
  const pay = async (prices: number[], creditCents = 0) => {
    const buyer = await shop.signIn();
    if (creditCents > 0) await shop.fill(`credit:${buyer.userId}`, creditCents);
    const ids = await Promise.all(prices.map((priceCents) => shop.addProduct({ priceCents })));
    const use = { useStoreCredit: creditCents > 0 };
    const { checkout, ...form } = await placeByWallet(buyer, onePieceOf(...ids), use);
    await actOnWalletPage(form, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    return { buyer, checkout, orders };
  };
  const happensTo = async (
    checkout: string,
    act: 'reverse' | 'cancel-reversal' | 'refund',
    cents?: number,
  ) => {
    await actOnPaypalPayment(shop, checkout, act, { ...(cents !== undefined && { cents }) });
    await awaitMessages(shop);
  };
  /** Takes and returns the money of a purchase; the return is `minutes` old. */
  const winDispute = async (checkout: string, minutes: number) => {
    for (const act of ['reverse', 'cancel-reversal'] as const) await happensTo(checkout, act);
    await shop.database.query(
      `UPDATE disputes SET closed_at = closed_at - make_interval(mins => $2) WHERE payment_id IN
       (SELECT p.id FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1)`,
      [checkout, minutes],
    );
  };
  const payAndDeliver = async (prices: number[], creditCents = 0) => {
    const purchase = await pay(prices, creditCents);
    for (const order of purchase.orders) await money.changeOrder(order, 'complete');
    return purchase;
  };
  const readEnd = (checkout: string) =>
    readValue<string>(
      shop,
      `SELECT concat(d.state, ' ', d.amount_cents, ', ', c.state, ', blocked: ', u.blocked_at IS NOT NULL) AS value
         FROM disputes d JOIN payments p ON p.id = d.payment_id JOIN checkouts c ON c.id = p.checkout_id
         JOIN users u ON u.id = c.user_id WHERE c.ref = $1`,
      [checkout],
    );

  const readDisputes = (checkout: string) =>
    readValue<string>(
      shop,
      `SELECT string_agg(concat(d.state, ' ', d.amount_cents), ', ' ORDER BY d.id) AS value
         FROM disputes d JOIN payments p ON p.id = d.payment_id JOIN checkouts c ON c.id = p.checkout_id
        WHERE c.ref = $1`,
      [checkout],
    );
  /** Makes all that happened to the money of a purchase older. */
  const setBack = async (checkout: string, minutes: number): Promise<void> => {
    const of = `(SELECT p.id FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1)`;
    const back = `- make_interval(secs => $2::float8 * 60)`;
    for (const set of [
      `disputes SET created_at = created_at ${back}, closed_at = closed_at ${back}`,
      `refunds SET created_at = created_at ${back}, done_at = done_at ${back}`,
    ])
      await shop.database.query(`UPDATE ${set} WHERE payment_id IN ${of}`, [checkout, minutes]);
  };

  it.each([
    [9, undefined, 'lost 1000, lost, blocked: t'],
    [9, 400, 'lost 400, lost, blocked: t'],
    [11, undefined, 'won 1000, refunded, blocked: f'],
  ])(
    'is lost, refunded %d minutes after the return, by %s cents: %s (OWN-1302)',
    async (minutes, cents, end) => {
      const { checkout } = await payAndDeliver([1000]);
      await winDispute(checkout, minutes);
      await happensTo(checkout, 'refund', cents);
      expect(await readEnd(checkout)).toBe(end);
      for (const body of await listNotificationBodies(shop, checkout)) await postNotification(shop, body);
      await awaitMessages(shop);
      expect(await readEnd(checkout)).toBe(end);
      expect(await money.readAmounts(checkout)).toEqual([[cents ?? 1000, 'done']]);
    },
  );

  it.each([
    ['one order, half by store credit', [1000], 500, [200, 300]],
    ['one order, in three parts', [1000], 500, [100, 150, 250]],
    ['two orders', [1000, 600], 800, [500, 300]],
  ])(
    'is lost as a whole when the refund comes in parts, of %s (OWN-1302)',
    async (_, prices, creditCents, parts) => {
      const { buyer, checkout } = await payAndDeliver(prices, creditCents);
      await winDispute(checkout, 1);
      for (const cents of parts) {
        await happensTo(checkout, 'refund', cents);
        expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([0]);
      }
      const cash = parts.reduce((all, cents) => all + cents, 0);
      const end = `lost ${cash}, lost, blocked: t`;
      expect(await readEnd(checkout)).toBe(end);
      for (const body of await listNotificationBodies(shop, checkout)) await postNotification(shop, body);
      await awaitMessages(shop);
      expect(await readEnd(checkout)).toBe(end);
      expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([0]);
      const states = `SELECT string_agg(DISTINCT concat(status, ' ', payment_status), ', ') AS value FROM orders WHERE user_id = $1`;
      expect(await readValue<string>(shop, states, [buyer.userId])).toBe('completed lost');
    },
  );

  it.each([
    ['after the return', []],
    ['before the return', ['Canceled_Reversal']],
  ])('gives no store credit back for a moment when the refund comes %s (OWN-1302)', async (_, late) => {
    const { buyer, checkout } = await payAndDeliver([1000], 500);
    const roles = shop.app.get(RoleSource);
    const spendable: (number | undefined)[] = [];
    // Another call of the buyer could spend the credit while Discord is asked.
    const asked = jest.spyOn(roles, 'readStanding').mockImplementation(async () => {
      spendable.push(
        await readValue<number>(
          shop,
          `SELECT CASE WHEN purchases_suspended THEN 0 ELSE balance END::int AS value
             FROM users JOIN ledger_balances ON account = 'credit:' || users.id WHERE users.id = $1`,
          [buyer.userId],
        ),
      );
      return 'customer';
    });
    for (const match of late) holdNotifications(shop, match);
    for (const act of ['reverse', 'cancel-reversal', 'refund'] as const)
      await happensTo(checkout, act, act === 'refund' ? 500 : undefined);
    await releaseNotifications(shop);
    await awaitMessages(shop);
    asked.mockRestore();
    expect(await readEnd(checkout)).toBe('lost 500, lost, blocked: t');
    expect(new Set(spendable)).toEqual(new Set([0]));
    expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([0]);
  });

  it('is lost as a whole after another one, and takes no refund of that (OWN-1302, OWN-674)', async () => {
    for (const minutes of [0, 10.5, 20]) {
      const { buyer, checkout } = await payAndDeliver([2000], 1000);
      await happensTo(checkout, 'reverse', 300);
      await happensTo(checkout, 'cancel-reversal');
      await happensTo(checkout, 'refund', 300);
      await setBack(checkout, minutes);
      await happensTo(checkout, 'reverse', 700);
      await happensTo(checkout, 'cancel-reversal');
      expect([minutes, await readDisputes(checkout)]).toEqual([minutes, 'lost 300, won 700']);
      for (const cents of [400, 300]) await happensTo(checkout, 'refund', cents);
      expect([minutes, await readDisputes(checkout)]).toEqual([minutes, 'lost 300, lost 700']);
      expect([minutes, await readBalances(shop, `credit:${buyer.userId}`)]).toEqual([minutes, [0]]);
      const lost = 'SELECT lost_cents AS value FROM orders WHERE user_id = $1';
      expect([minutes, await readValue<number>(shop, lost, [buyer.userId])]).toEqual([minutes, 1000]);
    }
  });

  it.each([
    ['the end of its dispute', ['Canceled_Reversal']],
    ['its dispute', ['Reversed']],
  ])('is lost when the refund is told before %s (OWN-1302)', async (_, late) => {
    const { checkout } = await pay([1000]);
    for (const match of late) holdNotifications(shop, match);
    for (const act of ['reverse', 'cancel-reversal', 'refund'] as const)
      await happensTo(checkout, act, act === 'refund' ? 400 : undefined);
    await releaseNotifications(shop);
    await awaitMessages(shop);
    await until(
      () => readEnd(checkout),
      (told) => told === 'lost 400, lost, blocked: t',
    );
    expect(await money.readAmounts(checkout)).toEqual([[400, 'done']]);
  });

  it('is covered first by a refund that waits (OWN-798)', async () => {
    const { checkout, orders } = await pay([1800, 1600]);
    await money.changeOrder(orders[0], 'cancel');
    await money.changeOrder(orders[1], 'complete');
    await awaitRefunds(shop);
    await happensTo(checkout, 'reverse', 1600);
    await happensTo(checkout, 'cancel-reversal');
    await happensTo(checkout, 'refund', 1600);
    expect(await readEnd(checkout)).toBe('lost 1600, lost, blocked: t');
    expect(await money.readAmounts(checkout)).toEqual([
      [200, 'manual'],
      [1600, 'done'],
    ]);
  });

  it('gives no credit and code back by a refund of a disputed payment that nobody asked for (OWN-1302)', async () => {
    const buyer = await shop.signIn();
    await shop.fill(`points:${buyer.userId}`, 5_000);
    await shop.fill(`credit:${buyer.userId}`, 500);
    const { code: rewardCode, id: rewardId } = await redeem(buyer, 'ten-percent-off');
    const ids = [await shop.addProduct({ priceCents: 2500 })];
    const use = { useStoreCredit: true, rewardCode };
    const { checkout, ...form } = await placeByWallet(buyer, onePieceOf(...ids), use);
    await actOnWalletPage(form, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    await money.changeOrder(orders[0], 'complete');
    const cash = await readValue<number>(
      shop,
      'SELECT cash_cents AS value FROM orders WHERE id = $1',
      orders,
    );
    const readReturned = () => readBalances(shop, `credit:${buyer.userId}`, `reward:${rewardId}`);
    await winDispute(checkout, 11);
    await happensTo(checkout, 'refund', 700);
    expect(await readReturned()).toEqual([0, 0]);
    expect(await readEnd(checkout)).toBe(`won ${cash}, paid, blocked: f`);
    const stay = `the store credit and bonus of #${orders[0]} stay used`;
    expect(await money.readAlerts(stay)).toEqual(['Refund outside the shop booked']);
    // A refund that staff request in the shop returns its share of the credit.
    const half = (Number(cash) - 700) / 2;
    const amount = (half / 100).toFixed(2);
    await money.admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({ amount }).expect(200);
    await happensTo(checkout, 'refund', half);
    const returned = Math.floor((500 * half) / Number(cash));
    expect(await readReturned()).toEqual([returned, 0]);
    await happensTo(checkout, 'refund');
    expect(await readReturned()).toEqual([returned, 0]);
    expect(await readEnd(checkout)).toBe(`won ${cash}, refunded, blocked: f`);
  });

  it('tells staff of money that is taken without a case after a loss, and gives no credit back (OWN-674)', async () => {
    const { buyer, checkout } = await payAndDeliver([2000], 1000);
    await winDispute(checkout, 1);
    await happensTo(checkout, 'refund', 300);
    await setBack(checkout, 20);
    await actOnPaypalPayment(shop, checkout, 'reverse', { cents: 700, caseId: '' });
    await awaitMessages(shop);
    expect(await money.readAlerts('without an open dispute')).toEqual(['Money taken again']);
    await happensTo(checkout, 'cancel-reversal');
    await happensTo(checkout, 'refund', 700);
    expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([0]);
  });

  it('counts no refund of another order that waits as a part of the loss (OWN-1302)', async () => {
    const { buyer, checkout, orders } = await pay([1000, 1000], 1000);
    await money.changeOrder(orders[1], 'complete');
    await money.changeOrder(orders[0], 'cancel');
    await awaitRefunds(shop);
    const credit = await readBalances(shop, `credit:${buyer.userId}`);
    for (const act of ['reverse', 'cancel-reversal'] as const) await happensTo(checkout, act);
    for (const cents of [500, 400, 100]) await happensTo(checkout, 'refund', cents);
    expect(credit).toEqual([500]);
    expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([500]);
    expect(await readEnd(checkout)).toMatch(/^lost \d+, lost, blocked: t$/);
  });

  it('is won when the refund is one that staff asked for in the shop (OWN-1302)', async () => {
    const { checkout, orders } = await pay([1000]);
    for (const act of ['reverse', 'cancel-reversal'] as const) await happensTo(checkout, act);
    await money.changeOrder(orders[0], 'cancel');
    await awaitRefunds(shop);
    await happensTo(checkout, 'refund');
    expect(await money.readAmounts(checkout)).toEqual([[1000, 'done']]);
    expect(await readEnd(checkout)).toBe('won 1000, refunded, blocked: f');
  });
});

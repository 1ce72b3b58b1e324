import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, onePieceOf, waitForState } from '../../../test/buying.js';
import { ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import {
  actOnOrderOfCheckout,
  actOnOrderPage,
  findPaypalOrder,
  placePaypalOrder,
  withOrdersShop,
  type OrderAct,
} from '../../../test/paypal-orders.js';
import { awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { readValue } from '../../../test/database.js';
import { PAYPAL_ORDERS } from '../payments/paypal/orders/paypal-order.js';
import { ApplyDispute } from './apply-dispute.js';
import { RefundSender } from '../refunds/send-refunds.js';

jest.setTimeout(60_000);

describe('refunds while a dispute of their payment is open (OWN-798)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let money: ProviderRefundSteps;
  withOrdersShop((opened) => (shop = opened));
  beforeAll(async () => {
    admin = await shop.signIn({ admin: true });
    money = new ProviderRefundSteps(shop, admin);
  });

  const paid = async (prices: number[], creditCents = 0) => {
    const buyer = await shop.signIn();
    if (creditCents > 0) await shop.fill(`credit:${buyer.userId}`, creditCents);
    const ids = await Promise.all(prices.map((priceCents) => shop.addProduct({ priceCents })));
    const { url, checkout } = await placePaypalOrder(buyer, onePieceOf(...ids), {
      useStoreCredit: creditCents > 0,
    });
    await actOnOrderPage(url, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    await awaitMessages(shop);
    await money.changeOrder(orders[0], 'complete');
    const happens = async (act: OrderAct, cents?: number): Promise<void> => {
      await actOnOrderOfCheckout(shop, checkout, act, cents);
      await awaitMessages(shop);
    };
    return { buyer, checkout, orders, happens };
  };
  const refundsAtPaypal = async (checkout: string): Promise<number[]> =>
    ((await findPaypalOrder(shop, checkout)).capture?.refunds ?? []).map(({ cents }) => cents);
  const refundedOf = (order: number | undefined) =>
    readValue<number>(shop, 'SELECT refunded_cents AS value FROM orders WHERE id = $1', [order]);

  it.each([
    ['lost: its money counts toward them', 'lose-dispute', []],
    ['won: they are sent', 'win-dispute', [1000]],
  ] as const)('wait where staff ask for them, until it is %s', async (_, end, sent) => {
    const { checkout, orders, happens } = await paid([1000, 1000]);
    await happens('dispute', 1000);
    await money.changeOrder(orders[1], 'cancel');
    await shop.app.get(RefundSender).sendDueRefunds();
    expect(await money.readAmounts(checkout)).toEqual([[1000, 'requested']]);
    await happens(end, end === 'lose-dispute' ? 1000 : undefined);
    await awaitRefunds(shop);
    expect(await money.readAmounts(checkout)).toEqual([[1000, 'done']]);
    expect(await refundsAtPaypal(checkout)).toEqual(sent);
    expect([await refundedOf(orders[0]), await refundedOf(orders[1])]).toEqual([0, 1000]);
  });

  it.each([
    ['the refund first', ['refund', 'lose-dispute'], 1000],
    ['the loss first', ['lose-dispute', 'refund'], 1000],
    ['the refund first, in part', ['refund', 'lose-dispute'], 600],
    ['the loss first, in part', ['lose-dispute', 'refund'], 600],
  ] as const)(
    'pay nothing twice where PayPal refunds the buyer, told of %s (OWN-798)',
    async (_, acts, cents) => {
      const { checkout, orders, happens } = await paid([1000, 1200]);
      await happens('dispute', cents);
      await money.changeOrder(orders[1], 'cancel');
      for (const act of acts) await happens(act, cents);
      await awaitRefunds(shop);
      expect((await refundsAtPaypal(checkout)).toSorted((a, b) => b - a)).toEqual(
        [cents, 1200 - cents].toSorted((a, b) => b - a),
      );
      expect([await refundedOf(orders[0]), await refundedOf(orders[1])]).toEqual([0, 1200]);
    },
  );

  it.each([
    ['before', ['refund', 'lose-dispute']],
    ['after', ['lose-dispute', 'refund']],
  ] as const)(
    'give no store credit of delivered goods back, told of %s it was lost (OWN-1302)',
    async (_, acts) => {
      const { buyer, checkout, orders, happens } = await paid([1000], 400);
      await happens('dispute');
      for (const act of acts) await happens(act);
      expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([0]);
      expect(await refundedOf(orders[0])).toBe(600);
      expect((await money.listRefunds(checkout)).map((row) => row.amount_cents)).toEqual([600]);
    },
  );

  it('leave the store credit of a refund that staff asked for before the dispute (OWN-1302)', async () => {
    const { buyer, checkout, orders, happens } = await paid([1000], 400);
    await actOnOrderOfCheckout(shop, checkout, 'refunds-fail');
    await admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({}).expect(200);
    await awaitRefunds(shop);
    await awaitMessages(shop);
    expect((await money.readAmounts(checkout))[0]).toEqual([600, 'manual']);
    for (const act of ['dispute', 'refund', 'lose-dispute'] as const) await happens(act);
    expect(await money.readAmounts(checkout)).toEqual([[600, 'done']]);
    expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([400]);
  });

  it('give no store credit back, also beside what the dispute took (OWN-1302)', async () => {
    const { buyer, orders, happens } = await paid([1500], 500);
    await happens('dispute', 300);
    await happens('refund', 700);
    await happens('lose-dispute');
    expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([0]);
    expect(await refundedOf(orders[0])).toBe(700);
  });

  it('are counted toward one of two disputes alone', async () => {
    const { checkout, happens } = await paid([3000]);
    const paymentRef = (await findPaypalOrder(shop, checkout)).capture?.id ?? '';
    const at = new Date(Date.now() - 60_000);
    const tell = (disputeRef: string, state: 'open' | 'lost') =>
      shop.app.get(ApplyDispute).execute(PAYPAL_ORDERS, {
        about: 'dispute',
        state,
        disputeRef,
        paymentRef,
        amountCents: 500,
        currency: 'usd',
        openedAt: at,
        ...(state === 'lost' && { closedAt: new Date() }),
      });
    for (const name of ['PP-D-one', 'PP-D-two']) await tell(name, 'open');
    await happens('refund', 500);
    for (const name of ['PP-D-one', 'PP-D-two']) await tell(name, 'lost');
    expect(await money.readAmounts(checkout)).toEqual([
      [500, 'done'],
      [500, 'done'],
    ]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  buy,
  onePieceOf,
  actOnPayPage,
  place,
  waitForState,
  readCheckout,
} from '../../../test/buying.js';
import { isFreeWhileWaiting } from '../../../test/lock-order.js';
import { expectMoneyAgrees, ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import {
  postSignedEvent,
  holdMessages,
  refundInDashboard,
  listStripeRefunds,
  releaseMessages,
  steerStripe,
} from '../../../test/stripe.js';
import { expectProviderAgrees, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { signInFriend } from '../../../test/referral.js';
import { whileRefundsRefused } from '../../../test/refunds.js';
import { readLoyalty } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import { until } from '../../../test/until.js';
import { runJob } from '../../../test/jobs.js';
import { readRecordedMovements } from '../reconciliation/compare-movements.js';

jest.setTimeout(60_000);

describe("a refund in the provider's dashboard (OWN-99)", () => {
  let shop: Shop;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    money = new ProviderRefundSteps(shop, await shop.signIn({ admin: true }));
  });
  afterEach(async () => {
    await expectMoneyAgrees(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const event = (type: string, object: object, name: string) => ({
    id: `evt_${name}`,
    object: 'event',
    type,
    livemode: false,
    data: { object },
  });

  it('is split in proportion to the cash that is left; the last takes the rest, and undelivered orders end', async () => {
    const { buyer, ids, checkout, orders } = await money.makePurchase(1000, 500);
    await refundInDashboard(shop, checkout, 301);
    await awaitMessages(shop);
    expect(await money.readAmounts(checkout)).toEqual([
      [201, 'done'],
      [100, 'done'],
    ]);
    expect(await money.readStates(buyer)).toEqual(['pending partly_refunded', 'pending partly_refunded']);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'paid', refundedCents: 301 });
    expect(await readBalances(shop, `points:${buyer.userId}`, `stock:${ids[0]}`)).toEqual([0, 8]);
    expect(await readLoyalty(buyer)).toMatchObject({ points: 0, pendingPoints: 120, pendingSpent: '11.99' });
    await money.changeOrder(orders[0], 'process');
    await refundInDashboard(shop, checkout);
    await awaitMessages(shop);
    expect((await money.readAmounts(checkout)).slice(2)).toEqual([
      [799, 'done'],
      [400, 'done'],
    ]);
    expect(await money.readStates(buyer)).toEqual(['cancelled refunded', 'cancelled refunded']);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'refunded', refundedCents: 1500 });
    const after = await readBalances(shop, `points:${buyer.userId}`, `stock:${ids[0]}`, `stock:${ids[1]}`);
    expect(after).toEqual([0, 9, 9]);
    expect(await readLoyalty(buyer)).toMatchObject({ pendingPoints: 0, pendingSpent: '0.00' });
    const booked = 'Refund outside the shop booked';
    expect(await money.readAlerts(checkout)).toEqual([booked, booked]);
    expect(await money.readAlerts('Cancelled, do not deliver')).toEqual([booked]);
  });

  it('leaves a delivered order completed and takes its commission, before the delivery as after it', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const ids = [await shop.addProduct({ priceCents: 2000 }), await shop.addProduct({ priceCents: 2000 })];
    const { checkout, orders } = await buy(friend, onePieceOf(...ids));
    await money.changeOrder(orders[0], 'complete');
    await money.changeOrder(orders[1], 'process');
    const credit = () => readBalances(shop, `credit:${referrer.userId}`);
    expect(await credit()).toEqual([190]);
    // Of $38 a half: each order gives a half of its own.
    await refundInDashboard(shop, checkout, 1900);
    await awaitMessages(shop);
    expect(await money.readStates(friend)).toEqual([
      'completed partly_refunded',
      'processing partly_refunded',
    ]);
    expect(await credit()).toEqual([95]);
    await money.changeOrder(orders[1], 'complete');
    expect(await credit()).toEqual([190]);
    await refundInDashboard(shop, checkout);
    await awaitMessages(shop);
    expect(await money.readStates(friend)).toEqual(['completed refunded', 'completed refunded']);
    expect(await credit()).toEqual([0]);
  });

  it('that the bank sends back touches its orders in ascending order (OWN-109)', async () => {
    const { checkout, orders } = await money.makePurchase(1000, 500);
    holdMessages(shop, 'refund');
    await refundInDashboard(shop, checkout, 600);
    const [refund = { id: '' }] = await listStripeRefunds(shop, checkout);
    await postSignedEvent(shop, event('refund.created', refund, `made_${refund.id}`));
    await awaitMessages(shop);
    // Written again, the row of the first order is found last.
    await shop.database.query('UPDATE refunds SET attempts = attempts WHERE order_id = $1', [orders[0]]);
    await steerStripe(shop, `refunds/${refund.id}/bounce`);
    const [failed = {}] = await listStripeRefunds(shop, checkout);
    const [held = '', free = ''] = orders.map((id) => `orders WHERE id = ${id}`);
    const tell = () => postSignedEvent(shop, event('refund.failed', failed, `failed_${refund.id}`));
    expect(await isFreeWhileWaiting(shop, { held, free, tell })).toBe(true);
    await releaseMessages(shop);
    await awaitMessages(shop);
    await refundInDashboard(shop, checkout, 400);
    await refundInDashboard(shop, checkout, 200);
    await awaitMessages(shop);
  });

  const ORDERS = [
    ['refund.created', 'refund.updated', 'refund.failed'],
    ['refund.created', 'refund.failed', 'refund.updated'],
    ['refund.updated', 'refund.created', 'refund.failed'],
    ['refund.updated', 'refund.failed', 'refund.created'],
    ['refund.failed', 'refund.created', 'refund.updated'],
    ['refund.failed', 'refund.updated', 'refund.created'],
  ];
  it.each(ORDERS)('that fails is manual with its reference, by %s, %s, %s, each twice', async (...types) => {
    const { buyer, checkout } = await money.makePurchase(1000, 500);
    holdMessages(shop, 'refund');
    await refundInDashboard(shop, checkout, 600);
    const [refund = { id: '' }] = await listStripeRefunds(shop, checkout);
    await steerStripe(shop, `refunds/${refund.id}/bounce`);
    const [failed] = await listStripeRefunds(shop, checkout);
    const tell = (type: string) =>
      postSignedEvent(
        shop,
        event(type, type === 'refund.created' ? refund : (failed ?? {}), `${type}_${Math.random()}`),
      );
    for (const type of types) {
      await tell(type);
      await awaitMessages(shop);
    }
    await Promise.all(types.map(tell));
    await awaitMessages(shop);
    const expected = { state: 'manual', bounced_refs: [refund.id] };
    expect(await money.listRefunds(checkout)).toEqual([
      { amount_cents: 400, ...expected },
      { amount_cents: 200, ...expected },
    ]);
    expect(await money.readAlerts(refund.id)).toEqual([
      'Refund outside the shop booked',
      'Manual refund needed',
      'Manual refund needed',
    ]);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'paid', refundedCents: 600 });
    await releaseMessages(shop);
    // Made again, it is the answer to both.
    await refundInDashboard(shop, checkout, 400);
    await refundInDashboard(shop, checkout, 200);
    await awaitMessages(shop);
    expect(await money.readAmounts(checkout)).toEqual([
      [400, 'done'],
      [200, 'done'],
    ]);
  });

  it('waits for its payment where the messages come in another order', async () => {
    const buyer = await shop.signIn();
    const { url, checkout } = await place(buyer, onePieceOf(await shop.addProduct({ priceCents: 700 })));
    holdMessages(shop, 'checkout.session');
    await actOnPayPage(url, 'pay');
    await refundInDashboard(shop, checkout, 300);
    await awaitMessages(shop);
    const waiting: object[] = await shop.database.query(
      `SELECT 1 FROM provider_messages WHERE result LIKE 'unknown payment %'`,
    );
    expect(waiting).toHaveLength(1);
    await releaseMessages(shop);
    await waitForState(buyer, checkout, 'paid');
    await runJob(shop.app, 'provider-inbox');
    const rows = await until(
      () => money.readAmounts(checkout),
      ({ length }) => length > 0,
    );
    expect(rows).toEqual([[300, 'done']]);
  });

  it('is the answer to one that waits for staff, and is not booked again', async () => {
    const { buyer, checkout, orders } = await money.makePurchase(1000, 500);
    await whileRefundsRefused(shop, async () => {
      await money.changeOrder(orders[0], 'cancel');
      await awaitRefunds(shop);
    });
    expect(await money.readAmounts(checkout)).toEqual([[1000, 'manual']]);
    await refundInDashboard(shop, checkout, 1000);
    await awaitMessages(shop);
    expect(await money.readAmounts(checkout)).toEqual([[1000, 'done']]);
    expect(await money.readStates(buyer)).toEqual(['cancelled refunded', 'pending paid']);
  });

  it('is the answer to several that wait for staff and add up to it', async () => {
    const { checkout, orders } = await money.makePurchase(700, 500, 300);
    await whileRefundsRefused(shop, async () => {
      for (const order of orders) await money.changeOrder(order, 'cancel');
      await awaitRefunds(shop);
    });
    await refundInDashboard(shop, checkout, 1000);
    await awaitMessages(shop);
    expect(await money.readAmounts(checkout)).toEqual([
      [700, 'done'],
      [500, 'manual'],
      [300, 'done'],
    ]);
  });

  it('of the shop itself is never booked again, whatever comes first, message or answer', async () => {
    const { buyer, checkout, orders } = await money.makePurchase(1000, 500);
    shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: 'POST /v1/refunds',
      fault: { kind: 'cut' },
      times: 2,
    });
    await money.changeOrder(orders[0], 'cancel');
    await awaitRefunds(shop);
    await awaitMessages(shop);
    const [refund] = await listStripeRefunds(shop, checkout);
    for (const type of ['refund.updated', 'refund.created'])
      await postSignedEvent(shop, event(type, refund ?? {}, `own_${type}_${checkout}`));
    await awaitMessages(shop);
    expect(await money.readAmounts(checkout)).toEqual([[1000, 'done']]);
    expect(await money.readStates(buyer)).toEqual(['cancelled refunded', 'pending paid']);
    expect(await money.readAlerts(checkout)).toEqual([]);
  });

  it('is of the orders that have cash left, by what each has, after others were refunded', async () => {
    const { buyer, checkout, orders } = await money.makePurchase(1000, 500, 400);
    for (const order of orders) await money.changeOrder(order, 'complete');
    const refund = (order: number | undefined, amount: object = {}) =>
      money.admin.agent.post(`/api/admin/orders/${order}/refund`).send(amount).expect(200);
    await refund(orders[0]);
    await refund(orders[1], { amount: '4.00' });
    await awaitRefunds(shop);
    // Of $1.00 and $4.00 that are left.
    await refundInDashboard(shop, checkout, 200);
    await awaitMessages(shop);
    expect((await money.readAmounts(checkout)).slice(2)).toEqual([
      [40, 'done'],
      [160, 'done'],
    ]);
    await refundInDashboard(shop, checkout);
    await awaitMessages(shop);
    expect(await money.readStates(buyer)).toEqual(orders.map(() => 'completed refunded'));
  });

  it('is one movement of money, of however many orders it is (OWN-496)', async () => {
    const { checkout } = await money.makePurchase(1000, 500);
    await refundInDashboard(shop, checkout, 300);
    await awaitMessages(shop);
    expect(await money.readAmounts(checkout)).toEqual([
      [200, 'done'],
      [100, 'done'],
    ]);
    const all = await readRecordedMovements(shop.database, 'stripe', { since: new Date(0), listed: [] });
    const refunds = all.filter((movement) => movement.kind === 'refund' && movement.checkout === checkout);
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual([300]);
  });

  it('of nobody, of another currency, or not signed by the provider changes nothing', async () => {
    const { buyer, checkout } = await money.makePurchase(1000);
    await refundInDashboard(shop, checkout, 100);
    await awaitMessages(shop);
    const [refund = { id: '' }] = await listStripeRefunds(shop, checkout);
    const of = (change: object) => ({ ...refund, metadata: {}, ...change });
    const send = (change: object) =>
      postSignedEvent(shop, event('refund.created', of(change), String(Math.random())));
    expect(await postSignedEvent(shop, event('refund.created', of({ id: 're_x' }), 'x'), 'whsec_other')).toBe(
      400,
    );
    expect(await send({ id: 're_elsewhere', payment_intent: 'pi_of_nobody' })).toBe(200);
    expect(await send({ id: 're_euros', currency: 'eur' })).toBe(200);
    expect(await send({ id: 're_none', amount: 0 })).toBe(200);
    await awaitMessages(shop);
    expect(await money.readAmounts(checkout)).toEqual([[100, 'done']]);
    expect(await money.readAlerts('re_euros')).toEqual(['Refund outside the shop']);
    expect(await money.readAlerts('re_elsewhere')).toEqual([]);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ refundedCents: 100 });
  });
});

import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { onePieceOf, readBalances, waitForState } from '../../../test/buying.js';
import {
  actOnOrderOfCheckout,
  actOnOrderPage,
  holdWebhooks,
  listWebhooks,
  placePaypalOrder,
  releaseWebhooks,
  resendWebhook,
  withOrdersShop,
} from '../../../test/paypal-orders.js';
import { awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import { redeem } from '../../../test/rewards.js';
import type { Shop } from '../../../test/shop.js';
import { until } from '../../../test/until.js';
import { readValue } from '../../../test/database.js';

jest.setTimeout(60_000);

describe('a refund during a dispute that is lost (OWN-1302)', () => {
  let shop: Shop;
  let money: ProviderRefundSteps;
  withOrdersShop((opened) => (shop = opened));
  beforeAll(async () => {
    money = new ProviderRefundSteps(shop, await shop.signIn({ admin: true }));
  });

  it.each([
    ['CAPTURE.REFUNDED', 'DISPUTE.CREATED', 'DISPUTE.RESOLVED'],
    ['CAPTURE.REFUNDED', 'DISPUTE.RESOLVED', 'DISPUTE.CREATED'],
    ['DISPUTE.CREATED', 'CAPTURE.REFUNDED', 'DISPUTE.RESOLVED'],
    ['DISPUTE.RESOLVED', 'DISPUTE.CREATED', 'CAPTURE.REFUNDED'],
  ])('leaves the purchase lost, its code and credit used, told of by %s, %s, %s', async (...types) => {
    const buyer = await shop.signIn();
    await shop.fill(`points:${buyer.userId}`, 5_000);
    await shop.fill(`credit:${buyer.userId}`, 400);
    const reward = await redeem(buyer, 'ten-percent-off');
    const items = onePieceOf(await shop.addProduct({ priceCents: 2000 }));
    const placed = await placePaypalOrder(buyer, items, { useStoreCredit: true, rewardCode: reward.code });
    await actOnOrderPage(placed.url, 'pay');
    const { orders } = await waitForState(buyer, placed.checkout, 'paid');
    await awaitMessages(shop);
    await money.changeOrder(orders[0], 'complete');
    holdWebhooks(shop);
    for (const act of ['dispute', 'refund', 'lose-dispute'] as const)
      await actOnOrderOfCheckout(shop, placed.checkout, act);
    for (const type of types) {
      const told = (await listWebhooks(shop, placed.checkout)).find(({ label }) => label.includes(type));
      await resendWebhook(shop, told?.id ?? '');
      await awaitMessages(shop);
    }
    await releaseWebhooks(shop);
    await awaitMessages(shop);
    const state = 'SELECT state AS value FROM checkouts WHERE ref = $1';
    const payment = 'SELECT payment_status AS value FROM orders WHERE id = $1';
    expect([
      await readValue(shop, state, [placed.checkout]),
      await readValue(shop, payment, [orders[0]]),
      ...(await readBalances(shop, `credit:${buyer.userId}`, `reward:${reward.id}`)),
    ]).toEqual(['lost', 'lost', 0, 0]);
  });

  it('leaves the code used although another checkout held it, which the loss ends', async () => {
    const buyer = await shop.signIn();
    await shop.fill(`points:${buyer.userId}`, 5_000);
    const reward = await redeem(buyer, 'ten-percent-off');
    const items = onePieceOf(await shop.addProduct({ priceCents: 2000, stock: 5 }));
    const paid = await placePaypalOrder(buyer, items, { rewardCode: reward.code });
    await actOnOrderPage(paid.url, 'pay');
    const { orders } = await waitForState(buyer, paid.checkout, 'paid');
    await awaitMessages(shop);
    await money.changeOrder(orders[0], 'complete');
    holdWebhooks(shop, 'DISPUTE');
    for (const act of ['dispute', 'refund', 'lose-dispute'] as const)
      await actOnOrderOfCheckout(shop, paid.checkout, act);
    await awaitMessages(shop);
    const held = await placePaypalOrder(buyer, items, { rewardCode: reward.code });
    await releaseWebhooks(shop);
    await awaitMessages(shop);
    const state = 'SELECT state AS value FROM checkouts WHERE ref = $1';
    const stateOf = (ref: string) => readValue<string>(shop, state, [ref]);
    expect(await stateOf(paid.checkout)).toBe('lost');
    // The block ends open checkouts one after the other.
    await until(
      () => stateOf(held.checkout),
      (found) => found === 'cancelled',
    );
    expect(await readBalances(shop, `reward:${reward.id}`, `reward-held:${reward.id}`)).toEqual([0, 0]);
  });

  it('is no part of it if the shop sent it after the end (OWN-1302)', async () => {
    const buyer = await shop.signIn();
    const items = onePieceOf(await shop.addProduct({ priceCents: 5000 }));
    const placed = await placePaypalOrder(buyer, items);
    await actOnOrderPage(placed.url, 'pay');
    const { orders } = await waitForState(buyer, placed.checkout, 'paid');
    await awaitMessages(shop);
    await money.changeOrder(orders[0], 'complete');
    holdWebhooks(shop, 'DISPUTE');
    await actOnOrderOfCheckout(shop, placed.checkout, 'dispute', 1000);
    await actOnOrderOfCheckout(shop, placed.checkout, 'lose-dispute', 1000);
    await money.admin.agent
      .post(`/api/admin/orders/${orders[0]}/refund`)
      .send({ amount: '40.00' })
      .expect(200);
    await awaitRefunds(shop);
    await releaseWebhooks(shop);
    await awaitMessages(shop);
    expect(await money.readAmounts(placed.checkout)).toEqual([
      [4000, 'done'],
      [1000, 'done'],
    ]);
  });
});

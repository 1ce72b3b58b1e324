import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  RECIPIENT,
  readBalances,
  actOnPayPage,
  place,
  waitForState,
  readCheckout,
  placementFor,
} from '../../../../test/buying.js';
import { expectInvariants } from '../../../../test/invariants.js';
import { BUSY_CODES_IN_RACES, sendUntilServed, countOutcomes } from '../../../../test/send-until-served.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';

const CREATE = '/api/payments/stripe/create-checkout-session';

describe('a purchase by card', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectInvariants(shop));
  afterAll(() => shop.close());

  it('turns money into orders, points and sold goods by the webhook alone, each with both names (SHOP-1.11, SHOP-4.35, ADMIN-3.2)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 5, priceCents: 1999 });
    const placed = await place(buyer, [{ id, quantity: 2 }]);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 2]);
    const back = await actOnPayPage(placed.url, 'pay');
    expect(back).toBe(`${shop.url}/payment-success?checkout=${placed.checkout}`);
    const paid = await waitForState(buyer, placed.checkout, 'paid');
    expect(paid).toMatchObject({
      total: '39.98',
      points: 399,
      pendingPoints: 399,
      method: 'card',
      refundedCents: 0,
    });
    expect(paid.orders).toHaveLength(1);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`, `points:${buyer.userId}`)).toEqual([
      3, 0, 0,
    ]);
    const orders = await buyer.agent.get('/api/orders').expect(200);
    expect(orders.body).toMatchObject([
      {
        id: paid.orders[0],
        userId: buyer.userId,
        username: expect.any(String),
        productId: id,
        productName: 'Elytra',
        createdAt: expect.any(String),
        completedAt: null,
        archivedAt: null,
        referralCode: null,
        referralDiscount: '0.00',
        quantity: 2,
        totalPrice: '39.98',
        status: 'pending',
        paymentStatus: 'paid',
        checkout: placed.checkout,
        version: 1,
        minecraftName: RECIPIENT.inGameName,
        discordUsername: RECIPIENT.discordName,
      },
    ]);
  });

  it('draws coins from the one pool, at the rate of the whole custom amount', async () => {
    await shop.fillPool(750_000_000);
    const custom = await shop.addProduct({
      name: 'Custom',
      category: 'coins',
      isCustom: true,
      stock: 0,
      priceCents: 17,
    });
    const buyer = await shop.signIn();
    const placed = await place(buyer, [{ id: custom, quantity: 1, customAmount: 250 }]);
    expect(await readBalances(shop, 'coins', 'coins-held')).toEqual([500_000_000, 250_000_000]);
    await actOnPayPage(placed.url, 'pay');
    expect(await waitForState(buyer, placed.checkout, 'paid')).toMatchObject({ total: '32.50' });
    expect(await readBalances(shop, 'coins', 'coins-held')).toEqual([500_000_000, 0]);
  });

  it('gives everything back when cancelled, and only after the provider agreed', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 3 });
    await shop.fill(`credit:${buyer.userId}`, 500);
    const placed = await place(buyer, [{ id, quantity: 1 }], { useStoreCredit: true });
    expect(await readBalances(shop, `held:${id}`, `credit-held:${buyer.userId}`)).toEqual([1, 500]);
    const answer = await buyer.agent.post(`/api/checkouts/${placed.checkout}/cancel`).expect(200);
    expect(answer.body).toMatchObject({ state: 'cancelled' });
    expect(
      await readBalances(
        shop,
        `stock:${id}`,
        `held:${id}`,
        `credit:${buyer.userId}`,
        `credit-held:${buyer.userId}`,
      ),
    ).toEqual([3, 0, 500, 0]);
    const page = await fetch(placed.url, {
      method: 'POST',
      body: new URLSearchParams({ action: 'pay' }),
      redirect: 'manual',
    });
    expect(page.status).toBe(409);
  });

  it('settles instead of cancelling when the money is already there', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 1 });
    shop.peers.faults.arm({ faultPoint: 'stripe.webhook', fault: { kind: 'hold' }, times: 20 });
    const placed = await place(buyer, [{ id, quantity: 1 }]);
    await actOnPayPage(placed.url, 'pay');
    const answer = await buyer.agent.post(`/api/checkouts/${placed.checkout}/cancel`).expect(200);
    expect(answer.body).toMatchObject({ state: 'paid' });
    shop.peers.faults.clear();
    await fetch(`${shop.peers.url}/stripe/events/release`, { method: 'POST' });
    expect((await readCheckout(buyer, placed.checkout)).orders).toHaveLength(1);
  });

  it('answers an identical repeat with the same page, and ends the open one before a different one', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 9 });
    const first = await place(buyer, [{ id, quantity: 1 }]);
    expect(await place(buyer, [{ id, quantity: 1 }])).toEqual(first);
    const second = await place(buyer, [{ id, quantity: 2 }]);
    expect(second.checkout).not.toBe(first.checkout);
    expect((await readCheckout(buyer, first.checkout)).state).toBe('cancelled');
    expect(await readBalances(shop, `held:${id}`)).toEqual([2]);
    await buyer.agent.post(`/api/checkouts/${second.checkout}/cancel`).expect(200);
  });

  it('sells the last twenty pieces to twenty of a hundred who come at once', async () => {
    const id = await shop.addProduct({ stock: 20, priceCents: 500 });
    const buyers = await Promise.all(Array.from({ length: 100 }, () => shop.signIn()));
    const input = await placementFor(buyers[0]!, [{ id, quantity: 1 }]);
    const answers = await Promise.all(
      buyers.map((buyer) =>
        sendUntilServed(() => buyer.agent.post(CREATE).send(input), undefined, BUSY_CODES_IN_RACES),
      ),
    );
    expect(countOutcomes(answers)).toEqual({ '201': 20, '409 SOLD_OUT': 80 });
    const placed = answers.filter((answer) => answer.status === 201);
    const refused = answers.filter((answer) => answer.status === 409);
    expect(refused.map(({ body }) => body.available)).toEqual(refused.map(() => 0));
    await Promise.all(placed.map(({ body }) => actOnPayPage(body.url, 'pay')));
    for (const [n, { status, body }] of answers.entries()) {
      if (status === 201) await waitForState(buyers[n]!, body.checkout, 'paid');
    }
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([0, 0]);
  }, 60_000);

  it('charges nothing for a total of 0 and pays at once (OWN-44)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 700 });
    await shop.fill(`credit:${buyer.userId}`, 1_000);
    const placed = await place(buyer, [{ id, quantity: 1 }], { useStoreCredit: true });
    expect(placed.url).toBe(`${shop.url}/payment-success?checkout=${placed.checkout}`);
    expect(await readCheckout(buyer, placed.checkout)).toMatchObject({
      state: 'paid',
      total: '0.00',
      points: 0,
      method: 'none',
    });
    expect(await readBalances(shop, `credit:${buyer.userId}`, `credit-held:${buyer.userId}`)).toEqual([
      300, 0,
    ]);
  });

  it('refuses what is stale, too small, without consent or unknown, and changes nothing (OWN-45)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 2, priceCents: 30 });
    const input = await placementFor(buyer, [{ id, quantity: 1 }]);
    const post = (body: object) => buyer.agent.post(CREATE).send(body);
    expect((await post({ ...input, amount: '0.01' }).expect(409)).body).toMatchObject({
      code: 'PRICE_CHANGED',
      quote: { total: '0.30' },
    });
    expect((await post(input).expect(409)).body).toMatchObject({ code: 'AMOUNT_TOO_SMALL' });
    expect((await post({ ...input, consent: false }).expect(400)).body).toMatchObject({
      code: 'CONSENT_REQUIRED',
    });
    const deleted = await shop.addProduct({ stock: 2 });
    await shop.database.query('UPDATE products SET deleted_at = now() WHERE id = $1', [deleted]);
    for (const unknown of [99_999, deleted])
      expect(
        (await post({ ...input, items: [{ id: unknown, quantity: 1 }] }).expect(404)).body,
      ).toMatchObject({
        code: 'PRODUCT_NOT_FOUND',
      });
    expect(
      (await post({ ...input, items: [{ id, quantity: 3 }], amount: '0.90' }).expect(409)).body,
    ).toMatchObject({ code: 'SOLD_OUT', available: 2 });
    for (const quantity of [0, -1, 1.5, 1e9, '1', null]) {
      expect((await post({ ...input, items: [{ id, quantity }] }).expect(400)).body).toMatchObject({
        code: 'VALIDATION',
      });
    }
    expect((await post({ ...input, items: [] }).expect(400)).body).toMatchObject({ code: 'VALIDATION' });
    expect((await post({ ...input, total: 1 }).expect(400)).body).toMatchObject({ code: 'VALIDATION' });
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 0]);
  });

  it('shows a checkout to its owner only', async () => {
    const [owner, other] = [await shop.signIn(), await shop.signIn()];
    const id = await shop.addProduct({});
    const { checkout } = await place(owner, [{ id, quantity: 1 }]);
    for (const path of ['', '/refresh', '/cancel']) {
      const answer =
        path === ''
          ? await other.agent.get(`/api/checkouts/${checkout}`)
          : await other.agent.post(`/api/checkouts/${checkout}${path}`);
      expect(answer.status).toBe(404);
    }
    expect((await readCheckout(owner, checkout)).state).toBe('open');
    await owner.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
  });
});

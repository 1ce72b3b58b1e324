import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, actOnPayPage, place, waitForState, placementFor } from '../../../../test/buying.js';
import { listSessions } from '../../../../test/stripe.js';
import { expectProviderAgrees, expectSettled } from '../../../../test/expect-settled.js';
import { BUSY_CODES_IN_RACES, sendUntilServed, countOutcomes } from '../../../../test/send-until-served.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';

const CREATE = '/api/payments/stripe/create-checkout-session';

jest.setTimeout(60_000);

describe('placements that meet', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const openOf = (buyer: SignedIn): Promise<{ ref: string }[]> =>
    shop.database.query(`SELECT ref FROM checkouts WHERE user_id = $1 AND state = 'open'`, [buyer.userId]);
  const cancelAll = async (buyer: SignedIn): Promise<void> => {
    for (const { ref } of await openOf(buyer))
      await buyer.agent.post(`/api/checkouts/${ref}/cancel`).expect(200);
  };

  const refusalsOf = (answers: readonly { status: number; body: { code?: string } }[]): string[] =>
    answers.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`);

  it('makes one checkout of twenty identical placements at once (OWN-72)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 30 });
    const input = await placementFor(buyer, [{ id, quantity: 2 }]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyer.agent.post(CREATE).send(input)));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([28, 2]);
    expect(await listSessions(shop, answers[0]?.body.checkout)).toHaveLength(1);
    await cancelAll(buyer);
  });

  it('leaves one of twenty different placements open at most, and leaks nothing', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 300 });
    const inputs = await Promise.all(
      Array.from({ length: 20 }, (_, n) => placementFor(buyer, [{ id, quantity: n + 1 }])),
    );
    const answers = await Promise.all(inputs.map((input) => buyer.agent.post(CREATE).send(input)));
    expect(refusalsOf(answers).filter((code) => !/^409 (CHECKOUT_OPEN|CONFLICT)$/.test(code))).toEqual([]);
    expect((await openOf(buyer)).length).toBeLessThanOrEqual(1);
    await cancelAll(buyer);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([300, 0]);
  });

  it('leaves one of five different placements open, round after round (OWN-72)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 300 });
    for (let round = 0; round < 4; round += 1) {
      const inputs = await Promise.all(
        Array.from({ length: 5 }, (_, n) => placementFor(buyer, [{ id, quantity: n + 1 + round * 5 }])),
      );
      await Promise.all(inputs.map((input) => buyer.agent.post(CREATE).send(input)));
      expect(await openOf(buyer)).toHaveLength(1);
    }
    await cancelAll(buyer);
  });

  it('spends the same credit once from two tabs', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 9, priceCents: 700 });
    const other = await shop.addProduct({ stock: 9, priceCents: 700 });
    await shop.fill(`credit:${buyer.userId}`, 1_000);
    const inputs = await Promise.all(
      [id, other].map((one) => placementFor(buyer, [{ id: one, quantity: 1 }], { useStoreCredit: true })),
    );
    const answers = await Promise.all(inputs.map((input) => buyer.agent.post(CREATE).send(input)));
    const refusals = refusalsOf(answers);
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toMatch(/^409 (PRICE_CHANGED|CONFLICT|ALREADY_PAID|CHECKOUT_OPEN)$/);
    expect(await readBalances(shop, `credit:${buyer.userId}`, `credit-held:${buyer.userId}`)).toEqual([
      300, 0,
    ]);
    await cancelAll(buyer);
  });

  it('counts two lines of one product together (OWN-65)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 3, priceCents: 1000, bulkMinQuantity: 3, bulkPriceCents: 800 });
    const input = await placementFor(buyer, [
      { id, quantity: 2 },
      { id, quantity: 2 },
    ]);
    const answer = await buyer.agent.post(CREATE).send(input).expect(409);
    expect(answer.body).toMatchObject({ code: 'SOLD_OUT', available: 3, id });
    const fits = await place(buyer, [
      { id, quantity: 1 },
      { id, quantity: 2 },
    ]);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([0, 3]);
    await actOnPayPage(fits.url, 'pay');
    expect(await waitForState(buyer, fits.checkout, 'paid')).toMatchObject({ total: '24.00' });
  });

  it('gives the pool to no more than it holds when a hundred come at once', async () => {
    await shop.fillPool(30_000_000);
    const coins = { category: 'coins', stock: 0, priceCents: 99 };
    const pack = await shop.addProduct({ ...coins, name: '3M', coinValue: 3_000_000 });
    const custom = await shop.addProduct({ ...coins, name: 'Custom', isCustom: true });
    const buyers = await Promise.all(Array.from({ length: 100 }, () => shop.signIn()));
    const [first] = buyers;
    if (!first) throw new Error('nobody came');
    const inputs = [
      await placementFor(first, [{ id: pack, quantity: 1 }]),
      await placementFor(first, [{ id: custom, quantity: 1, customAmount: 3 }]),
    ];
    const answers = await Promise.all(
      buyers.map((buyer, n) =>
        sendUntilServed(() => buyer.agent.post(CREATE).send(inputs[n % 2]), undefined, BUSY_CODES_IN_RACES),
      ),
    );
    expect(countOutcomes(answers)).toEqual({ '201': 10, '409 SOLD_OUT': 90 });
    const placed = answers.filter((answer) => answer.status === 201);
    expect(await readBalances(shop, 'coins', 'coins-held')).toEqual([0, 30_000_000]);
    await Promise.all(placed.map(({ body }) => actOnPayPage(body.url, 'pay')));
    await Promise.all(
      answers.map(async ({ status, body }, n) => {
        const buyer = buyers[n];
        if (status === 201 && buyer) await waitForState(buyer, body.checkout, 'paid');
      }),
    );
    expect(await readBalances(shop, 'coins', 'coins-held')).toEqual([0, 0]);
    // The rest of the pool is told in millions where the buyer chooses the amount.
    await shop.fillPool(2_000_000);
    const late = await shop.signIn();
    const short = await late.agent.post(CREATE).send(inputs[1]);
    expect(short.body).toMatchObject({ code: 'SOLD_OUT', available: 2, message: 'Only 2M Custom left.' });
  });
});

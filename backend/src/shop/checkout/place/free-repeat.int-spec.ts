import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, place, readCheckout, placementFor } from '../../../../test/buying.js';
import { expectInvariants } from '../../../../test/invariants.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { Clock } from '../../../platform/clock.js';
import { StripeProvider } from '../../payments/stripe/stripe-provider.js';

const CREATE = '/api/payments/stripe/create-checkout-session';

describe('a purchase with nothing to pay, asked for again', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectInvariants(shop));
  afterAll(() => shop.close());

  /** Somebody whose credit pays for three pieces. */
  const ready = async (): Promise<{ buyer: SignedIn; id: number }> => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 9, priceCents: 700 });
    await shop.fill(`credit:${buyer.userId}`, 2_100);
    return { buyer, id };
  };
  const ordersOf = async ({ agent }: SignedIn): Promise<unknown[]> => (await agent.get('/api/orders')).body;

  it('is one purchase when the answer was lost and the buyer presses again (OWN-44)', async () => {
    const { buyer, id } = await ready();
    const input = await placementFor(buyer, [{ id, quantity: 1 }], { useStoreCredit: true });
    const answers = [];
    for (let n = 0; n < 3; n += 1)
      answers.push((await buyer.agent.post(CREATE).send(input).expect(201)).body);
    expect(new Set(answers.map(({ checkout }) => checkout)).size).toBe(1);
    expect(await ordersOf(buyer)).toHaveLength(1);
    expect(await readBalances(shop, `stock:${id}`, `credit:${buyer.userId}`)).toEqual([8, 1_400]);
    // The same request of somebody else is another purchase.
    const { buyer: other } = await ready();
    const theirs = (await other.agent.post(CREATE).send(input).expect(201)).body;
    expect(theirs.checkout).not.toBe(answers[0]?.checkout);
    expect(await readBalances(shop, `stock:${id}`, `credit:${other.userId}`)).toEqual([7, 1_400]);
  });

  it('is one purchase when it comes several times at once (OWN-72, OWN-44)', async () => {
    const { buyer, id } = await ready();
    const input = await placementFor(buyer, [{ id, quantity: 1 }], { useStoreCredit: true });
    await Promise.all(Array.from({ length: 4 }, () => buyer.agent.post(CREATE).send(input).expect(201)));
    expect(await ordersOf(buyer)).toHaveLength(1);
    expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([1_400]);
  });

  it('needs no method to be set up, as one with a total does (OWN-44)', async () => {
    const { buyer, id } = await ready();
    const free = await placementFor(buyer, [{ id, quantity: 1 }], { useStoreCredit: true });
    const setUp = jest.spyOn(shop.app.get(StripeProvider), 'isSetUp', 'get').mockReturnValue(false);
    const bought = await buyer.agent.post(CREATE).send(free).expect(201);
    expect((await readCheckout(buyer, bought.body.checkout)).state).toBe('paid');
    const dear = await placementFor(buyer, [{ id, quantity: 1 }]);
    const refused = await buyer.agent.post(CREATE).send(dear).expect(409);
    expect(refused.body.code).toBe('METHOD_DISABLED');
    expect(await readBalances(shop, `stock:${id}`)).toEqual([8]);
    setUp.mockRestore();
  });

  it('is another purchase for something else, and after a minute (OWN-44)', async () => {
    const { buyer, id } = await ready();
    const first = await place(buyer, [{ id, quantity: 1 }], { useStoreCredit: true });
    const other = await shop.addProduct({ stock: 9, priceCents: 500 });
    const second = await place(buyer, [{ id: other, quantity: 1 }], { useStoreCredit: true });
    expect(second.checkout).not.toBe(first.checkout);
    await shop.database.query(`UPDATE checkouts SET paid_at = $2 WHERE ref = $1`, [
      first.checkout,
      shop.app.get(Clock).fromNow(-61_000),
    ]);
    const third = await place(buyer, [{ id, quantity: 1 }], { useStoreCredit: true });
    expect(third.checkout).not.toBe(first.checkout);
    expect((await readCheckout(buyer, third.checkout)).state).toBe('paid');
    expect(await ordersOf(buyer)).toHaveLength(3);
  });
});

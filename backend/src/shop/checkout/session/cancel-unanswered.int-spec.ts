import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  prepareCartOfOne,
  place,
  waitForState,
  readCheckout,
  placementFor,
  runSweeper,
} from '../../../../test/buying.js';
import { failStripeCalls } from '../../../../test/stripe.js';
import { expectProviderAgrees, expectSettled } from '../../../../test/expect-settled.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';

const CREATE = '/api/payments/stripe/create-checkout-session';
const EXPIRE = '/expire';

jest.setTimeout(30_000);

describe('a card provider that does not answer cancel or refresh', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const cart = (stock?: number) => prepareCartOfOne(shop, stock);

  it('keeps what is held while cancel is not answered, and carries it out later (OWN-67, OWN-72)', async () => {
    const { buyer, id } = await cart();
    const placed = await place(buyer, [{ id, quantity: 1 }]);
    const far = `UPDATE checkouts SET next_check_at = now() + interval '1 hour' WHERE ref = $1`;
    await shop.database.query(far, [placed.checkout]);
    failStripeCalls(shop, EXPIRE, { kind: 'fail', status: 503 }, 50);
    const answer = await buyer.agent.post(`/api/checkouts/${placed.checkout}/cancel`).expect(503);
    expect(answer.body).toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    const [retry] = await shop.database.query(
      `SELECT next_check_at < now() + interval '2 minutes' AS soon FROM checkouts WHERE ref = $1`,
      [placed.checkout],
    );
    expect(retry).toEqual({ soon: true });
    const other = await buyer.agent
      .post(CREATE)
      .send(await placementFor(buyer, [{ id, quantity: 2 }]))
      .expect(409);
    expect(other.body).toMatchObject({ code: 'CHECKOUT_OPEN', url: placed.url, checkout: placed.checkout });
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    shop.peers.faults.clear();
    await runSweeper(shop, placed.checkout);
    await waitForState(buyer, placed.checkout, 'cancelled');
    expect(await readBalances(shop, `held:${id}`)).toEqual([0]);
  });

  it('does not hand out a page that is being cancelled: the same request gets a new checkout', async () => {
    const { buyer, id, input } = await cart();
    const placed = await place(buyer, [{ id, quantity: 1 }]);
    failStripeCalls(shop, EXPIRE, { kind: 'fail', status: 503 }, 50);
    await buyer.agent.post(`/api/checkouts/${placed.checkout}/cancel`).expect(503);
    shop.peers.faults.clear();
    const again = await buyer.agent.post(CREATE).send(input).expect(201);
    expect(again.body.checkout).not.toBe(placed.checkout);
    expect((await readCheckout(buyer, placed.checkout)).state).toBe('cancelled');
    await buyer.agent.post(`/api/checkouts/${again.body.checkout}/cancel`).expect(200);
  });

  it.each([503, 500])('says that nothing is known when refresh meets a %d', async (status) => {
    const { buyer, id } = await cart();
    const { checkout } = await place(buyer, [{ id, quantity: 1 }]);
    failStripeCalls(shop, 'GET /v1/checkout/sessions/', { kind: 'fail', status }, 4);
    const answer = await buyer.agent.post(`/api/checkouts/${checkout}/refresh`).expect(503);
    expect(answer.body).toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
    shop.peers.faults.clear();
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
  });
});

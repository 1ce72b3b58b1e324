import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { adminCoinStockAnswer, adminProduct, placeCheckoutAnswer, type Product } from '@pax/contracts';
import { until } from '@pax/local';
import { assertConsistent } from '../check/consistency.js';
import { refusalCode, type Answer, type Person } from '../support/person.js';
import {
  buyByCard,
  submitPayPage,
  productNamed,
  waitForCheckout,
  tryToPlace,
  type Items,
} from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';

const BUYERS = 100;
const PIECES = 20;
const M = 1_000_000;

describe('a hundred buyers at once', () => {
  let shop: WholeShop;
  let admin: Person;
  let buyers: Person[];

  beforeAll(async () => {
    shop = await startWholeShop();
    admin = await signInWithDiscord(shop, 'pax.operator');
    buyers = await Promise.all(Array.from({ length: BUYERS }, () => newCustomer(shop)));
  }, 180_000);
  afterEach(async () => assertConsistent(shop), 90_000);
  afterAll(async () => shop.stop(), 60_000);

  /** Repeats the call while the shop is too busy, as a page does; a refused call changes nothing. */
  const placeOnceReachable = (buyer: Person, items: Items): Promise<Answer> =>
    until(
      async () => {
        const answer = await tryToPlace(buyer, items);
        return answer.status === 503 ? undefined : answer;
      },
      { deadlineMs: 60_000, everyMs: 500, what: 'an answer of the shop' },
    );

  /** All buyers place the same cart at the same moment; accepted ones pay. @returns the refusals */
  async function rush(items: Items): Promise<Answer[]> {
    const answers = await Promise.all(buyers.map((buyer) => placeOnceReachable(buyer, items)));
    await Promise.all(
      buyers.map(async (buyer, at) => {
        const placed = placeCheckoutAnswer.safeParse(answers[at]?.body);
        if (!placed.success) return;
        await submitPayPage(placed.data.url, 'pay');
        await waitForCheckout(buyer, placed.data.checkout, 'paid');
      }),
    );
    return answers.filter(({ status }) => status !== 201);
  }

  /** Expects SOLD_OUT with the remaining stock. */
  function expectSoldOut(refused: readonly Answer[]): void {
    expect(refused).toHaveLength(BUYERS - PIECES);
    expect(new Set(refused.map(refusalCode))).toEqual(new Set(['SOLD_OUT']));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]));
    for (const { body } of refused) expect(body).toMatchObject({ available: expect.any(Number) });
  }

  const seenByAdmin = async (wanted: Product) => {
    const products = await admin.get('/api/products', adminProduct.array());
    return products.find(({ id }) => id === wanted.id);
  };

  it('the last 20 pieces are paid 20 times, 80 are refused, nothing stays held (OWN-66)', async () => {
    const wanted = await productNamed(admin, 'Elytra');
    await buyByCard(await newCustomer(shop), [{ id: wanted.id, quantity: wanted.stock - PIECES }]);
    expectSoldOut(await rush([{ id: wanted.id, quantity: 1 }]));
    expect(await seenByAdmin(wanted)).toMatchObject({ stock: 0, onHand: 0, held: 0, isOutOfStock: true });
  }, 120_000);

  it('coins for 20 are paid 20 times, 80 are refused, nothing stays held (OWN-66, OWN-112)', async () => {
    const coins = await productNamed(admin, '10M Coins');
    await admin.send('PUT', '/api/admin/coin-stock', { coinStock: PIECES * 10 * M }, adminCoinStockAnswer);
    expectSoldOut(await rush([{ id: coins.id, quantity: 1 }]));
    expect(await admin.get('/api/admin/coin-stock', adminCoinStockAnswer)).toMatchObject({
      coinStock: 0,
      held: 0,
      free: 0,
    });
  }, 120_000);
});

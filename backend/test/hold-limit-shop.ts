import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Quote } from '@pax/contracts';
import { readBalances, RECIPIENT, actOnPayPage, waitForState, type Items } from './buying.js';
import { startMoneyShop } from './money-shop.js';
import { expectSettled } from './expect-settled.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

export const CREATE = '/api/payments/stripe/create-checkout-session';

/**
 * Registers hooks of a describe that start a shop with the hold limits of production, behind a proxy that passes each
 * caller's address on.
 * @param opened receives the shop after the start
 * @returns actions of buyers and staff, each from a new address unless one is given
 */
export function withHoldLimitShop(opened: (shop: Shop) => void) {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop({
      NEW_ACCOUNT_HOLD_PERCENT: '25',
      ADDRESS_HOLD_PERCENT: '50',
      HOLD_PERCENT: '50',
      ADDRESS_HOLD_PERCENT_ALL: '75',
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: '1',
    });
    admin = await shop.signIn({ admin: true });
    opened(shop);
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  let addresses = 0;
  const newAddress = () => `198.51.100.${(addresses += 1)}`;
  const quoteOf = async ({ agent }: SignedIn, items: Items, from: string): Promise<Quote> =>
    (await agent.post('/api/checkout/quote').set('x-forwarded-for', from).send({ items })).body;
  const tries = async (buyer: SignedIn, items: Items, from = newAddress()) => {
    const { total } = await quoteOf(buyer, items, from);
    const input = { amount: total, items, ...RECIPIENT, consent: true };
    return buyer.agent.post(CREATE).set('x-forwarded-for', from).send(input);
  };
  const cancel = (buyer: SignedIn, ref: string) =>
    buyer.agent.post(`/api/checkouts/${ref}/cancel`).expect(200);
  const pays = async (buyer: SignedIn, items: Items, from = newAddress()): Promise<number[]> => {
    const { body } = await tries(buyer, items, from);
    await actOnPayPage(body.url, 'pay');
    return (await waitForState(buyer, body.checkout, 'paid')).orders;
  };
  const staff = (order: number, what: string, body: object = {}) =>
    what === 'refund'
      ? admin.agent.post(`/api/admin/orders/${order}/refund`).send(body).expect(200)
      : admin.agent.patch(`/api/admin/orders/${order}/${what}`).send(body).expect(200);
  /** Creates an account that no longer counts as new. */
  const knownBuyer = async (): Promise<SignedIn> => {
    const buyer = await shop.signIn();
    const [order = 0] = await pays(buyer, [
      { id: await shop.addProduct({ stock: 9, priceCents: 2500 }), quantity: 1 },
    ]);
    await staff(order, 'complete');
    return buyer;
  };
  /** Pays with a delayed confirmation. @returns the end of the hold, ms since 1970 */
  const paysLater = async (buyer: SignedIn, items: Items, from: string): Promise<number> => {
    const { body } = await tries(buyer, items, from);
    await actOnPayPage(body.url, 'pay_later');
    return Date.parse((await waitForState(buyer, body.checkout, 'confirming')).heldUntil ?? '');
  };
  const people = (n: number) => Promise.all(Array.from({ length: n }, () => shop.signIn()));
  const fillPoolTo = async (coins: number): Promise<void> => {
    const [free = 0, held = 0] = await readBalances(shop, 'coins', 'coins-held');
    await shop.fillPool(coins - free - held);
  };
  return { newAddress, quoteOf, tries, cancel, pays, paysLater, staff, knownBuyer, people, fillPoolTo };
}

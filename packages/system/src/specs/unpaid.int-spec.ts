import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  adminCoinStockAnswer,
  adminProduct,
  checkoutAnswer,
  order,
  type PlaceCheckoutAnswer,
} from '@pax/contracts';
import { assertConsistent } from '../check/consistency.js';
import { refusalCode, Person } from '../support/person.js';
import {
  readCheckout,
  submitPayPage,
  placeCheckout,
  productNamed,
  waitForCheckout,
  tryToPlace,
  type Items,
} from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { StripeControl } from '../support/stripe-control.js';
import { sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';

describe('payments that come late, often or never', () => {
  let shop: WholeShop;
  let stripe: StripeControl;
  let admin: Person;

  beforeAll(async () => {
    shop = await sharedShop('orders');
    stripe = new StripeControl(shop);
    admin = await signInWithDiscord(shop, 'pax.operator');
  }, 120_000);
  afterEach(async () => assertConsistent(shop), 90_000);

  /** Reads free and held amounts of the goods below. */
  async function goods(): Promise<{ pieces: number; held: number; coins: number; coinsHeld: number }> {
    const products = await admin.get('/api/products', adminProduct.array());
    const kit = products.find(({ name }) => name === 'Iron Kit');
    const pool = await admin.get('/api/admin/coin-stock', adminCoinStockAnswer);
    return { pieces: kit?.stock ?? -1, held: kit?.held ?? -1, coins: pool.free, coinsHeld: pool.held };
  }

  async function cart(): Promise<Items> {
    const [kit, coins] = await Promise.all([
      productNamed(admin, 'Iron Kit'),
      productNamed(admin, '50M Coins'),
    ]);
    return [
      { id: kit.id, quantity: 3 },
      { id: coins.id, quantity: 1 },
    ];
  }

  async function anotherCart(): Promise<Items> {
    return [{ id: (await productNamed(admin, 'Golden Apples')).id, quantity: 1 }];
  }

  /** Creates a customer with an open checkout of the cart, which is then held. */
  async function openCheckout(): Promise<{ buyer: Person; placed: PlaceCheckoutAnswer; before: object }> {
    const buyer = await newCustomer(shop);
    const before = await goods();
    const placed = await placeCheckout(buyer, await cart());
    const now = await goods();
    expect(now).toEqual({
      pieces: now.pieces,
      held: 3,
      coins: now.coins,
      coinsHeld: 50_000_000,
    });
    expect(before).toEqual({ pieces: now.pieces + 3, held: 0, coins: now.coins + 50_000_000, coinsHeld: 0 });
    return { buyer, placed, before };
  }

  it('an abandoned checkout gives everything back when its time is over (OWN-114)', async () => {
    const { buyer, placed, before } = await openCheckout();
    await stripe.expireSession(await stripe.findSession(placed.checkout));
    await waitForCheckout(buyer, placed.checkout, 'expired');
    expect(await goods()).toEqual(before);
    expect(await buyer.get('/api/orders', order.array())).toEqual([]);
  }, 60_000);

  it('a cancelled checkout gives everything back (OWN-67, OWN-114)', async () => {
    const { buyer, placed, before } = await openCheckout();
    expect(await submitPayPage(placed.url, 'cancel')).toContain(
      `/payment-cancelled?checkout=${placed.checkout}`,
    );
    await buyer.send('POST', `/api/checkouts/${placed.checkout}/cancel`, undefined, checkoutAnswer);
    await waitForCheckout(buyer, placed.checkout, 'cancelled');
    expect(await goods()).toEqual(before);
    await expect(submitPayPage(placed.url, 'pay')).rejects.toThrow('409');
  }, 60_000);

  it('somebody else can neither see nor cancel it (OWN-14)', async () => {
    const { buyer, placed } = await openCheckout();
    const other = await newCustomer(shop);
    expect(refusalCode(await other.call('GET', `/api/checkouts/${placed.checkout}`))).toBe('NOT_FOUND');
    expect(refusalCode(await other.call('POST', `/api/checkouts/${placed.checkout}/cancel`))).toBe(
      'NOT_FOUND',
    );
    expect(await readCheckout(buyer, placed.checkout)).toMatchObject({ state: 'open' });
    await buyer.call('POST', `/api/checkouts/${placed.checkout}/cancel`);
    await waitForCheckout(buyer, placed.checkout, 'cancelled');
  }, 60_000);

  it('one message five times at once, before and after the return, pays once (OWN-77)', async () => {
    const { buyer, placed } = await openCheckout();
    const session = await stripe.findSession(placed.checkout);
    await stripe.armFault('stripe.webhook', { kind: 'hold' }, 5);
    await submitPayPage(placed.url, 'pay');
    expect(await readCheckout(buyer, placed.checkout)).toMatchObject({ state: 'open' });
    expect(await stripe.resendWebhooks(session, 5)).toBeGreaterThan(0);
    const returned = await buyer.send(
      'POST',
      `/api/checkouts/${placed.checkout}/refresh`,
      undefined,
      checkoutAnswer,
    );
    expect(returned.state).toBe('paid');
    await stripe.resendWebhooks(session, 5);
    await stripe.releaseWebhooks();
    expect(await readCheckout(buyer, placed.checkout)).toEqual(returned);
    expect(returned.orders).toHaveLength(2);
    expect(await buyer.get('/api/orders', order.array())).toHaveLength(2);
  }, 60_000);

  it('the page the buyer returns to pays before any message comes (OWN-77)', async () => {
    const { buyer, placed } = await openCheckout();
    await stripe.armFault('stripe.webhook', { kind: 'hold' }, 5);
    await submitPayPage(placed.url, 'pay');
    const refreshed = await Promise.all(
      Array.from({ length: 5 }, async () =>
        buyer.send('POST', `/api/checkouts/${placed.checkout}/refresh`, undefined, checkoutAnswer),
      ),
    );
    expect(refreshed.map(({ state }) => state)).toContain('paid');
    await stripe.releaseWebhooks();
    expect(await waitForCheckout(buyer, placed.checkout, 'paid')).toMatchObject({
      orders: [expect.any(Number), expect.any(Number)],
    });
  }, 60_000);

  it('a message that is altered or unsigned is refused and changes nothing', async () => {
    const { buyer, placed } = await openCheckout();
    const event = {
      id: 'evt_forged',
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: {} },
    };
    const stranger = new Person(shop.shopUrl);
    const headers = { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` };
    for (const forged of [{}, headers]) {
      const answer = await stranger.call('POST', '/api/payments/stripe/webhook', event, forged);
      expect([answer.status, refusalCode(answer)]).toEqual([400, 'SIGNATURE_INVALID']);
    }
    expect(await readCheckout(buyer, placed.checkout)).toMatchObject({ state: 'open' });
    await submitPayPage(placed.url, 'pay');
    await waitForCheckout(buyer, placed.checkout, 'paid');
  }, 60_000);

  it('the same cart again is the same checkout, another cart ends it (OWN-72)', async () => {
    const { buyer, placed } = await openCheckout();
    expect(await placeCheckout(buyer, await cart())).toEqual(placed);
    const second = await placeCheckout(buyer, await anotherCart());
    expect(second.checkout).not.toBe(placed.checkout);
    await waitForCheckout(buyer, placed.checkout, 'cancelled');
    await submitPayPage(second.url, 'pay');
    await waitForCheckout(buyer, second.checkout, 'paid');
  }, 60_000);

  it('a payment without a webhook yet is found before another cart is placed (OWN-67)', async () => {
    const { buyer, placed } = await openCheckout();
    await stripe.armFault('stripe.webhook', { kind: 'hold' }, 5);
    await submitPayPage(placed.url, 'pay');
    const answer = await tryToPlace(buyer, await anotherCart());
    expect([answer.status, refusalCode(answer)]).toEqual([409, 'ALREADY_PAID']);
    expect(answer.body).toMatchObject({ checkout: placed.checkout });
    await stripe.releaseWebhooks();
    expect(await readCheckout(buyer, placed.checkout)).toMatchObject({ state: 'paid' });
  }, 60_000);
});

import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  buy,
  onePieceOf,
  place,
  placementFor,
  readCheckout,
  type Items,
} from '../../../../test/buying.js';
import { orderByCrypto } from '../../../../test/crypto-shop.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import { findSession } from '../../../../test/stripe.js';
import { expectProviderAgrees, expectSettled } from '../../../../test/expect-settled.js';
import { startTogether, readStatus } from '../../../../test/races/race.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';

jest.setTimeout(60_000);

const CALLS = {
  card: '/api/payments/stripe/create-checkout-session',
  wallet: '/api/payments/paypal/create',
  crypto: '/api/payments/crypto/create',
};

describe('a cart that is refused', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop({
      PAYPAL_MODE: 'orders',
      PAYMENT_METHODS: 'card,wallet,crypto',
      PARTNER_SHOP_URL: 'https://partner.example/shop',
      HOLD_PERCENT: '100',
      NEW_ACCOUNT_HOLD_PERCENT: '100',
      ADDRESS_HOLD_PERCENT: '100',
      ADDRESS_HOLD_PERCENT_ALL: '100',
    });
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  type Method = keyof typeof CALLS;
  const tryToPlace = async (buyer: SignedIn, items: Items, method: Method = 'card', extra: object = {}) =>
    buyer.agent.post(CALLS[method]).send(await placementFor(buyer, items, { ...extra }));

  /** A buyer with an open checkout of the only product of two pieces, and whether it is as it was. */
  const withOpen = async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 2 });
    const items = [{ id, quantity: 2 }];
    const open = await place(buyer, items);
    const expectKept = async (): Promise<void> => {
      expect((await readCheckout(buyer, open.checkout)).state).toBe('open');
      expect((await findSession(shop, open.checkout)).status).toBe('open');
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([0, 2]);
      expect(await place(buyer, items)).toEqual(open);
    };
    return { buyer, id, open, expectKept };
  };

  it('for goods that others hold leaves the open checkout as it is (OWN-1194)', async () => {
    const { buyer, id, expectKept } = await withOpen();
    const scarce = await shop.addProduct({ stock: 1 });
    await place(await shop.signIn(), onePieceOf(scarce));
    const refused = await tryToPlace(buyer, [
      { id, quantity: 1 },
      { id: scarce, quantity: 1 },
    ]);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'SOLD_OUT', id: scarce, available: 0 },
    ]);
    await expectKept();
  });

  it('because it was paid a moment ago leaves the open checkout as it is (OWN-1194)', async () => {
    const buyer = await shop.signIn();
    const paid = onePieceOf(await shop.addProduct({ stock: 9 }));
    await buy(buyer, paid);
    const items = onePieceOf(await shop.addProduct({ stock: 2 }));
    const open = await place(buyer, items);
    const refused = await tryToPlace(buyer, paid, 'card', { repeat: 'ask' });
    expect([refused.status, refused.body.code]).toEqual([409, 'PAID_RECENTLY']);
    expect((await findSession(shop, open.checkout)).status).toBe('open');
    expect(await place(buyer, items)).toEqual(open);
  });

  it('because a crypto order waits leaves the open checkout as it is (OWN-1194)', async () => {
    const buyer = await shop.signIn();
    await orderByCrypto(buyer, onePieceOf(await shop.addProduct({ stock: 9 })));
    const items = onePieceOf(await shop.addProduct({ stock: 2 }));
    const open = await place(buyer, items);
    const refused = await tryToPlace(buyer, onePieceOf(await shop.addProduct({ stock: 9 })), 'crypto');
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'CHECKOUT_OPEN', state: 'confirming' },
    ]);
    expect((await findSession(shop, open.checkout)).status).toBe('open');
    expect(await place(buyer, items)).toEqual(open);
  });

  it('for more than PayPal takes leaves the open checkout as it is (OWN-1194)', async () => {
    const { buyer, expectKept } = await withOpen();
    const dear = await shop.addProduct({ stock: 9, priceCents: 1_000_001 });
    const refused = await tryToPlace(buyer, onePieceOf(dear), 'wallet');
    expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION']);
    await expectKept();
  });

  it('is none where the open one holds what it wants (OWN-1194)', async () => {
    const { buyer, id, open } = await withOpen();
    const answer = await tryToPlace(buyer, [{ id, quantity: 2 }], 'wallet');
    expect(answer.status).toBe(201);
    expect((await readCheckout(buyer, open.checkout)).state).toBe('cancelled');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([0, 2]);
    await buyer.agent.post(`/api/checkouts/${answer.body.checkout}/cancel`).expect(200);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 0]);
  });

  it('for what two others hold of each other at the same moment leaves both as they are (OWN-1194)', async () => {
    const [one, two] = [await withOpen(), await withOpen()];
    const wants = [
      await placementFor(one.buyer, [{ id: two.id, quantity: 1 }]),
      await placementFor(two.buyer, [{ id: one.id, quantity: 1 }]),
    ];
    const statuses = await startTogether(
      shop,
      { buyers: [one.buyer, two.buyer] },
      [one, two].flatMap(({ buyer }, at) =>
        [1, 2].map(() => () => readStatus(buyer.agent.post(CALLS.card).send(wants[at]))),
      ),
    );
    expect(statuses).toEqual([409, 409, 409, 409]);
    await one.expectKept();
    await two.expectKept();
  });
});

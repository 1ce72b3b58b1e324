import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buy,
  actOnPayPage,
  onePieceOf,
  place,
  placementFor,
  waitForState,
  type Items,
} from '../../../../test/buying.js';
import { CRYPTO_SHOP, orderByCrypto } from '../../../../test/crypto-shop.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { EndCheckout } from '../settle/end-checkout.js';

describe('paying again for the same goods', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop(CRYPTO_SHOP);
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  const ask = async (buyer: SignedIn, items: Items, repeat?: string) => {
    const placement = await placementFor(buyer, items, repeat === undefined ? {} : { repeat });
    return buyer.agent.post('/api/payments/stripe/create-checkout-session').send(placement);
  };
  const bought = async (isNewestFirst = false) => {
    const buyer = await shop.signIn();
    const ids = [await shop.addProduct({ stock: 50 }), await shop.addProduct({ stock: 50 })];
    const items = onePieceOf(...ids);
    return { buyer, ids, items, paid: await buy(buyer, isNewestFirst ? items.toReversed() : items) };
  };
  const paidBefore = (ref: string, minutes: number) =>
    shop.database.query('UPDATE checkouts SET paid_at = now() - $2::interval WHERE ref = $1', [
      ref,
      `${minutes} minutes`,
    ]);

  it.each([
    ['oldest product', false],
    ['newest product', true],
  ])(
    'asks first, in whatever order they are named, after a cart with its %s first, and sells them to who was asked (OWN-928)',
    async (_, isNewestFirst) => {
      const { buyer, items, paid } = await bought(isNewestFirst);
      for (const same of [items, items.toReversed()]) {
        const { status, body } = await ask(buyer, same, 'ask');
        expect([status, body.code, body.checkout]).toEqual([409, 'PAID_RECENTLY', paid.checkout]);
        expect(Date.parse(body.paidAt)).toBeGreaterThan(Date.now() - 60_000);
      }
      expect((await ask(buyer, items, 'allow')).status).toBe(201);
      expect((await ask(await shop.signIn(), items, 'ask')).status).toBe(201);
    },
  );

  it('asks of products whose numbers have one digit more, too (OWN-928)', async () => {
    const last = await shop.addProduct({});
    await shop.database.query(
      `SELECT count(nextval('products_id_seq')) FROM generate_series($1::int, 9998)`,
      [last + 1],
    );
    const { buyer, ids, items, paid } = await bought();
    // As text, the later one comes first.
    expect(ids).toEqual([9_999, 10_000]);
    expect((await ask(buyer, items, 'ask')).body).toMatchObject({
      code: 'PAID_RECENTLY',
      checkout: paid.checkout,
    });
  });

  it('asks by the sum of what is named in parts, and by the amount of coins (OWN-928)', async () => {
    const buyer = await shop.signIn();
    await shop.fillPool(1_000_000_000);
    const coins = await shop.addProduct({ category: 'coins', stock: 0, isCustom: true });
    const id = await shop.addProduct({ stock: 50 });
    const cart = (customAmount: number, ...pieces: number[]): Items => [
      ...pieces.map((quantity) => ({ id, quantity })),
      { id: coins, quantity: 1, customAmount },
    ];
    const paid = await buy(buyer, cart(20, 1, 2));
    for (const same of [cart(20, 3), cart(20, 2, 1)])
      expect((await ask(buyer, same, 'ask')).body).toMatchObject({
        code: 'PAID_RECENTLY',
        checkout: paid.checkout,
      });
    for (const other of [cart(21, 3), cart(20, 2)]) expect((await ask(buyer, other, 'ask')).status).toBe(201);
  });

  it('asks within the hour, and whoever sends no wish is not asked (OWN-928)', async () => {
    const { buyer, items, paid } = await bought();
    await paidBefore(paid.checkout, 59);
    expect((await ask(buyer, items, 'ask')).status).toBe(409);
    await paidBefore(paid.checkout, 61);
    const late = await ask(buyer, items, 'ask');
    expect(late.status).toBe(201);
    const other = await bought();
    expect((await ask(other.buyer, other.items)).status).toBe(201);
  });

  it('asks nothing of other goods, other pieces, what is only open, or what went back (OWN-928)', async () => {
    const { buyer, ids, items, paid } = await bought();
    const [first = 0] = ids;
    for (const other of [onePieceOf(first), [{ id: first, quantity: 2 }, ...items.slice(1)]])
      expect((await ask(buyer, other, 'ask')).status).toBe(201);
    for (const id of paid.orders)
      await admin.agent.patch(`/api/admin/orders/${id}/cancel`).send({}).expect(200);
    expect((await ask(buyer, items, 'ask')).status).toBe(201);
    const open = await shop.signIn();
    const { checkout } = await place(open, items);
    expect((await ask(open, items, 'ask')).body.checkout).toBe(checkout);
  });

  it.each([
    ['card', 0],
    ['card', 48],
    ['crypto', 0],
  ])('asks what is still being confirmed, by %s, %i hours ago (OWN-928)', async (method, hours) => {
    const buyer = await shop.signIn();
    const items = onePieceOf(await shop.addProduct({ stock: 50 }), await shop.addProduct({ stock: 50 }));
    const placed =
      method === 'crypto' ? await orderByCrypto(buyer, items.toReversed()) : await place(buyer, items);
    if ('url' in placed && method === 'card') await actOnPayPage(placed.url, 'pay_later');
    await waitForState(buyer, placed.checkout, 'confirming');
    await shop.database.query(
      `UPDATE checkouts SET created_at = created_at - make_interval(hours => $2) WHERE ref = $1`,
      [placed.checkout, hours],
    );
    const { status, body } = await ask(buyer, items, 'ask');
    expect([status, body]).toMatchObject([
      409,
      { code: 'PAID_RECENTLY', checkout: placed.checkout, state: 'confirming' },
    ]);
    expect(body.paidAt).toBeUndefined();
    expect((await ask(buyer, items.slice(1), 'ask')).status).toBe(201);
    expect((await ask(buyer, items, 'allow')).status).toBe(201);
  });

  it('asks no more of a payment that came to nothing (OWN-928)', async () => {
    const buyer = await shop.signIn();
    const items = onePieceOf(await shop.addProduct({ stock: 50 }));
    const { url, checkout } = await place(buyer, items);
    await actOnPayPage(url, 'pay_later');
    await waitForState(buyer, checkout, 'confirming');
    await shop.app.get(EndCheckout).execute(checkout, 'failed');
    expect((await ask(buyer, items, 'ask')).status).toBe(201);
  });
});

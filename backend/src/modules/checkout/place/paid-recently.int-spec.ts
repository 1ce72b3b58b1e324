import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buy, onePieceOf, place, placementFor, type Items } from '../../../../test/buying.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';

describe('paying again for the same goods', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  const ask = async (buyer: SignedIn, items: Items, repeat?: string) => {
    const placement = await placementFor(buyer, items, repeat === undefined ? {} : { repeat });
    return buyer.agent.post('/api/payments/stripe/create-checkout-session').send(placement);
  };
  const bought = async () => {
    const buyer = await shop.signIn();
    const ids = [await shop.addProduct({ stock: 50 }), await shop.addProduct({ stock: 50 })];
    const items = onePieceOf(...ids);
    return { buyer, ids, items, paid: await buy(buyer, items) };
  };
  const paidBefore = (ref: string, minutes: number) =>
    shop.database.query('UPDATE checkouts SET paid_at = now() - $2::interval WHERE ref = $1', [
      ref,
      `${minutes} minutes`,
    ]);

  it('asks first, in whatever order they are named, and sells them to who was asked (OWN-928)', async () => {
    const { buyer, items, paid } = await bought();
    for (const same of [items, items.toReversed()]) {
      const { status, body } = await ask(buyer, same, 'ask');
      expect([status, body.code, body.checkout]).toEqual([409, 'PAID_RECENTLY', paid.checkout]);
      expect(Date.parse(body.paidAt)).toBeGreaterThan(Date.now() - 60_000);
    }
    expect((await ask(buyer, items, 'allow')).status).toBe(201);
    expect((await ask(await shop.signIn(), items, 'ask')).status).toBe(201);
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
});

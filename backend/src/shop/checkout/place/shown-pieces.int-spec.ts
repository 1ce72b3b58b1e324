import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { checkoutCalls, describePiece } from '@pax/contracts';
import { readBalances, actOnPayPage, placementFor, waitForState } from '../../../../test/buying.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import { expectSettled } from '../../../../test/expect-settled.js';
import type { NewProduct, Shop } from '../../../../test/shop.js';

const PATHS = [checkoutCalls.payByCard.path, checkoutCalls.payByWallet.path, checkoutCalls.payByCrypto.path];

jest.setTimeout(60_000);

describe('what a page showed of one piece (OWN-1241)', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const seen = async (of: Partial<NewProduct>) => {
    const [buyer, id] = [await shop.signIn(), await shop.addProduct({ stock: 9, ...of })];
    const list: { id: number; name: string; amount: string | null; coinValue: number | null }[] = (
      await buyer.agent.get('/api/products').expect(200)
    ).body;
    const product = list.find((one) => one.id === id);
    if (!product) throw new Error('the product is not in the list');
    const shown = describePiece(product);
    return { buyer, id, shown, input: await placementFor(buyer, [{ id, quantity: 1, shown }]) };
  };
  const change = (id: number, to: string) =>
    shop.database.query(`UPDATE products SET ${to} WHERE id = $1`, [id]);
  const COINS = { category: 'coins', stock: 0, coinValue: 500_000_000, priceCents: 6_500 };

  it.each([
    ['fewer coins', COINS, 'coin_value = 1000000'],
    ['another name', { name: 'Diamond Block' }, `name = 'Dirt Block'`],
    ['another label', { name: 'Gold Block' }, `amount = '4x'`],
  ] as const)('is agreed to once it is %s at the same price', async (_, of, to) => {
    await shop.fill('coins', 5_000_000_000);
    const { buyer, id, shown, input } = await seen(of);
    await change(id, to);
    for (const path of PATHS) {
      const refused = await buyer.agent.post(path).send(input);
      expect([path, refused.status, refused.body]).toMatchObject([
        path,
        409,
        { code: 'PRICE_CHANGED', quote: { total: input.amount } },
      ]);
      expect(refused.body.quote.lines[0].shown).not.toBe(shown);
    }
    expect(await readBalances(shop, `held:${id}`, 'coins-held')).toEqual([0, 0]);
    const { body } = await buyer.agent.post('/api/checkout/quote').send({ items: input.items }).expect(200);
    const items = [{ id, quantity: 1, shown: body.lines[0].shown }];
    const placed = await buyer.agent.post(PATHS[0] ?? '').send({ ...input, items });
    expect(placed.status).toBe(201);
    await actOnPayPage(placed.body.url, 'pay');
    await waitForState(buyer, placed.body.checkout, 'paid');
  });

  it('counts for each mention of a product, and where it is not said nothing is compared', async () => {
    const { buyer, id, shown, input } = await seen({ name: 'Emerald Block' });
    await change(id, `amount = '4x'`);
    const twice = { ...(await placementFor(buyer, [{ id, quantity: 2 }])) };
    const items = [
      { id, quantity: 1, shown },
      { id, quantity: 1 },
    ];
    const path = PATHS[0] ?? '';
    expect((await buyer.agent.post(path).send({ ...twice, items })).body.code).toBe('PRICE_CHANGED');
    const long = [{ id, quantity: 1, shown: 'x'.repeat(1_000) }];
    expect((await buyer.agent.post(path).send({ ...input, items: long })).status).toBe(400);
    await buyer.agent
      .post(path)
      .send({ ...input, items: [{ id, quantity: 1 }] })
      .expect(201);
  });

  it('of a checkout that is open still leads to its goods, and another piece to new ones', async () => {
    await shop.fill('coins', 5_000_000_000);
    const { buyer, id, input } = await seen(COINS);
    const path = PATHS[0] ?? '';
    const first = (await buyer.agent.post(path).send(input).expect(201)).body;
    await change(id, 'coin_value = 1000000');
    expect((await buyer.agent.post(path).send(input).expect(201)).body).toEqual(first);
    const { body } = await buyer.agent.post('/api/checkout/quote').send({ items: input.items }).expect(200);
    const items = [{ id, quantity: 1, shown: body.lines[0].shown }];
    const next = await buyer.agent.post(path).send({ ...input, items });
    expect([next.status, next.body.checkout === first.checkout]).toEqual([201, false]);
    await buyer.agent.post(`/api/checkouts/${next.body.checkout}/cancel`).expect(200);
  });
});

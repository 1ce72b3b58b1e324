import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getCartLineName, type Order } from '@pax/contracts';
import { actOnPayPage, buy, onePieceOf, place, readCheckout, waitForState } from '../../../test/buying.js';
import { findPaypalOrder, ORDERS_MODE, placePaypalOrder } from '../../../test/paypal-orders.js';
import { listLineItems, findSession } from '../../../test/stripe.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

describe('a line of custom coins', () => {
  let shop: Shop;
  let admin: SignedIn;
  let coins: number;
  beforeAll(async () => {
    shop = await startMoneyShop({
      ...ORDERS_MODE,
      TOKEN_KEY: 'a key of the specs that is long enough',
    });
    admin = await shop.signIn({ admin: true });
    const goods = {
      name: 'Custom Coins',
      category: 'coins',
      stock: 0,
      priceCents: 17,
      isCustom: true,
    } as const;
    coins = await shop.addProduct(goods);
    await shop.fillPool(10_000_000_000);
  });
  afterAll(() => shop.close());

  const amountOf = (customAmount: number) => [{ id: coins, quantity: 1, customAmount }];

  it('is named by its amount wherever an order is named', async () => {
    const buyer = await shop.signIn();
    const bought = [await buy(buyer, amountOf(25)), await buy(buyer, amountOf(40))];
    const names = (rows: { productName: string }[]) => rows.map(({ productName }) => productName).toSorted();
    const both = ['25M Coins', '40M Coins'];
    expect(names((await buyer.agent.get('/api/orders').expect(200)).body)).toEqual(both);
    const listed: Order[] = (await admin.agent.get('/api/admin/orders').expect(200)).body;
    expect(names(listed.filter(({ userId }) => userId === buyer.userId))).toEqual(both);
    const story = await admin.agent.get(`/api/admin/users/${buyer.userId}/orders`).expect(200);
    expect(names(story.body)).toEqual(both);
    const [first] = bought;
    const page = await admin.agent
      .get(`/api/admin/checkouts/${first?.checkout}/dispute-packet/file`)
      .expect(200);
    expect(page.text).toContain('25M Coins');
    expect(page.text).not.toContain('Custom Coins');
  });

  it('keeps the label of its product that the buyer saw, once, wherever it is named (OWN-1241)', async () => {
    const buyer = await shop.signIn();
    const apples = await shop.addProduct({ name: 'Golden Apples', amount: '1 stack', stock: 9 });
    const pack = { name: '10M Coins', amount: '10M', category: 'coins', stock: 0, coinValue: 10_000_000 };
    const packs = await shop.addProduct(pack);
    const bought = await place(buyer, [{ id: apples, quantity: 1 }, ...onePieceOf(packs), ...amountOf(25)]);
    const held = await admin.agent.get(`/api/admin/holds?q=${bought.checkout}`).expect(200);
    await shop.database.query(`UPDATE products SET amount = '10 stacks' WHERE id = $1`, [apples]);
    await actOnPayPage(bought.url, 'pay');
    await waitForState(buyer, bought.checkout, 'paid');
    const names = ['10M Coins', '25M Coins', 'Golden Apples (1 stack)'];
    const namesOf = (rows: { name?: string; productName?: string }[]) =>
      rows.map(({ name, productName }) => name ?? productName ?? '').toSorted();
    expect(namesOf((await buyer.agent.get('/api/orders').expect(200)).body)).toEqual(names);
    const { lines } = await readCheckout(buyer, bought.checkout);
    expect(lines.map((line) => getCartLineName(line)).toSorted()).toEqual(names);
    expect(held.body[0].lines.map(getCartLineName).toSorted()).toEqual(names);
    const onPage = await listLineItems(shop, bought.checkout);
    expect(onPage.map(({ description }) => String(description)).toSorted()).toEqual(names);
    const page = await admin.agent
      .get(`/api/admin/checkouts/${bought.checkout}/dispute-packet/file`)
      .expect(200);
    expect(page.text).toContain('Golden Apples (1 stack)');
    expect(page.text).not.toMatch(/10 stacks|1 stack\) \(|10M Coins \(/);
    const found = await admin.agent.get('/api/admin/orders?q=1 stack').expect(200);
    expect(namesOf(found.body)).toEqual(['Golden Apples (1 stack)']);
  });

  it('stands on Stripe’s page with its amount, and each line with its price and what is taken off (OWN-37)', async () => {
    const buyer = await shop.signIn();
    const wings = await shop.addProduct({ name: 'Wings', priceCents: 1000, stock: 30 });
    const plain = await place(buyer, [...amountOf(250), { id: wings, quantity: 3 }]);
    expect(await listLineItems(shop, plain.checkout)).toMatchObject([
      { description: '250M Coins', quantity: 1, amount_total: 3250 },
      { description: 'Wings', quantity: 3, amount_total: 3000 },
    ]);
    await shop.database.query(`UPDATE users SET tier = 'gold' WHERE id = $1`, [buyer.userId]);
    await shop.fill(`credit:${buyer.userId}`, 500);
    const reduced = await place(buyer, [...amountOf(250), { id: wings, quantity: 3 }], {
      useStoreCredit: true,
    });
    const { amount_total: total } = await findSession(shop, reduced.checkout);
    expect(total).toBe(5500);
    expect(await listLineItems(shop, reduced.checkout)).toMatchObject([
      { description: '250M Coins', quantity: 1, amount_total: 2860 },
      { description: '3 × Wings', quantity: 1, amount_total: 2640 },
    ]);
  });

  it('stands in PayPal’s order with its items, whose prices lead to the total (OWN-37)', async () => {
    const buyer = await shop.signIn();
    await shop.database.query(`UPDATE users SET tier = 'gold' WHERE id = $1`, [buyer.userId]);
    const wings = await shop.addProduct({ name: 'Wings', priceCents: 1000, stock: 30 });
    const { checkout } = await placePaypalOrder(buyer, [...amountOf(25), { id: wings, quantity: 2 }]);
    const usd = (value: string) => ({ currency_code: 'USD', value });
    expect((await findPaypalOrder(shop, checkout)).request.purchase_units).toMatchObject([
      {
        description: `${checkout.slice(0, 8)} · 1 × 25M Coins, 2 × Wings`,
        amount: { ...usd('23.28'), breakdown: { item_total: usd('24.25'), discount: usd('0.97') } },
        items: [
          { name: '25M Coins', quantity: '1', unit_amount: usd('4.25') },
          { name: 'Wings', quantity: '2', unit_amount: usd('10.00') },
        ],
      },
    ]);
    const full = await placePaypalOrder(await shop.signIn(), onePieceOf(wings));
    expect((await findPaypalOrder(shop, full.checkout)).request.purchase_units[0].amount).toEqual({
      ...usd('10.00'),
      breakdown: { item_total: usd('10.00') },
    });
  });
});

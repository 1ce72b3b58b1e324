import { describe, expect, it, jest } from '@jest/globals';
import { readBalances, RECIPIENT, actOnPayPage, waitForState } from '../../../../test/buying.js';
import { CREATE, withHoldLimitShop } from '../../../../test/hold-limit-shop.js';
import type { Shop } from '../../../../test/shop.js';

jest.setTimeout(60_000);

describe('what accounts may set aside', () => {
  let shop: Shop;
  const { newAddress, quoteOf, tries, cancel, pays, staff, knownBuyer, fillPoolTo } = withHoldLimitShop(
    (opened) => (shop = opened),
  );

  it('are for a new account a quarter of a product that is on hand, as the quote says before (OWN-400, OWN-402)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 21 });
    expect((await quoteOf(buyer, [{ id, quantity: 1 }], newAddress())).limits).toEqual([
      { id, available: 5, reason: 'new_account', trustedFrom: '20.00' },
    ]);
    const refused = await tries(buyer, [{ id, quantity: 6 }]);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'HOLD_LIMIT', id, available: 5, reason: 'new_account' });
    expect(refused.body.message).toMatch(/at most 5 × Elytra.*once orders of \$20\.00 in all are delivered/);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([21, 0]);
    const fits = await tries(buyer, [{ id, quantity: 5 }]);
    expect(fits.status).toBe(201);
    // On hand is what is free and what is held: a quarter stays a quarter while others hold.
    const other = await shop.signIn();
    expect((await tries(other, [{ id, quantity: 6 }])).body).toMatchObject({ available: 5 });
    expect((await tries(other, [{ id, quantity: 5 }])).status).toBe(201);
  });

  it('are three pieces where a quarter is less (OWN-400)', async () => {
    const buyer = await shop.signIn();
    const few = await shop.addProduct({ stock: 8 });
    expect((await tries(buyer, [{ id: few, quantity: 4 }])).body).toMatchObject({
      code: 'HOLD_LIMIT',
      available: 3,
    });
    expect((await tries(buyer, [{ id: few, quantity: 3 }])).status).toBe(201);
    const sixteen = await shop.addProduct({ stock: 16 });
    expect((await quoteOf(buyer, [{ id: sixteen, quantity: 1 }], newAddress())).limits).toEqual([
      { id: sixteen, available: 4, reason: 'new_account', trustedFrom: '20.00' },
    ]);
  });

  it('are a quarter of the pool or 250M, whichever is more, over all coin lines (OWN-400)', async () => {
    const coins = { category: 'coins', stock: 0, priceCents: 99 };
    const custom = await shop.addProduct({ ...coins, isCustom: true });
    const pack = await shop.addProduct({ ...coins, coinValue: 50_000_000 });
    await fillPoolTo(800_000_000);
    const buyer = await shop.signIn();
    const millions = (customAmount: number) => [{ id: custom, quantity: 1, customAmount }];
    expect((await tries(buyer, millions(251))).body).toMatchObject({ code: 'HOLD_LIMIT', available: 250 });
    const both = [...millions(201), { id: pack, quantity: 1 }];
    expect((await tries(buyer, both)).body).toMatchObject({ code: 'HOLD_LIMIT', id: custom, available: 200 });
    const fits = await tries(buyer, millions(250));
    expect(fits.status).toBe(201);
    await cancel(buyer, fits.body.checkout);
    await shop.fillPool(1_200_000_000);
    expect((await tries(buyer, millions(501))).body).toMatchObject({ available: 500 });
    const more = await tries(buyer, millions(500));
    expect(more.status).toBe(201);
    await cancel(buyer, more.body.checkout);
  });

  it('counts what a bank still confirms, not what the next checkout replaces (OWN-400)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 40 });
    expect((await tries(buyer, [{ id, quantity: 10 }])).status).toBe(201);
    const next = await tries(buyer, [{ id, quantity: 7 }]);
    expect(next.status).toBe(201);
    await actOnPayPage(next.body.url, 'pay_later');
    await waitForState(buyer, next.body.checkout, 'confirming');
    expect((await tries(buyer, [{ id, quantity: 4 }])).body).toMatchObject({
      code: 'HOLD_LIMIT',
      available: 3,
    });
    expect((await tries(buyer, [{ id, quantity: 3 }])).status).toBe(201);
  });

  it('are those of placing in the quote: the checkout that the cart replaces counts as unpaid (OWN-402)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 20 });
    const from = newAddress();
    await cancel(buyer, (await tries(buyer, [{ id, quantity: 1 }], from)).body.checkout);
    const open = await tries(buyer, [{ id, quantity: 4 }], from);
    expect((await quoteOf(buyer, [{ id, quantity: 5 }], from)).limits).toMatchObject([
      { available: 2, reason: 'unpaid' },
    ]);
    // The held cart itself can be placed again, which gives the same checkout.
    expect((await quoteOf(buyer, [{ id, quantity: 4 }], from)).limits).toMatchObject([{ available: 5 }]);
    expect((await tries(buyer, [{ id, quantity: 4 }], from)).body.checkout).toBe(open.body.checkout);
    expect((await tries(buyer, [{ id, quantity: 2 }], from)).status).toBe(201);
  });

  it('end with delivered orders of $20 cash in all, of which nothing was given back (OWN-400)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 40, priceCents: 1000 });
    const isLimited = async () => {
      const { limits = [] } = await quoteOf(buyer, [{ id, quantity: 38 }], newAddress());
      return limits.some(({ reason }) => reason === 'new_account');
    };
    const [first = 0] = await pays(buyer, [{ id, quantity: 1 }]);
    const [second = 0] = await pays(buyer, [{ id, quantity: 1 }]);
    await staff(first, 'complete');
    await staff(second, 'process');
    expect(await isLimited()).toBe(true);
    expect((await tries(buyer, [{ id, quantity: 38 }])).body).toMatchObject({ code: 'HOLD_LIMIT' });
    await staff(second, 'complete');
    expect(await isLimited()).toBe(false);
    const more = await tries(buyer, [{ id, quantity: 12 }]);
    expect(more.status).toBe(201);
    await cancel(buyer, more.body.checkout);
    await staff(first, 'archive');
    expect(await isLimited()).toBe(false);
    await staff(second, 'refund', { amount: '0.01' });
    expect(await isLimited()).toBe(true);
  });

  it('count no cash that was never charged: an order paid with store credit lifts nothing (OWN-400)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 40, priceCents: 2500 });
    await shop.fill(`credit:${buyer.userId}`, 2500);
    const items = [{ id, quantity: 1 }];
    const input = { amount: '0.00', items, ...RECIPIENT, consent: true, useStoreCredit: true };
    const { body } = await buyer.agent.post(CREATE).send(input).expect(201);
    const [order = 0] = (await waitForState(buyer, body.checkout, 'paid')).orders;
    await staff(order, 'complete');
    expect((await quoteOf(buyer, items, newAddress())).limits).toMatchObject([{ reason: 'new_account' }]);
  });

  it('are half of a product for everybody, with what a bank still confirms, but three pieces (OWN-400)', async () => {
    const buyer = await knownBuyer();
    const id = await shop.addProduct({ stock: 21 });
    const refused = await tries(buyer, [{ id, quantity: 11 }]);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'HOLD_LIMIT', id, available: 10, reason: 'account' });
    expect(refused.body.message).toMatch(/at most 10 × Elytra.*Once that is paid/);
    const pending = await tries(buyer, [{ id, quantity: 6 }]);
    await actOnPayPage(pending.body.url, 'pay_later');
    await waitForState(buyer, pending.body.checkout, 'confirming');
    expect((await tries(buyer, [{ id, quantity: 5 }])).body).toMatchObject({ available: 4 });
    expect((await tries(buyer, [{ id, quantity: 4 }])).status).toBe(201);
    // The next checkout replaces the open one, so that it does not count.
    const five = await shop.addProduct({ stock: 5 });
    expect((await tries(buyer, [{ id: five, quantity: 4 }])).body).toMatchObject({ available: 3 });
    expect((await tries(buyer, [{ id: five, quantity: 3 }])).status).toBe(201);
  });

  it('are half of the pool for everybody, but one line of up to 250M (OWN-400)', async () => {
    const id = await shop.addProduct({ category: 'coins', stock: 0, priceCents: 99, isCustom: true });
    const buyer = await knownBuyer();
    for (const [pool, most] of [
      [400, 250],
      [600, 300],
    ] as const) {
      await fillPoolTo(pool * 1_000_000);
      const over = await tries(buyer, [{ id, quantity: 1, customAmount: most + 1 }]);
      expect(over.body).toMatchObject({ code: 'HOLD_LIMIT', available: most, reason: 'account' });
      const fits = await tries(buyer, [{ id, quantity: 1, customAmount: most }]);
      expect(fits.status).toBe(201);
      await cancel(buyer, fits.body.checkout);
    }
  });

  it.each([
    { stock: 1, most: 1 },
    { stock: 2, most: 1 },
    { stock: 3, most: 2 },
    { stock: 4, most: 3 },
  ])('the floor of one limit lifts no other: $most of $stock (OWN-401)', async ({ stock, most }) => {
    const buyer = await knownBuyer();
    const id = await shop.addProduct({ stock });
    const { limits = [] } = await quoteOf(buyer, [{ id, quantity: 1 }], newAddress());
    expect(limits.map(({ available }) => available)).toEqual(most < stock ? [most] : []);
    expect((await tries(buyer, [{ id, quantity: most + 1 }])).status).toBe(409);
    expect((await tries(buyer, [{ id, quantity: most }])).status).toBe(201);
  });

  it('leaves a cancelled order and a join reward out of what was delivered (OWN-400)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 40 });
    const [order = 0] = await pays(buyer, [{ id, quantity: 1 }]);
    await staff(order, 'cancel');
    await shop.database.query(
      `INSERT INTO orders (kind, user_id, product_id, product_name, category, quantity, total_cents, status)
       VALUES ('join_reward', $1, $2, 'Free coins', 'coins', 1, 0, 'completed')`,
      [buyer.userId, id],
    );
    expect((await tries(buyer, [{ id, quantity: 20 }])).body).toMatchObject({ code: 'HOLD_LIMIT' });
    await shop.database.query(`DELETE FROM orders WHERE user_id = $1 AND kind = 'join_reward'`, [
      buyer.userId,
    ]);
  });

  it('keeps no address once nothing is held (OWN-510)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 40, priceCents: 2000 });
    const { body } = await tries(buyer, [{ id, quantity: 1 }]);
    const kept = async (): Promise<unknown> => {
      const rows: { address_hash: string | null }[] = await shop.database.query(
        'SELECT address_hash FROM checkouts WHERE ref = $1',
        [body.checkout],
      );
      return rows[0]?.address_hash;
    };
    expect(await kept()).toMatch(/^[0-9a-f]{32}$/);
    await cancel(buyer, body.checkout);
    expect(await kept()).toBeNull();
    const quote = await shop.database.query('SELECT quote FROM checkouts WHERE ref = $1', [body.checkout]);
    expect(JSON.stringify(quote)).not.toContain('limits');
  });
});

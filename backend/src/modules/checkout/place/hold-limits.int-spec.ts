import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Quote } from '@pax/contracts';
import { balances, NAMES, onPayPage, reaches, type Items } from '../../../../test/buying.js';
import { expectSettled } from '../../../../test/provider.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';

const CREATE = '/api/payments/stripe/create-checkout-session';

jest.setTimeout(60_000);

describe('what accounts may set aside', () => {
  let shop: Shop;
  let admin: SignedIn;
  let addresses = 0;
  beforeAll(async () => {
    shop = await startMoneyShop({
      NEW_ACCOUNT_HOLD_PERCENT: '25',
      ADDRESS_HOLD_PERCENT: '50',
      HOLD_PERCENT: '50',
      ADDRESS_HOLD_PERCENT_ALL: '75',
      TRUST_PROXY: '1',
    });
    admin = await shop.signIn({ admin: true });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const newAddress = () => `198.51.100.${(addresses += 1)}`;
  const quoteOf = async (buyer: SignedIn, items: Items, from: string): Promise<Quote> =>
    (await buyer.agent.post('/api/checkout/quote').set('x-forwarded-for', from).send({ items })).body;
  const tries = async (buyer: SignedIn, items: Items, from = newAddress()) => {
    const { total } = await quoteOf(buyer, items, from);
    const input = { amount: total, items, ...NAMES, consent: true };
    return buyer.agent.post(CREATE).set('x-forwarded-for', from).send(input);
  };
  const cancel = (buyer: SignedIn, ref: string) =>
    buyer.agent.post(`/api/checkouts/${ref}/cancel`).expect(200);
  const pays = async (buyer: SignedIn, items: Items): Promise<number[]> => {
    const { body } = await tries(buyer, items);
    await onPayPage(body.url, 'pay');
    return (await reaches(buyer, body.checkout, 'paid')).orders;
  };
  const moves = (order: number, move: string) =>
    admin.agent.patch(`/api/admin/orders/${order}/${move}`).send({}).expect(200);
  /** An account that is new no more. */
  const knownBuyer = async (): Promise<SignedIn> => {
    const buyer = await shop.signIn();
    const [order = 0] = await pays(buyer, [
      { id: await shop.addProduct({ stock: 9, priceCents: 2500 }), quantity: 1 },
    ]);
    await moves(order, 'complete');
    return buyer;
  };

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
    expect(await balances(shop, `stock:${id}`, `held:${id}`)).toEqual([21, 0]);
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
    const [pool = 0] = await balances(shop, 'coins');
    await shop.fillPool(800_000_000 - pool);
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
    await onPayPage(next.body.url, 'pay_later');
    await reaches(buyer, next.body.checkout, 'confirming');
    expect((await tries(buyer, [{ id, quantity: 4 }])).body).toMatchObject({
      code: 'HOLD_LIMIT',
      available: 3,
    });
    expect((await tries(buyer, [{ id, quantity: 3 }])).status).toBe(201);
  });

  it('end with delivered orders of $20 cash in all, of which nothing was given back (OWN-400, OWN-850)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 40, priceCents: 1000 });
    const isLimited = async () => {
      const { limits = [] } = await quoteOf(buyer, [{ id, quantity: 38 }], newAddress());
      return limits.some(({ reason }) => reason === 'new_account');
    };
    const [first = 0] = await pays(buyer, [{ id, quantity: 1 }]);
    const [second = 0] = await pays(buyer, [{ id, quantity: 1 }]);
    await moves(first, 'complete');
    await moves(second, 'process');
    expect(await isLimited()).toBe(true);
    expect((await tries(buyer, [{ id, quantity: 38 }])).body).toMatchObject({ code: 'HOLD_LIMIT' });
    await moves(second, 'complete');
    expect(await isLimited()).toBe(false);
    const more = await tries(buyer, [{ id, quantity: 12 }]);
    expect(more.status).toBe(201);
    await cancel(buyer, more.body.checkout);
    await moves(first, 'archive');
    expect(await isLimited()).toBe(false);
    await admin.agent.post(`/api/admin/orders/${second}/refund`).send({ amount: '0.01' }).expect(200);
    expect(await isLimited()).toBe(true);
  });

  it('count no cash that was never charged: an order paid with store credit lifts nothing (OWN-850)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 40, priceCents: 2500 });
    await shop.fill(`credit:${buyer.userId}`, 2500);
    const items = [{ id, quantity: 1 }];
    const input = { amount: '0.00', items, ...NAMES, consent: true, useStoreCredit: true };
    const { body } = await buyer.agent.post(CREATE).send(input).expect(201);
    const [order = 0] = (await reaches(buyer, body.checkout, 'paid')).orders;
    await moves(order, 'complete');
    expect((await quoteOf(buyer, items, newAddress())).limits).toMatchObject([{ reason: 'new_account' }]);
  });

  it('are half of a product for everybody, with what a bank still confirms, but three pieces (OWN-870)', async () => {
    const buyer = await knownBuyer();
    const id = await shop.addProduct({ stock: 21 });
    const refused = await tries(buyer, [{ id, quantity: 11 }]);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'HOLD_LIMIT', id, available: 10, reason: 'account' });
    expect(refused.body.message).toMatch(/at most 10 × Elytra.*Once that is paid/);
    const pending = await tries(buyer, [{ id, quantity: 6 }]);
    await onPayPage(pending.body.url, 'pay_later');
    await reaches(buyer, pending.body.checkout, 'confirming');
    expect((await tries(buyer, [{ id, quantity: 5 }])).body).toMatchObject({ available: 4 });
    expect((await tries(buyer, [{ id, quantity: 4 }])).status).toBe(201);
    // The next checkout replaces the open one, so that it does not count.
    const five = await shop.addProduct({ stock: 5 });
    expect((await tries(buyer, [{ id: five, quantity: 4 }])).body).toMatchObject({ available: 3 });
    expect((await tries(buyer, [{ id: five, quantity: 3 }])).status).toBe(201);
  });

  it('are half of the pool for everybody, but one line of up to 250M (OWN-870)', async () => {
    const id = await shop.addProduct({ category: 'coins', stock: 0, priceCents: 99, isCustom: true });
    const buyer = await knownBuyer();
    const poolOf = async (millions: number) => {
      const [free = 0, held = 0] = await balances(shop, 'coins', 'coins-held');
      await shop.fillPool(millions * 1_000_000 - free - held);
    };
    for (const [pool, most] of [
      [400, 250],
      [600, 300],
    ] as const) {
      await poolOf(pool);
      const over = await tries(buyer, [{ id, quantity: 1, customAmount: most + 1 }]);
      expect(over.body).toMatchObject({ code: 'HOLD_LIMIT', available: most, reason: 'account' });
      const fits = await tries(buyer, [{ id, quantity: 1, customAmount: most }]);
      expect(fits.status).toBe(201);
      await cancel(buyer, fits.body.checkout);
    }
  });

  it('are three quarters for all accounts of one address, but one piece each (OWN-871)', async () => {
    const [first, second, third] = await Promise.all([knownBuyer(), knownBuyer(), knownBuyer()]);
    const fresh = await shop.signIn();
    const id = await shop.addProduct({ stock: 20 });
    const from = newAddress();
    expect((await tries(first, [{ id, quantity: 10 }], from)).status).toBe(201);
    expect((await quoteOf(second, [{ id, quantity: 6 }], from)).limits).toEqual([
      { id, available: 5, reason: 'address_all', trustedFrom: '20.00' },
    ]);
    expect((await tries(second, [{ id, quantity: 6 }], from)).status).toBe(409);
    expect((await tries(second, [{ id, quantity: 5 }], from)).status).toBe(201);
    for (const one of [third, fresh]) {
      expect((await tries(one, [{ id, quantity: 2 }], from)).body).toMatchObject({
        available: 1,
        reason: 'address_all',
      });
      expect((await tries(one, [{ id, quantity: 1 }], from)).status).toBe(201);
    }
    expect((await tries(third, [{ id, quantity: 3 }])).status).toBe(201);
  });

  it.each([
    { stock: 1, most: 1 },
    { stock: 2, most: 1 },
    { stock: 3, most: 2 },
    { stock: 4, most: 3 },
  ])('the floor of one limit lifts no other: $most of $stock (OWN-871)', async ({ stock, most }) => {
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
    await moves(order, 'cancel');
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

  it('are together half of a product at one address, of an IPv6 caller at one /64 (OWN-401)', async () => {
    const id = await shop.addProduct({ stock: 40 });
    const [first, second, third] = await Promise.all(Array.from({ length: 3 }, () => shop.signIn()));
    const known = await knownBuyer();
    if (!first || !second || !third) throw new Error('nobody came');
    const home = (host: number) => `2001:db8:7:1::${host}`;
    expect((await tries(first, [{ id, quantity: 10 }], home(1))).status).toBe(201);
    const firstOf = await tries(second, [{ id, quantity: 8 }], home(2));
    expect(firstOf.status).toBe(201);
    expect((await quoteOf(third, [{ id, quantity: 1 }], home(3))).limits).toEqual([
      { id, available: 2, reason: 'address', trustedFrom: '20.00' },
    ]);
    const refused = await tries(third, [{ id, quantity: 3 }], home(3));
    expect(refused.body).toMatchObject({ code: 'HOLD_LIMIT', id, available: 2, reason: 'address' });
    const elsewhere = await tries(third, [{ id, quantity: 10 }], '2001:db8:7:2::3');
    expect(elsewhere.status).toBe(201);
    await cancel(third, elsewhere.body.checkout);
    await cancel(second, firstOf.body.checkout);
    const thirdOf = await tries(third, [{ id, quantity: 10 }], home(3));
    expect(thirdOf.status).toBe(201);
    // An account that is new no more has the limit of all accounts there, and takes nothing of the new ones' share.
    expect((await tries(known, [{ id, quantity: 11 }], home(4))).body).toMatchObject({
      reason: 'address_all',
    });
    expect((await tries(known, [{ id, quantity: 10 }], home(4))).status).toBe(201);
    await cancel(third, thirdOf.body.checkout);
    expect((await quoteOf(second, [{ id, quantity: 10 }], home(2))).limits).toEqual([
      { id, available: 10, reason: 'address_all', trustedFrom: '20.00' },
    ]);
  });

  it('are together half of the pool at one address, in coins (OWN-401)', async () => {
    const id = await shop.addProduct({ category: 'coins', stock: 0, priceCents: 99, isCustom: true });
    const [free = 0, held = 0] = await balances(shop, 'coins', 'coins-held');
    await shop.fillPool(1_000_000_000 - free - held);
    const buyers = await Promise.all(Array.from({ length: 3 }, () => shop.signIn()));
    const from = newAddress();
    const answers = [];
    for (const buyer of buyers)
      answers.push(await tries(buyer, [{ id, quantity: 1, customAmount: 230 }], from));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409]);
    expect(answers[2]?.body).toMatchObject({ code: 'HOLD_LIMIT', id, available: 40, reason: 'address' });
    for (const [index, buyer] of buyers.slice(0, 2).entries())
      await cancel(buyer, answers[index]?.body.checkout);
    // Coins that a known account holds there take nothing from the new accounts' share.
    const known = await knownBuyer();
    const holds = await tries(known, [{ id, quantity: 1, customAmount: 400 }], from);
    expect(holds.status).toBe(201);
    const fresh = await shop.signIn();
    expect((await quoteOf(fresh, [{ id, quantity: 1, customAmount: 250 }], from)).limits).toMatchObject([
      { available: 250, reason: 'new_account' },
    ]);
    await cancel(known, holds.body.checkout);
  });

  it('is one piece for each of a hundred strangers behind one address, however late (OWN-401)', async () => {
    const id = await shop.addProduct({ stock: 120 });
    const strangers = await Promise.all(Array.from({ length: 100 }, () => shop.signIn()));
    const from = newAddress();
    // As many at once as a busy machine serves before they waited too long.
    for (let first = 0; first < strangers.length; first += 20) {
      const some = strangers.slice(first, first + 20);
      const answers = await Promise.all(some.map((one) => tries(one, [{ id, quantity: 1 }], from)));
      expect(answers.map(({ status }) => status)).toEqual(some.map(() => 201));
    }
    expect(await balances(shop, `stock:${id}`, `held:${id}`)).toEqual([20, 100]);
    const late = await shop.signIn();
    expect((await tries(late, [{ id, quantity: 2 }], from)).body).toMatchObject({
      code: 'HOLD_LIMIT',
      available: 1,
    });
  });

  it('is one piece each, not one more beside a payment that is being confirmed (OWN-401)', async () => {
    const id = await shop.addProduct({ stock: 12 });
    const [first, second, third] = await Promise.all(Array.from({ length: 3 }, () => shop.signIn()));
    if (!first || !second || !third) throw new Error('nobody came');
    const from = newAddress();
    for (const one of [first, second])
      expect((await tries(one, [{ id, quantity: 3 }], from)).status).toBe(201);
    const piece = await tries(third, [{ id, quantity: 1 }], from);
    await onPayPage(piece.body.url, 'pay_later');
    await reaches(third, piece.body.checkout, 'confirming');
    expect((await tries(third, [{ id, quantity: 1 }], from)).body).toMatchObject({
      code: 'HOLD_LIMIT',
      available: 0,
      reason: 'address',
    });
    expect((await tries(third, [{ id, quantity: 1 }])).status).toBe(201);
  });

  it('stays at half however many accounts of an address come at once (OWN-401)', async () => {
    const [pieces, coins] = await Promise.all([
      shop.addProduct({ stock: 40 }),
      shop.addProduct({ category: 'coins', stock: 0, priceCents: 99, isCustom: true }),
    ]);
    const [free = 0, held = 0] = await balances(shop, 'coins', 'coins-held');
    await shop.fillPool(1_000_000_000 - free - held);
    const many = await Promise.all(Array.from({ length: 12 }, () => shop.signIn()));
    const from = newAddress();
    const items = [
      { id: pieces, quantity: 6 },
      { id: coins, quantity: 1, customAmount: 130 },
    ];
    const total = (await quoteOf(many[0] ?? admin, items, from)).total;
    const input = { amount: total, items, ...NAMES, consent: true };
    const answers = await Promise.all(
      many.map(({ agent }) => agent.post(CREATE).set('x-forwarded-for', from).send(input)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const codes = answers
      .filter(({ status }) => status !== 201)
      .map(({ body }) => `${body.code} ${body.reason}`);
    expect(new Set(codes)).toEqual(new Set(['HOLD_LIMIT address']));
    expect(await balances(shop, `stock:${pieces}`, `held:${pieces}`)).toEqual([22, 18]);
  });

  it('keeps no address once nothing is held (OWN-403)', async () => {
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

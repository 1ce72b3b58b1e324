import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  actOnPayPage,
  place,
  waitForState,
  placementFor,
  runSweeper,
  type Items,
} from '../../../../test/buying.js';
import { failStripeCalls } from '../../../../test/stripe.js';
import { expectSettled } from '../../../../test/expect-settled.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';

const CREATE = '/api/payments/stripe/create-checkout-session';

jest.setTimeout(30_000);

describe('how much one buyer may set aside', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop({ RATE_LIMIT_FACTOR: '1' });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const cancel = (buyer: SignedIn, ref: string) =>
    buyer.agent.post(`/api/checkouts/${ref}/cancel`).expect(200);
  const giveUpTwice = async (buyer: SignedIn): Promise<void> => {
    const id = await shop.addProduct({ stock: 5 });
    for (const quantity of [1, 2]) await cancel(buyer, (await place(buyer, [{ id, quantity }])).checkout);
  };
  const tries = async (buyer: SignedIn, items: Items) =>
    buyer.agent.post(CREATE).send(await placementFor(buyer, items));

  it('lets ten placements an hour go unpaid, and says when the next may come', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 500 });
    const early = await place(buyer, [{ id, quantity: 1 }]);
    await cancel(buyer, early.checkout);
    await shop.database.query(
      `UPDATE checkouts SET created_at = created_at - interval '61 minutes' WHERE ref = $1`,
      [early.checkout],
    );
    for (let n = 0; n < 10; n += 1) await cancel(buyer, (await place(buyer, [{ id, quantity: 1 }])).checkout);
    const answer = await tries(buyer, [{ id, quantity: 1 }]);
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ code: 'RATE_LIMITED' });
    const retryAfter = Number(answer.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(3_500);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
    await shop.database.query(
      `UPDATE checkouts SET created_at = created_at - interval '61 minutes' WHERE user_id = $1`,
      [buyer.userId],
    );
    expect((await tries(buyer, [{ id, quantity: 1 }])).status).toBe(201);
  });

  it('does not count what was paid', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 500 });
    for (let n = 0; n < 12; n += 1) {
      const { url, checkout } = await place(buyer, [{ id, quantity: 1 }]);
      await actOnPayPage(url, 'pay');
      await waitForState(buyer, checkout, 'paid');
    }
    expect((await tries(buyer, [{ id, quantity: 400 }])).status).toBe(201);
  });

  it('lets a tenth of a product go to a buyer who gave up twice today, of fewer than ten none (OWN-75, OWN-402)', async () => {
    const buyer = await shop.signIn();
    await giveUpTwice(buyer);
    const [many, few] = [await shop.addProduct({ stock: 50 }), await shop.addProduct({ stock: 9 })];
    const refused = await tries(buyer, [{ id: many, quantity: 6 }]);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'HOLD_LIMIT', id: many, available: 5 });
    const none = await tries(buyer, [{ id: few, quantity: 1 }]);
    expect([none.status, none.body]).toMatchObject([409, { code: 'HOLD_LIMIT', id: few, available: 0 }]);
    expect(await readBalances(shop, `held:${many}`, `held:${few}`)).toEqual([0, 0]);
    const fits = await tries(buyer, [{ id: many, quantity: 5 }]);
    expect(fits.status).toBe(201);
    await cancel(buyer, fits.body.checkout);
  });

  it('says in quote and refusal until when: a day after the second of the last two (OWN-402)', async () => {
    const buyer = await shop.signIn();
    const items = [{ id: await shop.addProduct({ stock: 1 }), quantity: 1 }];
    await giveUpTwice(buyer);
    await cancel(
      buyer,
      (await place(buyer, [{ id: await shop.addProduct({ stock: 99 }), quantity: 1 }])).checkout,
    );
    const ends: { ended_at: Date }[] = await shop.database.query(
      'SELECT ended_at FROM checkouts WHERE user_id = $1 ORDER BY ended_at DESC',
      [buyer.userId],
    );
    const until = new Date((ends[1]?.ended_at.getTime() ?? 0) + 24 * 3_600_000).toISOString();
    const quote = await buyer.agent.post('/api/checkout/quote').send({ items }).expect(200);
    expect(quote.body.limits).toMatchObject([{ available: 0, reason: 'unpaid', until }]);
    const { body } = await tries(buyer, items);
    expect(body).toMatchObject({ code: 'HOLD_LIMIT', available: 0, reason: 'unpaid', until });
    expect(body.message).toBe(
      `Two of your checkouts ended unpaid within a day, so you can check out no Elytra. The limit ends on ${until.slice(0, 10)} at ${until.slice(11, 16)} UTC.`,
    );
  });

  it('is limited from the second unpaid end on, for a day (OWN-75)', async () => {
    const buyer = await shop.signIn();
    const many = await shop.addProduct({ stock: 50 });
    const half = [{ id: many, quantity: 25 }];
    await cancel(buyer, (await place(buyer, [{ id: many, quantity: 1 }])).checkout);
    const once = await tries(buyer, half);
    expect(once.status).toBe(201);
    await cancel(buyer, once.body.checkout);
    const ago = (minutes: number) =>
      shop.database.query(
        `UPDATE checkouts SET created_at = now() - make_interval(mins => $2 + 1), ended_at = now() - make_interval(mins => $2) WHERE user_id = $1`,
        [buyer.userId, minutes],
      );
    await ago(24 * 60 - 1);
    expect((await tries(buyer, half)).body).toMatchObject({
      code: 'HOLD_LIMIT',
      reason: 'unpaid',
      available: 5,
    });
    await ago(24 * 60 + 1);
    const later = await tries(buyer, half);
    expect(later.status).toBe(201);
    await cancel(buyer, later.body.checkout);
  });

  it.each([
    ['refuses', 400],
    ['is away', 503],
  ])('does not count what had no page to pay at because its provider %s (OWN-75)', async (_, status) => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 9 });
    for (const quantity of [1, 2, 3]) {
      const body = { error: { type: 'invalid_request_error', message: 'no' } };
      failStripeCalls(
        shop,
        'POST /v1/checkout/sessions$',
        { kind: 'fail', status, body },
        status === 503 ? 2 : 1,
      );
      expect((await tries(buyer, [{ id, quantity }])).status).toBe(503);
      // The provider still refuses when the shop asks again.
      failStripeCalls(shop, 'POST /v1/checkout/sessions$', { kind: 'fail', status: 400, body });
      const [left]: { ref: string }[] = await shop.database.query(
        `SELECT ref FROM checkouts WHERE user_id = $1 AND state = 'open'`,
        [buyer.userId],
      );
      await runSweeper(shop, left?.ref ?? []);
      shop.peers.faults.clear('stripe.api');
    }
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([9, 0]);
    const ends = await shop.database.query(
      'SELECT state, ended_at IS NULL AS lasts FROM checkouts WHERE user_id = $1',
      [buyer.userId],
    );
    expect(ends).toEqual([1, 2, 3].map(() => ({ state: 'failed', lasts: false })));
    const quote = await buyer.agent
      .post('/api/checkout/quote')
      .send({ items: [{ id, quantity: 1 }] })
      .expect(200);
    expect(quote.body.limits ?? []).not.toContainEqual(expect.objectContaining({ reason: 'unpaid' }));
    const placed = await tries(buyer, [{ id, quantity: 1 }]);
    expect(placed.status).toBe(201);
    await cancel(buyer, placed.body.checkout);
    const again = await place(buyer, [{ id, quantity: 2 }]);
    await cancel(buyer, again.checkout);
    // The last two checkouts had a session.
    expect((await tries(buyer, [{ id, quantity: 1 }])).body).toMatchObject({ reason: 'unpaid' });
  });

  it('leaves the open checkout as it is where another cart is refused (OWN-1194)', async () => {
    const buyer = await shop.signIn();
    const [few, many] = [await shop.addProduct({ stock: 2 }), await shop.addProduct({ stock: 50 })];
    await cancel(buyer, (await place(buyer, [{ id: many, quantity: 1 }])).checkout);
    const open = await place(buyer, [{ id: few, quantity: 1 }]);
    const refused = await tries(buyer, [{ id: few, quantity: 2 }]);
    expect(refused.body).toMatchObject({ code: 'HOLD_LIMIT', reason: 'unpaid', available: 0 });
    const dear = await placementFor(buyer, [{ id: many, quantity: 1 }]);
    const changed = await buyer.agent.post(CREATE).send({ ...dear, amount: '0.01' });
    expect(changed.body).toMatchObject({ code: 'PRICE_CHANGED' });
    expect(await readBalances(shop, `held:${few}`)).toEqual([1]);
    expect(await place(buyer, [{ id: few, quantity: 1 }])).toEqual(open);
    await cancel(buyer, open.checkout);
  });

  it('counts the coins of all lines together', async () => {
    const buyer = await shop.signIn();
    await giveUpTwice(buyer);
    await shop.fillPool(1_000_000_000);
    const coins = { category: 'coins', stock: 0, priceCents: 99 };
    const pack = await shop.addProduct({ ...coins, coinValue: 50_000_000 });
    const custom = await shop.addProduct({ ...coins, isCustom: true });
    const items = (millions: number) => [
      { id: pack, quantity: 1 },
      { id: custom, quantity: 1, customAmount: millions },
    ];
    expect((await tries(buyer, items(51))).body).toMatchObject({ code: 'HOLD_LIMIT' });
    const fits = await tries(buyer, items(50));
    expect(fits.status).toBe(201);
    await cancel(buyer, fits.body.checkout);
    const one = await shop.addProduct({ ...coins, coinValue: 500_000_000 });
    const piece = await tries(buyer, [{ id: one, quantity: 1 }]);
    expect(piece.body).toMatchObject({ code: 'HOLD_LIMIT', available: 0 });
  });

  it('counts what a bank still confirms', async () => {
    const buyer = await shop.signIn();
    await giveUpTwice(buyer);
    const id = await shop.addProduct({ stock: 50 });
    const first = await place(buyer, [{ id, quantity: 3 }]);
    await actOnPayPage(first.url, 'pay_later');
    await waitForState(buyer, first.checkout, 'confirming');
    expect((await tries(buyer, [{ id, quantity: 3 }])).body).toMatchObject({ code: 'HOLD_LIMIT' });
    expect((await tries(buyer, [{ id, quantity: 2 }])).status).toBe(201);
  });
});

it('a lower RATE_LIMIT_FACTOR allows fewer placements, and as large ones', async () => {
  const strict = await startMoneyShop({
    RATE_LIMIT_FACTOR: '0.2',
    NEW_ACCOUNT_HOLD_PERCENT: '25',
    TRUSTED_FROM: '35',
  });
  try {
    const buyer = await strict.signIn();
    const id = await strict.addProduct({ stock: 40 });
    const limits = [{ id, available: 10, reason: 'new_account', trustedFrom: '35.00' }];
    const quoted = await buyer.agent.post('/api/checkout/quote').send({ items: [{ id, quantity: 1 }] });
    expect(quoted.body.limits).toEqual(limits);
    for (const quantity of [10, 4]) {
      const { checkout } = await place(buyer, [{ id, quantity }]);
      await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    }
    const third = await buyer.agent.post(CREATE).send(await placementFor(buyer, [{ id, quantity: 1 }]));
    expect([third.status, third.body.code]).toEqual([429, 'RATE_LIMITED']);
  } finally {
    await strict.close();
  }
});

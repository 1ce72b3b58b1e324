import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Quote } from '@pax/contracts';
import {
  readBalances,
  actOnPayPage,
  place,
  waitForState,
  readCheckout,
  placementFor,
  runSweeper,
} from '../../../../test/buying.js';
import { findSession } from '../../../../test/stripe.js';
import { expectSettled } from '../../../../test/expect-settled.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import { runJob } from '../../../../test/jobs.js';
import { Checkout } from '../checkout.entity.js';
import { attachedSession } from '../session/payment-sessions.js';

const CREATE = '/api/payments/stripe/create-checkout-session';

jest.setTimeout(60_000);

describe('placements at their edges', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  it('are told in the quote while they are open, to their buyer alone (OWN-1163)', async () => {
    const [buyer, other] = [await shop.signIn(), await shop.signIn()];
    const id = await shop.addProduct({ stock: 3 });
    const items = [{ id, quantity: 2 }];
    const heldOf = async ({ agent }: typeof buyer): Promise<Quote['held']> =>
      (await agent.post('/api/checkout/quote').send({ items }).expect(200)).body.held;
    const { checkout } = await place(buyer, items);
    expect(await heldOf(buyer)).toEqual([{ id, quantity: 2, coins: 0 }]);
    expect(await heldOf(other)).toBeUndefined();
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    expect(await heldOf(buyer)).toBeUndefined();
  });

  it.each([{ inGameName: 'Alex_02' }, { discordName: 'alex.builds' }])(
    'are another request for %o, and the same one in another order of lines (OWN-72)',
    async (names) => {
      const buyer = await shop.signIn();
      const ids = [await shop.addProduct({ stock: 9 }), await shop.addProduct({ stock: 9 })];
      const items = ids.map((id) => ({ id, quantity: 1 }));
      const stranger = await shop.signIn();
      const [foreign] = ids;
      const theirs = await place(stranger, [{ id: foreign ?? 0, quantity: 1 }]);
      const first = await place(buyer, items);
      expect(await place(buyer, items.toReversed())).toEqual(first);
      const other = await place(buyer, items, names);
      expect(other.checkout).not.toBe(first.checkout);
      expect(await readCheckout(buyer, other.checkout)).toMatchObject({ state: 'open', ...names });
      expect((await readCheckout(buyer, first.checkout)).state).toBe('cancelled');
      expect((await readCheckout(stranger, theirs.checkout)).state).toBe('open');
      expect(await readBalances(shop, ...ids.map((id) => `held:${id}`))).toEqual([2, 1]);
    },
  );

  it('take no more of the balances than the buyer saw, also where these pay everything (OWN-40)', async () => {
    const buyer = await shop.signIn();
    await shop.fill(`credit:${buyer.userId}`, 10_000);
    const [id, cheaper] = [await shop.addProduct({ priceCents: 1000 }), await shop.addProduct({ stock: 3 })];
    const seen = await placementFor(buyer, [{ id, quantity: 1 }], {
      useStoreCredit: true,
      balanceUsed: '10.00',
    });
    const reprice = 'UPDATE products SET price_cents = 6000 WHERE id = $1';
    await shop.database.query(reprice, [id]);
    const refused = await buyer.agent.post(CREATE).send(seen);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'PRICE_CHANGED', quote: { total: '0.00', storeCreditUsed: '60.00' } },
    ]);
    expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([10_000]);
    await buyer.agent
      .post(CREATE)
      .send({ ...seen, balanceUsed: '60' })
      .expect(201);
    expect(await readBalances(shop, `credit:${buyer.userId}`)).toEqual([4000]);
    // The same rest to pay, and more of the credit.
    await shop.database.query(reprice, [cheaper]);
    const partly = await placementFor(buyer, [{ id: cheaper, quantity: 1 }], { useStoreCredit: true });
    await buyer.agent
      .post(CREATE)
      .send({ ...partly, balanceUsed: '39.99' })
      .expect(409);
    await buyer.agent
      .post(CREATE)
      .send({ ...partly, balanceUsed: '40.00' })
      .expect(201);
  });

  it('give no page away that is over, and hold the goods once (OWN-67, OWN-72)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 9 });
    const first = await place(buyer, [{ id, quantity: 1 }]);
    const late = `UPDATE checkouts SET session_expires_at = now() - interval '1 second' WHERE ref = $1`;
    await shop.database.query(late, [first.checkout]);
    const again = await place(buyer, [{ id, quantity: 1 }]);
    expect(again.checkout).not.toBe(first.checkout);
    expect(again.url).not.toBe(first.url);
    expect((await findSession(shop, first.checkout)).status).toBe('expired');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([8, 1]);
  });

  it.each(['blocked_at = now()', 'purchases_suspended = true'])(
    'are refused with nothing held when %s (OWN-19)',
    async (change) => {
      const buyer = await shop.signIn();
      const id = await shop.addProduct({ stock: 2 });
      const input = await placementFor(buyer, [{ id, quantity: 1 }]);
      await shop.database.query(`UPDATE users SET ${change} WHERE id = $1`, [buyer.userId]);
      const answer = await buyer.agent.post(CREATE).send(input);
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'BLOCKED' }]);
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 0]);
    },
  );

  it.each([
    [49, 'AMOUNT_TOO_SMALL'],
    [50, undefined],
    [99_999_999, undefined],
    [100_000_000, 'VALIDATION'],
  ])('of %d cents answer %s (OWN-45)', async (priceCents, code) => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 2, priceCents });
    const answer = await buyer.agent.post(CREATE).send(await placementFor(buyer, [{ id, quantity: 1 }]));
    expect([answer.status === 201, answer.body.code]).toEqual([code === undefined, code]);
    expect(await readBalances(shop, `held:${id}`)).toEqual([code === undefined ? 1 : 0]);
  });

  it('beyond what a column of cents holds are refused before anything is stored (OWN-189)', async () => {
    const buyer = await shop.signIn();
    const items = [];
    for (let line = 0; line < 3; line += 1)
      items.push({ id: await shop.addProduct({ stock: 999, priceCents: 1_000_000 }), quantity: 999 });
    const before = await shop.database.query('SELECT count(*) FROM checkouts');
    const answer = await buyer.agent.post(CREATE).send(await placementFor(buyer, items));
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'VALIDATION' }]);
    expect(answer.body.message).toContain('$999999.99');
    expect(await shop.database.query('SELECT count(*) FROM checkouts')).toEqual(before);
  });

  it('earn by the tier held before, and the next one by the new tier (OWN-46)', async () => {
    const [buyer, admin] = [await shop.signIn(), await shop.signIn({ admin: true })];
    const [dear, cheap] = [
      await shop.addProduct({ priceCents: 20_000 }),
      await shop.addProduct({ priceCents: 1_000 }),
    ];
    const earned: number[] = [];
    for (const id of [dear, cheap]) {
      const { url, checkout } = await place(buyer, [{ id, quantity: 1 }]);
      await actOnPayPage(url, 'pay');
      const { points, orders } = await waitForState(buyer, checkout, 'paid');
      earned.push(points);
      await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
    }
    // Gold takes 4 % off $10.00, and multiplies by 1.5.
    expect(earned).toEqual([2_000, 144]);
  });

  it('are asked about again after a minute, ever later while a bank confirms (OWN-77, OWN-592)', async () => {
    const id = await shop.addProduct({ stock: 9 });
    const [open, confirming] = await Promise.all(
      [1, 2].map(async () => {
        const buyer = await shop.signIn();
        return { buyer, ...(await place(buyer, [{ id, quantity: 1 }])) };
      }),
    );
    if (!open || !confirming) throw new Error('nobody came');
    const minutesLeft = async (refs: string[]): Promise<number[]> => {
      const next: { seconds: number }[] = await shop.database.query(
        `SELECT extract(epoch FROM next_check_at - now())::int AS seconds
           FROM checkouts WHERE ref = ANY($1) ORDER BY array_position($1, ref)`,
        [refs],
      );
      return next.map(({ seconds }) => Math.ceil(seconds / 60));
    };
    expect(await minutesLeft([open.checkout])).toEqual([1]);
    await actOnPayPage(confirming.url, 'pay_later');
    await waitForState(confirming.buyer, confirming.checkout, 'confirming');
    const refs = [open.checkout, confirming.checkout];
    const again: number[][] = [];
    for (let n = 0; n < 7; n += 1) {
      await runSweeper(shop, refs);
      again.push(await minutesLeft(refs));
    }
    expect(again).toEqual([1, 1, 2, 3, 6, 11, 11].map((later) => [1, later]));
  });

  it.each([
    ['confirming', 'CHECKOUT_OPEN'],
    ['paid', 'ALREADY_PAID'],
    ['expired', 'CONFLICT'],
    ['failed', 'CONFLICT'],
  ] as const)('whose page comes when they are %s answer %s (OWN-72)', (state, code) => {
    const checkout = Object.assign(new Checkout(), { ref: 'ref', state, providerSessionId: 'cs_1' });
    expect(() => attachedSession(checkout)).toThrow(expect.objectContaining({ code }));
  });

  it('have a custom amount where the product has one, once, and at most 999 pieces', async () => {
    const custom = await shop.addProduct({ category: 'coins', isCustom: true, stock: 0, priceCents: 99 });
    const piece = await shop.addProduct({});
    const amount = { id: custom, quantity: 1, customAmount: 5 };
    const some = (quantity: number) => ({ id: piece, quantity });
    const buyer = await shop.signIn();
    const codeOf = async (items: object[]): Promise<unknown> =>
      (await buyer.agent.post('/api/checkout/quote').send({ items })).body.code;
    for (const fine of [[amount], [some(999)], [some(499), some(500)]])
      expect([fine, await codeOf(fine)]).toEqual([fine, undefined]);
    for (const wrong of [
      [{ ...amount, quantity: 2 }],
      [amount, amount],
      [amount, { id: custom, quantity: 1 }],
      [{ id: custom, quantity: 1 }],
      [{ ...some(1), customAmount: 5 }],
      [some(500), some(500)],
    ])
      expect([wrong, await codeOf(wrong)]).toEqual([wrong, 'VALIDATION']);
  });

  it('are all processed by one sweep, however many are due (OWN-114)', async () => {
    const id = await shop.addProduct({ stock: 50 });
    const buyers = await Promise.all(Array.from({ length: 23 }, () => shop.signIn()));
    const placed = await Promise.all(buyers.map((buyer) => place(buyer, [{ id, quantity: 1 }])));
    const refs = placed.map(({ checkout }) => checkout);
    await shop.database.query(
      `UPDATE checkouts SET cancel_requested_at = now(), next_check_at = now() WHERE ref = ANY($1)`,
      [refs],
    );
    await runJob(shop.app, 'checkout-sweeper');
    const left = await shop.database.query(
      `SELECT ref FROM checkouts WHERE ref = ANY($1) AND state = 'open' AND next_check_at <= now()`,
      [refs],
    );
    expect(left).toEqual([]);
    const states = await shop.database.query('SELECT DISTINCT state FROM checkouts WHERE ref = ANY($1)', [
      refs,
    ]);
    expect(states).toEqual([{ state: 'cancelled' }]);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([50, 0]);
  });

  it('charge what the quote said, which counts what the own open one sets aside (OWN-1163)', async () => {
    const buyer = await shop.signIn();
    const [id, other] = [
      await shop.addProduct({ stock: 9, priceCents: 9_000 }),
      await shop.addProduct({ stock: 9, priceCents: 6_000 }),
    ];
    await shop.fill(`credit:${buyer.userId}`, 700);
    await shop.fill(`bonus:${buyer.userId}`, 500);
    const spending = { useStoreCredit: true };
    const quoteOf = async (product: number): Promise<Quote> => {
      const items = [{ id: product, quantity: 1 }];
      return (
        await buyer.agent
          .post('/api/checkout/quote')
          .send({ items, ...spending })
          .expect(200)
      ).body;
    };
    const first = await place(buyer, [{ id, quantity: 1 }], spending);
    const mine = [`credit:${buyer.userId}`, `bonus:${buyer.userId}`];
    expect(await readBalances(shop, ...mine)).toEqual([0, 0]);
    // The same request is the same checkout.
    expect(await quoteOf(id)).toMatchObject({ total: '78.00' });
    expect(await place(buyer, [{ id, quantity: 1 }], spending)).toEqual(first);
    expect(await quoteOf(other)).toMatchObject({
      storeCreditUsed: '7.00',
      referralBonusUsed: '5.00',
      total: '48.00',
    });
    const second = await place(buyer, [{ id: other, quantity: 1 }], spending);
    expect(await readCheckout(buyer, second.checkout)).toMatchObject({ state: 'open', total: '48.00' });
    expect(await readBalances(shop, ...mine)).toEqual([0, 0]);
    // One that a bank confirms is not ended by the next.
    await actOnPayPage(second.url, 'pay_later');
    await waitForState(buyer, second.checkout, 'confirming');
    expect(await quoteOf(id)).toMatchObject({
      storeCreditUsed: '0.00',
      referralBonusUsed: '0.00',
      total: '90.00',
    });
    const third = await place(buyer, [{ id, quantity: 1 }], spending);
    expect(await readCheckout(buyer, third.checkout)).toMatchObject({ state: 'open', total: '90.00' });
  });

  it.each([0, 5])('are sold out for more coins than a pool of %d can have (OWN-105)', async (coinsFree) => {
    const buyer = await shop.signIn();
    await shop.fillPool(coinsFree);
    const coins = { category: 'coins', stock: 0, coinValue: 1e15 } as const;
    const ids: number[] = [];
    for (let n = 0; n < 11; n += 1) ids.push(await shop.addProduct(coins));
    const placement = await placementFor(
      buyer,
      ids.map((id) => ({ id, quantity: 999 })),
    );
    const { status, body } = await buyer.agent.post(CREATE).send(placement);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'SOLD_OUT', id: ids[0], available: 0 },
    });
  });
});

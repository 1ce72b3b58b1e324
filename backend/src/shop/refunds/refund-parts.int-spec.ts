import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, buy, onePieceOf, readCheckout } from '../../../test/buying.js';
import { expectProviderAgrees, expectSettled, awaitRefunds } from '../../../test/expect-settled.js';
import { signInFriend } from '../../../test/referral.js';
import { whileRefundsAnswered } from '../../../test/refunds.js';
import { readLoyalty } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import { TEST_ADMIN_ID } from '../../../test/settings.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { z } from 'zod';

jest.setTimeout(60_000);

describe('refunding an amount of a delivered order (OWN-100)', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterEach(async () => {
    await awaitRefunds(shop);
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const complete = (id: number | undefined) =>
    admin.agent.patch(`/api/admin/orders/${id}/complete`).send({}).expect(200);
  const refund = (id: number | undefined, body: object = {}) =>
    admin.agent.post(`/api/admin/orders/${id}/refund`).send(body);
  const delivered = async (priceCents: number) => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents });
    const { checkout, orders } = await buy(buyer, onePieceOf(id));
    await complete(orders[0]);
    return { buyer, checkout, order: orders[0], id };
  };

  it('takes credit, bonus, points, spending and commission in proportion; the last takes what is left, and the history names the order of each (OWN-100)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const { userId } = friend;
    const id = await shop.addProduct({ priceCents: 6000, stock: 3 });
    await shop.fill(`credit:${userId}`, 700);
    // $57: $7 of credit, the $5 bonus and $45, which earn 450 points and a commission of $4.50.
    const { checkout, orders } = await buy(friend, onePieceOf(id), { useStoreCredit: true });
    await complete(orders[0]);
    const accounts = [`credit:${userId}`, `bonus:${userId}`, `points:${userId}`];
    const mine = () => readBalances(shop, ...accounts, `credit:${referrer.userId}`, `stock:${id}`);
    const spent = async () =>
      (await friend.agent.get('/api/account/profile').expect(200)).body.totalSpent as unknown;
    const first = await refund(orders[0], { amount: '10.01' }).expect(200);
    expect(first.body).toMatchObject({ status: 'completed', paymentStatus: 'partly_refunded', version: 3 });
    expect(await mine()).toEqual([155, 111, 350, 350, 2]);
    expect(await spent()).toBe('34.99');
    expect(await readCheckout(friend, checkout)).toMatchObject({ state: 'paid', refundedCents: 1001 });
    await refund(orders[0], { amount: '10.01' }).expect(200);
    expect(await mine()).toEqual([311, 222, 250, 250, 2]);
    const last = await refund(orders[0]).expect(200);
    expect(last.body).toMatchObject({ status: 'completed', paymentStatus: 'refunded' });
    expect(await mine()).toEqual([700, 500, 0, 0, 2]);
    expect(await spent()).toBe('0.00');
    const taken = { kind: 'reversal', orderId: orders[0], description: `Order #${orders[0]} taken back` };
    expect((await readLoyalty(friend)).transactions.slice(0, 3)).toMatchObject(
      [-250, -100, -100].map((points) => ({ ...taken, points, type: 'spent' })),
    );
    expect(await readCheckout(friend, checkout)).toMatchObject({ state: 'refunded', refundedCents: 4500 });
    await awaitRefunds(shop);
    const rows = (await admin.agent.get(`/api/admin/orders/${orders[0]}/refunds`).expect(200)).body;
    expect(rows.map(({ amount, state }: { amount: string; state: string }) => [amount, state])).toEqual([
      ['10.01', 'done'],
      ['10.01', 'done'],
      ['24.98', 'done'],
    ]);
  });

  it('is shown as on its way until all of its parts are done', async () => {
    const { order } = await delivered(600);
    await refund(order, { amount: '1.00' }).expect(200);
    await awaitRefunds(shop);
    const shown = async () => {
      const { body } = await admin.agent.get(`/api/admin/orders?q=${order}`).expect(200);
      return body.find(({ id }: { id: number }) => id === order).refund;
    };
    expect(await shown()).toBe('done');
    await whileRefundsAnswered(shop, { status: 500, body: {} }, async () => {
      await refund(order, { amount: '1.00' }).expect(200);
      expect(await shown()).toBe('requested');
    });
    await awaitRefunds(shop);
    expect(await shown()).toBe('done');
  });

  it('is between a cent and what is left', async () => {
    const { order } = await delivered(600);
    for (const amount of ['0.00', '6.01'])
      expect((await refund(order, { amount }).expect(409)).body).toMatchObject({
        code: 'REFUND_TOO_LARGE',
        available: '6.00',
      });
    const negative = await refund(order, { amount: '-1.00' }).expect(400);
    expect(negative.body).toMatchObject({ code: 'VALIDATION', message: expect.stringMatching(/amount/) });
    await refund(order, { amount: '5.99' }).expect(200);
    const over = await refund(order, { amount: '0.02' }).expect(409);
    expect(over.body).toMatchObject({ code: 'REFUND_TOO_LARGE', available: '0.01' });
    await refund(order, { amount: '0.01' }).expect(200);
    await refund(order, { amount: '0.01' }).expect(409);
  });

  it('puts goods back once: ticked again it is refused and gives nothing back (OWN-100)', async () => {
    const { buyer, checkout, order, id } = await delivered(600);
    await refund(order, { amount: '1.00', restock: true }).expect(200);
    const stock = await readBalances(shop, `stock:${id}`);
    const again = await Promise.all([1, 2].map(() => refund(order, { amount: '1.00', restock: true })));
    for (const { status, body } of again) expect([status, body.code]).toEqual([409, 'ALREADY_RESTOCKED']);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'paid', refundedCents: 100 });
    await refund(order).expect(200);
    expect(await readBalances(shop, `stock:${id}`)).toEqual(stock);
  });

  it.each([2, 10])('never gives back more than was paid, %d at once', async (n) => {
    const { buyer, checkout, order } = await delivered(100 * (n - 1));
    const answers = await Promise.all(
      Array.from({ length: n }, () => refund(order, { amount: '1.00' }).then(({ status }) => status)),
    );
    expect(answers.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: n - 1 }, () => 200), 409]);
    expect(await readCheckout(buyer, checkout)).toMatchObject({
      state: 'refunded',
      refundedCents: 100 * (n - 1),
    });
  });

  it('pays back once what staff confirmed twice in Discord about one state of the order (OWN-148, OWN-764)', async () => {
    const { buyer, checkout, order } = await delivered(1_500);
    const inDiscord = async (version: number, amount?: string) => {
      const answer = await fetch(`${shop.url}/api/bot/orders/${order}/refund`, {
        method: 'POST',
        headers: { authorization: 'Bearer a-token-for-specs-only', 'content-type': 'application/json' },
        body: JSON.stringify({ discordId: TEST_ADMIN_ID, version, amount }),
      });
      return z.looseObject({}).parse(await answer.json());
    };
    const versionNow = async () => {
      const rows = await buyer.agent.get('/api/orders').expect(200);
      return (
        z.array(z.looseObject({ id: z.number(), version: z.number() })).parse(rows.body)[0]?.version ?? 0
      );
    };
    const seen = await versionNow();
    const both = await Promise.all([inDiscord(seen, '5.00'), inDiscord(seen, '5.00')]);
    expect(both).toContainEqual(expect.objectContaining({ id: order, paymentStatus: 'partly_refunded' }));
    expect(both).toContainEqual(expect.objectContaining({ code: 'STALE' }));
    expect(await inDiscord(seen)).toMatchObject({ code: 'STALE' });
    await awaitRefunds(shop);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'paid', refundedCents: 500 });
    expect(await inDiscord(await versionNow())).toMatchObject({ paymentStatus: 'refunded' });
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'refunded', refundedCents: 1_500 });
  });
});

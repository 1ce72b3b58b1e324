import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { balances, onPayPage, place, reaches, placementFor } from '../../../test/buying.js';
import { expectSettled } from '../../../test/provider.js';
import { loyaltyOf, redeem, rewardOf } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

const CREATE = '/api/payments/stripe/create-checkout-session';

jest.setTimeout(30_000);

describe('what missing points bought (OWN-405)', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  /** Somebody who has 1000 points by a delivered order of $100. */
  const buyer = async (): Promise<{ user: SignedIn; order: number; id: number }> => {
    const user = await shop.signIn();
    const id = await shop.addProduct({ stock: 9, priceCents: 10_000 });
    const { url, checkout } = await place(user, [{ id, quantity: 1 }]);
    await onPayPage(url, 'pay');
    const { orders } = await reaches(user, checkout, 'paid');
    await shop.database.query(`UPDATE users SET tier_floor = 'silver' WHERE id = $1`, [user.userId]);
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
    return { user, id, order: orders[0] ?? 0 };
  };
  const refund = (order: number) =>
    admin.agent.post(`/api/admin/orders/${order}/refund`).send({}).expect(200);
  const quote = (user: SignedIn, id: number, more: object) =>
    user.agent.post('/api/checkout/quote').send({ items: [{ id, quantity: 1 }], ...more });

  it('as a code waits when the purchase is refunded, until points are 0 again', async () => {
    const { user, order, id } = await buyer();
    const code = await redeem(user, 'ten-percent-off');
    const input = await placementFor(user, [{ id, quantity: 1 }], { rewardCode: code.code });
    await refund(order);
    expect(await loyaltyOf(user)).toMatchObject({ points: 0, pendingDeduction: 500 });
    expect(await rewardOf(user, code.id)).toMatchObject({ isFrozen: true, isUsed: false });
    for (const answer of [
      await quote(user, id, { rewardCode: code.code }),
      await user.agent.post(CREATE).send(input),
    ])
      expect([answer.status, answer.body]).toMatchObject([409, { code: 'REWARD_CODE_FROZEN', missing: 500 }]);
    await shop.fill(`points:${user.userId}`, 499);
    expect((await quote(user, id, { rewardCode: code.code })).body.code).toBe('REWARD_CODE_FROZEN');
    await shop.fill(`points:${user.userId}`, 1);
    expect((await rewardOf(user, code.id)).isFrozen).toBeUndefined();
    expect((await place(user, [{ id, quantity: 1 }], { rewardCode: code.code })).checkout).toBeTruthy();
  });

  it('is what was redeemed last, as far as points are missing', async () => {
    const { user, order } = await buyer();
    const older = await redeem(user, 'ten-percent-off');
    const newer = await redeem(user, 'free-delivery');
    const frozen = async () =>
      (await Promise.all([older, newer].map(({ id }) => rewardOf(user, id)))).map(
        ({ isFrozen = false }) => isFrozen,
      );
    await refund(order);
    expect(await frozen()).toEqual([true, true]);
    await shop.fill(`points:${user.userId}`, 500);
    expect(await frozen()).toEqual([false, true]);
  });

  it('as credit can neither be spent nor is shown as if it could', async () => {
    const { user, order, id } = await buyer();
    await shop.fill(`credit:${user.userId}`, 200);
    await redeem(user, 'store-credit-5');
    const before = await user.agent.get('/api/account/profile').expect(200);
    expect(before.body).toMatchObject({ storeCredit: '7.00', balance: '7.00' });
    expect(before.body).not.toHaveProperty('frozenCredit');
    await refund(order);
    const after = await user.agent.get('/api/account/profile').expect(200);
    expect(after.body).toMatchObject({ storeCredit: '2.00', balance: '2.00', frozenCredit: '5.00' });
    const { body } = await quote(user, id, { useStoreCredit: true });
    expect(body.storeCreditUsed).toBe('2.00');
    expect(await balances(shop, `credit:${user.userId}`)).toEqual([700]);
    await shop.fill(`points:${user.userId}`, 1_000);
    expect((await quote(user, id, { useStoreCredit: true })).body.storeCreditUsed).toBe('7.00');
  });

  it('is left to a payment that is under way, and to nobody who owes nothing', async () => {
    const { user, order, id } = await buyer();
    const code = await redeem(user, 'ten-percent-off');
    const { url, checkout } = await place(user, [{ id, quantity: 1 }], { rewardCode: code.code });
    await refund(order);
    expect((await quote(user, id, { rewardCode: code.code })).body.code).toBe('REWARD_CODE_FROZEN');
    await onPayPage(url, 'pay');
    expect((await reaches(user, checkout, 'paid')).total).toBe('88.20');
    const other = await buyer();
    const own = await redeem(other.user, 'ten-percent-off');
    expect((await quote(other.user, other.id, { rewardCode: own.code })).body.total).toBe('88.20');
  });

  it('is published to the own room at once', async () => {
    const { user, order } = await buyer();
    await redeem(user, 'store-credit-5');
    await refund(order);
    await expectSettled(shop);
    const [last]: { data: unknown }[] = await shop.database.query(
      `SELECT data FROM stream_messages WHERE room = $1 AND type = 'balance.changed' ORDER BY seq DESC LIMIT 1`,
      [`user:${user.userId}`],
    );
    expect(last?.data).toMatchObject({ storeCredit: '0.00', frozenCredit: '5.00' });
  });
});

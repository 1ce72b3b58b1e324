import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readCheckout } from '../../../../../test/buying.js';
import {
  FREEZABLE_REWARDS,
  signInRewardUser,
  type RewardUser,
} from '../../../../../test/freezable-rewards.js';
import { findLoop } from '../../../../../test/jobs.js';
import {
  armApiFault,
  holdWebhooks,
  actOnOrderOfCheckout,
  actOnOrderPage,
  findPaypalOrder,
  placePaypalOrder,
  refreshCheckout,
  releaseWebhooks,
  withOrdersShop,
} from '../../../../../test/paypal-orders.js';
import { awaitMessages } from '../../../../../test/expect-settled.js';
import type { Shop } from '../../../../../test/shop.js';
import { until } from '../../../../../test/until.js';
import { CheckoutSweeper } from '../../../checkout/session/checkout-sweeper.js';

jest.setTimeout(40_000);

const BARS = ['blocked_at = now()', 'purchases_suspended = true'] as const;

describe('an approved order that must not be paid (OWN-1140)', () => {
  let shop: Shop;
  withOrdersShop((opened) => (shop = opened));
  // They would end what is open, or let go what waits, before PayPal is asked.
  beforeAll(async () => {
    for (const job of ['checkout-sweeper', 'release-holds']) await findLoop(shop.app, job).stop();
  });

  const placed = async (user: RewardUser) => {
    holdWebhooks(shop);
    return placePaypalOrder(user.buyer, user.items, user.extra);
  };
  const withCredit = () => signInRewardUser(shop, 'store-credit-5', () => ({ useStoreCredit: true }));
  const stored = async (ref: string) => {
    const [row] = await shop.database.query(
      `SELECT c.state, (SELECT count(*)::int FROM payments p WHERE p.checkout_id = c.id) AS payments
         FROM checkouts c WHERE c.ref = $1`,
      [ref],
    );
    return { ...row, isCaptured: (await findPaypalOrder(shop, ref)).capture !== undefined };
  };
  const told = async () => {
    await releaseWebhooks(shop);
    await awaitMessages(shop);
  };
  const sweep = async (ref: string): Promise<void> => {
    await shop.database.query(
      `UPDATE checkouts SET next_check_at = now() - interval '1 second' WHERE ref = $1`,
      [ref],
    );
    await shop.app.get(CheckoutSweeper).sweepCheckouts();
  };
  const bar = (userId: number, set: string) =>
    shop.database.query(`UPDATE users SET ${set} WHERE id = $1`, [userId]);
  const CANCELLED = { state: 'cancelled', payments: 0, isCaptured: false };
  const PAID = { state: 'paid', payments: 1, isCaptured: true };

  it.each(FREEZABLE_REWARDS)(
    'is not captured where %s was frozen after the buyer approved, and gives all back (OWN-1140)',
    async (_, key, uses) => {
      const user = await signInRewardUser(shop, key, uses);
      const before = await user.amounts();
      const { url, checkout } = await placed(user);
      await actOnOrderPage(url, 'pay');
      await user.freeze();
      expect(await refreshCheckout(user.buyer, checkout)).toBe(200);
      expect(await readCheckout(user.buyer, checkout)).toMatchObject({ state: 'cancelled', orders: [] });
      expect(await stored(checkout)).toEqual(CANCELLED);
      expect(await user.amounts()).toEqual(before);
      await told();
      await sweep(checkout);
      expect(await stored(checkout)).toEqual(CANCELLED);
    },
  );

  it.each(FREEZABLE_REWARDS)(
    'is not captured where it was declined, and %s was frozen before the next try (OWN-1140)',
    async (_, key, uses) => {
      const user = await signInRewardUser(shop, key, uses);
      const before = await user.amounts();
      const { url, checkout } = await placed(user);
      await actOnOrderOfCheckout(shop, checkout, 'decline');
      await actOnOrderPage(url, 'pay');
      expect(await refreshCheckout(user.buyer, checkout)).toBe(200);
      expect((await stored(checkout)).state).toBe('open');
      await user.freeze();
      await actOnOrderPage(url, 'pay');
      expect(await refreshCheckout(user.buyer, checkout)).toBe(200);
      expect(await stored(checkout)).toEqual(CANCELLED);
      expect(await user.amounts()).toEqual(before);
    },
  );

  it.each(FREEZABLE_REWARDS)(
    'is captured where %s was frozen only after its capture was asked for (OWN-1140)',
    async (_, key, uses) => {
      const user = await signInRewardUser(shop, key, uses);
      const { url, checkout } = await placed(user);
      await actOnOrderPage(url, 'pay');
      armApiFault(shop, { kind: 'fail', status: 503 });
      expect(await refreshCheckout(user.buyer, checkout)).toBe(503);
      expect((await stored(checkout)).state).toBe('confirming');
      await user.freeze();
      expect(await refreshCheckout(user.buyer, checkout)).toBe(200);
      expect(await stored(checkout)).toEqual(PAID);
    },
  );

  it.each(BARS)('is not captured for a buyer who may not buy any more: %s (OWN-1140)', async (set) => {
    const user = await withCredit();
    const before = await user.amounts();
    const { url, checkout } = await placed(user);
    await actOnOrderPage(url, 'pay');
    await bar(user.buyer.userId, set);
    await told();
    expect(await stored(checkout)).toEqual(CANCELLED);
    expect(await user.amounts()).toEqual(before);
  });

  it.each(BARS)(
    'is not captured again for a buyer who may not buy any more, and is once that is over: %s (OWN-1140)',
    async (set) => {
      const user = await withCredit();
      const { url, checkout } = await placed(user);
      await actOnOrderPage(url, 'pay');
      armApiFault(shop, { kind: 'fail', status: 503 });
      expect(await refreshCheckout(user.buyer, checkout)).toBe(503);
      await bar(user.buyer.userId, set);
      await sweep(checkout);
      expect(await stored(checkout)).toEqual({ state: 'confirming', payments: 0, isCaptured: false });
      await bar(user.buyer.userId, 'blocked_at = NULL, purchases_suspended = false');
      // A busy machine may answer the sweeper too late; then it asks again.
      const swept = async () => {
        await sweep(checkout);
        return stored(checkout);
      };
      expect(await until(swept, ({ isCaptured, state }) => isCaptured && state !== 'confirming')).toEqual(
        PAID,
      );
    },
  );

  it('is not captured once its cancel was asked for (OWN-1140)', async () => {
    const user = await withCredit();
    const before = await user.amounts();
    const { url, checkout } = await placed(user);
    await shop.database.query('UPDATE checkouts SET cancel_requested_at = now() WHERE ref = $1', [checkout]);
    await actOnOrderPage(url, 'pay');
    await told();
    expect(await stored(checkout)).toEqual(CANCELLED);
    expect(await user.amounts()).toEqual(before);
  });
});

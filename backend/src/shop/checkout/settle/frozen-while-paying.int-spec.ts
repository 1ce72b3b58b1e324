import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { actOnPayPage, place, waitForState, readCheckout } from '../../../../test/buying.js';
import { CRYPTO_SHOP, submitCrypto } from '../../../../test/crypto-shop.js';
import { FREEZABLE_REWARDS, signInRewardUser, type RewardUser } from '../../../../test/freezable-rewards.js';
import { findLoop } from '../../../../test/jobs.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import { actOnPaypalPayment, actOnWalletPage, placeByWallet } from '../../../../test/paypal.js';
import { findSession, steerStripe } from '../../../../test/stripe.js';
import {
  expectProviderAgrees,
  expectSettled,
  awaitRefunds,
  awaitMessages,
} from '../../../../test/expect-settled.js';
import type { Shop } from '../../../../test/shop.js';
import { until } from '../../../../test/until.js';
import { MarkConfirming } from './mark-confirming.js';

jest.setTimeout(40_000);

/** Jobs that would end what is open before its payment begins. */
const JOBS = ['checkout-sweeper', 'release-holds'] as const;
const BARS = [
  ['is blocked', 'blocked_at = now()'],
  ['is in a dispute', 'purchases_suspended = true'],
] as const;

interface Way {
  place: (user: Pick<RewardUser, 'buyer' | 'items' | 'extra'>) => Promise<{
    checkout: string;
    /** The buyer is done, and the bank decides later. */
    begin: () => Promise<unknown>;
  }>;
  /** The bank says yes. */
  pay: (checkout: string) => Promise<unknown>;
}

describe('a payment that a bank confirms later (OWN-1140)', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop({ ...CRYPTO_SHOP, PAYMENT_METHODS: 'card,wallet,crypto' });
    await Promise.all(JOBS.map((name) => findLoop(shop.app, name).stop()));
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const WAYS: Record<string, Way> = {
    card: {
      place: async ({ buyer, items, extra }) => {
        const { url, checkout } = await place(buyer, items, extra);
        return { checkout, begin: () => actOnPayPage(url, 'pay_later') };
      },
      pay: async (checkout) =>
        steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/later`, {
          action: 'succeed',
        }),
    },
    'PayPal’s form': {
      place: async ({ buyer, items, extra }) => {
        const form = await placeByWallet(buyer, items, extra);
        return { checkout: form.checkout, begin: () => actOnWalletPage(form, 'pay_pending') };
      },
      pay: (checkout) => actOnPaypalPayment(shop, checkout, 'complete'),
    },
  };
  const CASES = Object.keys(WAYS).flatMap((way) =>
    FREEZABLE_REWARDS.map((right) => [way, ...right] as const),
  );
  const wayOf = (name: string): Way => {
    const way = WAYS[name];
    if (!way) throw new Error(`there is no way ${name}`);
    return way;
  };
  const rowOf = async (ref: string): Promise<{ state: string; orders: number; payments: unknown }> => {
    const [row] = await shop.database.query(
      `SELECT c.state, (SELECT count(*)::int FROM orders o WHERE o.checkout_id = c.id) AS orders,
              (SELECT json_agg(json_build_array(p.state, r.amount_cents = p.amount_cents))
                 FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id WHERE p.checkout_id = c.id) AS payments
         FROM checkouts c WHERE c.ref = $1`,
      [ref],
    );
    return row;
  };
  const begun = async (ref: string, begin: () => Promise<unknown>) => {
    await begin();
    return until(
      () => rowOf(ref),
      ({ state }) => state !== 'open',
    );
  };
  const paid = async (ref: string, pay: Way['pay']) => {
    await pay(ref);
    await awaitMessages(shop);
    await awaitRefunds(shop);
    return rowOf(ref);
  };
  const bar = (userId: number, set: string) =>
    shop.database.query(`UPDATE users SET ${set} WHERE id = $1`, [userId]);

  it.each(CASES)(
    'fails as it begins by %s where %s was frozen before, gives all back, and its money too (OWN-1140)',
    async (name, _, key, uses) => {
      const way = wayOf(name);
      const user = await signInRewardUser(shop, key, uses);
      const before = await user.amounts();
      const { checkout, begin } = await way.place(user);
      await user.freeze();
      expect(await begun(checkout, begin)).toEqual({ state: 'failed', orders: 0, payments: null });
      expect(await user.amounts()).toEqual(before);
      expect(await paid(checkout, way.pay)).toEqual({
        state: 'failed',
        orders: 0,
        payments: [['stranded', true]],
      });
      expect(await user.amounts()).toEqual(before);
    },
  );

  it.each(CASES)(
    'buys by %s what %s allows that is frozen only while the bank decides (OWN-1140)',
    async (name, _, key, uses) => {
      const way = wayOf(name);
      const user = await signInRewardUser(shop, key, uses);
      const { checkout, begin } = await way.place(user);
      expect((await begun(checkout, begin)).state).toBe('confirming');
      await user.freeze();
      expect(await paid(checkout, way.pay)).toEqual({
        state: 'paid',
        orders: 1,
        payments: [['settled', null]],
      });
    },
  );

  it.each(CASES)(
    'sends back by %s what comes after the goods were let go and %s was frozen (OWN-1140)',
    async (name, _, key, uses) => {
      const way = wayOf(name);
      const admin = await shop.signIn({ admin: true });
      const user = await signInRewardUser(shop, key, uses);
      const before = await user.amounts();
      const { checkout, begin } = await way.place(user);
      await begun(checkout, begin);
      await admin.agent.post(`/api/admin/holds/${checkout}/release`).send({}).expect(200);
      await user.freeze();
      expect(await paid(checkout, way.pay)).toEqual({
        state: 'failed',
        orders: 0,
        payments: [['stranded', true]],
      });
      expect(await user.amounts()).toEqual(before);
    },
  );

  it.each(Object.keys(WAYS).flatMap((way) => BARS.map((one) => [way, ...one] as const)))(
    'fails as it begins by %s where its buyer %s by then, and gives all back (OWN-1140)',
    async (name, _, set) => {
      const way = wayOf(name);
      const user = await signInRewardUser(shop, 'store-credit-5', () => ({ useStoreCredit: true }));
      const before = await user.amounts();
      const { checkout, begin } = await way.place(user);
      await bar(user.buyer.userId, set);
      expect(await begun(checkout, begin)).toEqual({ state: 'failed', orders: 0, payments: null });
      expect(await user.amounts()).toEqual(before);
      expect((await paid(checkout, way.pay)).payments).toEqual([['stranded', true]]);
    },
  );

  it('is taken late where the points are there again when its money comes (OWN-1140)', async () => {
    const way = wayOf('card');
    const user = await signInRewardUser(shop, 'store-credit-5', () => ({ useStoreCredit: true }));
    const { checkout, begin } = await way.place(user);
    await user.freeze();
    expect((await begun(checkout, begin)).state).toBe('failed');
    await shop.fill(`points:${user.buyer.userId}`, 3_000);
    expect(await paid(checkout, way.pay)).toMatchObject({ state: 'paid', payments: [['settled', null]] });
  });

  it('goes on where the frozen code is another than its own (OWN-1140)', async () => {
    const way = wayOf('card');
    const user = await signInRewardUser(shop, 'ten-percent-off', () => ({}));
    const { checkout, begin } = await way.place(user);
    await user.freeze();
    expect((await begun(checkout, begin)).state).toBe('confirming');
    expect((await paid(checkout, way.pay)).state).toBe('paid');
  });

  describe('by crypto', () => {
    /** Submits an order, before whose first step something happens. */
    const submitAfter = async ({ buyer, items, extra }: RewardUser, happens: () => Promise<unknown>) => {
      const marking = shop.app.get(MarkConfirming);
      const execute = marking.execute.bind(marking);
      const spy = jest.spyOn(marking, 'execute').mockImplementationOnce(async (...input) => {
        await happens();
        return execute(...input);
      });
      const { status, body } = await submitCrypto(buyer, items, extra);
      spy.mockRestore();
      const [{ ref }] = await shop.database.query('SELECT ref FROM checkouts WHERE user_id = $1', [
        buyer.userId,
      ]);
      return { answer: [status, body.code], row: await rowOf(ref) };
    };

    it.each(FREEZABLE_REWARDS)(
      'is no order where %s was frozen before it stands (OWN-1140)',
      async (_, key, uses) => {
        const user = await signInRewardUser(shop, key, uses);
        const before = await user.amounts();
        expect(await submitAfter(user, user.freeze)).toEqual({
          answer: [409, 'CONFLICT'],
          row: { state: 'cancelled', orders: 0, payments: null },
        });
        expect(await user.amounts()).toEqual(before);
      },
    );

    it.each(BARS)('is no order where its buyer %s before it stands (OWN-1140)', async (_, set) => {
      const user = await signInRewardUser(shop, 'store-credit-5', () => ({ useStoreCredit: true }));
      const before = await user.amounts();
      expect(await submitAfter(user, () => bar(user.buyer.userId, set))).toEqual({
        answer: [403, 'BLOCKED'],
        row: { state: 'cancelled', orders: 0, payments: null },
      });
      expect(await user.amounts()).toEqual(before);
    });
  });

  it('shows its buyer that it failed (OWN-1140)', async () => {
    const user = await signInRewardUser(shop, 'ten-percent-off', ({ code }) => ({ rewardCode: code }));
    const { checkout, begin } = await wayOf('card').place(user);
    await user.freeze();
    await begin();
    expect(await waitForState(user.buyer, checkout, 'failed')).toMatchObject({ orders: [] });
    expect(await readCheckout(user.buyer, checkout)).not.toHaveProperty('retryUrl');
  });
});

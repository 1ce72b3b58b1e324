import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Reward } from '@pax/contracts';
import {
  readBalances,
  buy,
  actOnPayPage,
  place,
  waitForState,
  placementFor,
  readCheckout,
  type Items,
} from '../../../test/buying.js';
import { CRYPTO_SHOP, orderByCrypto } from '../../../test/crypto-shop.js';
import { actOnWalletPage, placeByWallet } from '../../../test/paypal.js';
import { holdMessages, releaseMessages, findSession, steerStripe } from '../../../test/stripe.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { signInFriend } from '../../../test/referral.js';
import { runJob } from '../../../test/jobs.js';
import { readLoyalty, redeem, readReward } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { until } from '../../../test/until.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { SettleCheckout } from '../../shop/checkout/settle/settle-checkout.js';

const CREATE = '/api/payments/stripe/create-checkout-session';

jest.setTimeout(30_000);

describe('what missing points bought (OWN-405)', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop({
      PAYMENT_METHODS: 'card,wallet,crypto',
      PARTNER_SHOP_URL: CRYPTO_SHOP.PARTNER_SHOP_URL,
    });
    admin = await shop.signIn({ admin: true });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  /** Somebody who has 1000 points by a delivered order of $100. */
  const buyer = async (): Promise<{ user: SignedIn; order: number; id: number }> => {
    const user = await shop.signIn();
    const id = await shop.addProduct({ stock: 9, priceCents: 10_000 });
    const { url, checkout } = await place(user, [{ id, quantity: 1 }]);
    await actOnPayPage(url, 'pay');
    const { orders } = await waitForState(user, checkout, 'paid');
    await shop.database.query(`UPDATE users SET tier_floor = 'silver' WHERE id = $1`, [user.userId]);
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
    return { user, id, order: orders[0] ?? 0 };
  };
  const refund = (order: number) =>
    admin.agent.post(`/api/admin/orders/${order}/refund`).send({}).expect(200);
  const sweep = () => runJob(shop.app, 'checkout-sweeper');
  const block = ({ userId }: SignedIn, set: string) =>
    shop.database.query(`UPDATE users SET ${set} WHERE id = $1`, [userId]);
  const strandedOf = async (ref: string): Promise<string[]> => {
    const rows: { state: string }[] = await shop.database.query(
      `SELECT p.state FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
      [ref],
    );
    return rows.map(({ state }) => state);
  };
  const quote = (user: SignedIn, id: number, more: object) =>
    user.agent.post('/api/checkout/quote').send({ items: [{ id, quantity: 1 }], ...more });

  it('as a code waits when the purchase is refunded, until points are 0 again', async () => {
    const { user, order, id } = await buyer();
    const code = await redeem(user, 'ten-percent-off');
    const input = await placementFor(user, [{ id, quantity: 1 }], { rewardCode: code.code });
    await refund(order);
    expect(await readLoyalty(user)).toMatchObject({ points: 0, pendingDeduction: 500 });
    expect(await readReward(user, code.id)).toMatchObject({ isFrozen: true, isUsed: false });
    for (const answer of [
      await quote(user, id, { rewardCode: code.code }),
      await user.agent.post(CREATE).send(input),
    ])
      expect([answer.status, answer.body]).toMatchObject([409, { code: 'REWARD_CODE_FROZEN', missing: 500 }]);
    await shop.fill(`points:${user.userId}`, 499);
    expect((await quote(user, id, { rewardCode: code.code })).body.code).toBe('REWARD_CODE_FROZEN');
    await shop.fill(`points:${user.userId}`, 1);
    expect((await readReward(user, code.id)).isFrozen).toBeUndefined();
    expect((await place(user, [{ id, quantity: 1 }], { rewardCode: code.code })).checkout).toBeTruthy();
  });

  it('is what was redeemed last, as far as points are missing', async () => {
    const { user, order } = await buyer();
    const older = await redeem(user, 'ten-percent-off');
    const newer = await redeem(user, 'free-delivery');
    const frozen = async () =>
      (await Promise.all([older, newer].map(({ id }) => readReward(user, id)))).map(
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
    expect(await readBalances(shop, `credit:${user.userId}`)).toEqual([700]);
    await shop.fill(`points:${user.userId}`, 1_000);
    expect((await quote(user, id, { useStoreCredit: true })).body.storeCreditUsed).toBe('7.00');
  });

  describe('is what can still be held back (OWN-405)', () => {
    /** Somebody with two codes, the newer of which is used so; the points of one are missing then. */
    const owing = async (use: (user: SignedIn, items: Items, code: Reward) => Promise<unknown>) => {
      const { user, order, id } = await buyer();
      const older = await redeem(user, 'ten-percent-off');
      const newer = await redeem(user, 'ten-percent-off');
      await shop.fill(`points:${user.userId}`, 500);
      await use(user, [{ id, quantity: 1 }], newer);
      await refund(order);
      return Promise.all(
        [older, newer].map(async (code) => (await readReward(user, code.id)).isFrozen ?? false),
      );
    };
    const OLDER = [true, false];
    const NEWER = [false, true];

    it.each([
      ['free', NEWER, async () => undefined],
      [
        'in an open checkout',
        NEWER,
        (user: SignedIn, items: Items, { code }: Reward) => place(user, items, { rewardCode: code }),
      ],
      [
        'in a payment that is being confirmed',
        OLDER,
        async (user: SignedIn, items: Items, { code }: Reward) => {
          const { url, checkout } = await place(user, items, { rewardCode: code });
          await actOnPayPage(url, 'pay_later');
          await waitForState(user, checkout, 'confirming');
        },
      ],
      [
        'in an order by crypto that is not confirmed',
        OLDER,
        (user: SignedIn, items: Items, { code }: Reward) => orderByCrypto(user, items, { rewardCode: code }),
      ],
      [
        'expired',
        OLDER,
        (_: SignedIn, __: Items, { id }: Reward) =>
          shop.database.query('UPDATE rewards SET expires_at = now() WHERE id = $1', [id]),
      ],
      [
        'expired in an open checkout',
        NEWER,
        async (user: SignedIn, items: Items, { id, code }: Reward) => {
          await place(user, items, { rewardCode: code });
          await shop.database.query('UPDATE rewards SET expires_at = now() WHERE id = $1', [id]);
        },
      ],
    ] as const)('of two codes, the newer %s', async (_, expected, use) => {
      expect(await owing(use)).toEqual(expected);
    });

    it('again, once the payment that was being confirmed fails', async () => {
      let checkout = '';
      let member: SignedIn | undefined;
      const before = await owing(async (user, items, { code }) => {
        const placed = await place(user, items, { rewardCode: code });
        ({ checkout } = placed);
        member = user;
        await actOnPayPage(placed.url, 'pay_later');
        await waitForState(user, checkout, 'confirming');
      });
      expect(before).toEqual(OLDER);
      if (!member) throw new Error('nobody bought');
      await steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/later`, {
        action: 'fail',
      });
      await waitForState(member, checkout, 'failed');
      const { rewards } = await readLoyalty(member);
      expect(rewards.filter(({ isFrozen }) => isFrozen).map(({ code }) => code)).toHaveLength(1);
      expect(rewards.toSorted((a, b) => a.id - b.id).map(({ isFrozen = false }) => isFrozen)).toEqual(NEWER);
    });
  });

  it('is left to a payment that is being confirmed, and to nobody who owes nothing', async () => {
    const { user, order, id } = await buyer();
    const code = await redeem(user, 'ten-percent-off');
    const { url, checkout } = await place(user, [{ id, quantity: 1 }], { rewardCode: code.code });
    await actOnPayPage(url, 'pay_later');
    await waitForState(user, checkout, 'confirming');
    await refund(order);
    await sweep();
    expect((await quote(user, id, { rewardCode: code.code })).body.code).toBe('REWARD_CODE_HELD');
    await steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/later`, {
      action: 'succeed',
    });
    expect((await waitForState(user, checkout, 'paid')).total).toBe('88.20');
    const other = await buyer();
    const own = await redeem(other.user, 'ten-percent-off');
    expect((await quote(other.user, other.id, { rewardCode: own.code })).body.total).toBe('88.20');
  });

  it.each([
    ['code', 'ten-percent-off', ({ code }: Reward) => ({ rewardCode: code })],
    ['credit', 'store-credit-5', () => ({ useStoreCredit: true })],
  ] as const)(
    'as %s ends the open purchase that spends it, and no other (OWN-1140)',
    async (_, key, spends) => {
      const { user, order, id } = await buyer();
      const extra = spends(await redeem(user, key));
      // What another owes is worth the code that it has beside its credit.
      const { user: other, order: otherOrder } = await buyer();
      await redeem(other, 'free-delivery');
      await shop.fill(`credit:${other.userId}`, 300);
      const held = await place(user, [{ id, quantity: 1 }], extra);
      const free = await place(other, [{ id, quantity: 1 }], { useStoreCredit: true });
      await refund(order);
      await refund(otherOrder);
      await sweep();
      await waitForState(user, held.checkout, 'cancelled');
      expect((await findSession(shop, held.checkout)).status).toBe('expired');
      expect((await readLoyalty(other)).pendingDeduction).toBeGreaterThan(0);
      expect((await readCheckout(other, free.checkout)).state).toBe('open');
    },
  );

  it('as commission that is taken back ends the open purchase that spends it (OWN-1140)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const id = await shop.addProduct({ stock: 3, priceCents: 10_000 });
    const { orders } = await buy(friend, [{ id, quantity: 1 }]);
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
    const credit = () => readBalances(shop, `credit:${referrer.userId}`, `credit-held:${referrer.userId}`);
    const [earned = 0] = await credit();
    expect(earned).toBeGreaterThan(0);
    const { checkout } = await place(referrer, [{ id, quantity: 1 }], { useStoreCredit: true });
    expect(await credit()).toEqual([0, earned]);
    await refund(orders[0] ?? 0);
    await sweep();
    await waitForState(referrer, checkout, 'cancelled');
    expect(await credit()).toEqual([0, 0]);
  });

  it('is not spent by a payment that comes before the purchase is ended (OWN-1140)', async () => {
    const { user, order, id } = await buyer();
    const { code } = await redeem(user, 'ten-percent-off');
    holdMessages(shop);
    const { url, checkout } = await place(user, [{ id, quantity: 1 }], { rewardCode: code });
    await actOnPayPage(url, 'pay');
    await refund(order);
    await user.agent.post(`/api/checkouts/${checkout}/refresh`).expect(200);
    await releaseMessages(shop);
    await awaitMessages(shop);
    await awaitRefunds(shop);
    expect(await readCheckout(user, checkout)).toMatchObject({ state: 'failed', orders: [] });
    expect(await strandedOf(checkout)).toEqual(['stranded']);
  });

  it('is not spent by money that comes late for an old form (OWN-1140)', async () => {
    const { user, order, id } = await buyer();
    const { code } = await redeem(user, 'ten-percent-off');
    const { checkout, ...form } = await placeByWallet(user, [{ id, quantity: 1 }], { rewardCode: code });
    await user.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    await refund(order);
    await actOnWalletPage(form, 'pay');
    await awaitMessages(shop);
    expect(await readCheckout(user, checkout)).toMatchObject({ state: 'cancelled', orders: [] });
    expect(await strandedOf(checkout)).toEqual(['stranded']);
  });

  it.each([
    ['was frozen', (order: number) => refund(order)],
    ['is of an account that was blocked', (_: number, user: SignedIn) => block(user, 'blocked_at = now()')],
    [
      'is of an account in a dispute',
      (_: number, user: SignedIn) => block(user, 'purchases_suspended = true'),
    ],
  ])('buys nothing where nothing else is to pay, once it %s (OWN-1140)', async (_, freeze) => {
    const { user, order } = await buyer();
    await redeem(user, 'store-credit-5');
    const id = await shop.addProduct({ stock: 2, priceCents: 400 });
    // A process that ends here leaves the purchase to the sweeper.
    const settle = jest.spyOn(shop.app.get(SettleCheckout), 'execute');
    settle.mockRejectedValue(new Error('the process ended'));
    const input = await placementFor(user, [{ id, quantity: 1 }], { useStoreCredit: true });
    await user.agent.post(CREATE).send(input).expect(500);
    await freeze(order, user);
    settle.mockRestore();
    await shop.database.query(
      `UPDATE checkouts SET next_check_at = now() - interval '1 second' WHERE user_id = $1`,
      [user.userId],
    );
    const stateNow = async (): Promise<string> => {
      await sweep();
      const [row] = await shop.database.query(
        `SELECT state FROM checkouts WHERE user_id = $1 AND method = 'none'`,
        [user.userId],
      );
      return row.state;
    };
    // A run of the shop's own may have the checkout at that moment.
    expect(await until(stateNow, (state) => state !== 'open')).toBe('failed');
    expect(await readBalances(shop, `stock:${id}`, `credit:${user.userId}`)).toEqual([2, 500]);
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

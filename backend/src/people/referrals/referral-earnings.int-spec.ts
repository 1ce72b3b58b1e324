import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  buy,
  onePieceOf,
  actOnPayPage,
  place,
  placementFor,
  waitForState,
  readCheckout,
} from '../../../test/buying.js';
import { findDispute, actAtStripe, steerStripe } from '../../../test/stripe.js';
import { expectProviderAgrees, expectSettled, awaitMessages } from '../../../test/expect-settled.js';
import { deleteNow } from '../../../test/own-data.js';
import { readReferralCode, signInFriend } from '../../../test/referral.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

describe('what a referral brings', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const move = (id: number | undefined, what: string) =>
    admin.agent.patch(`/api/admin/orders/${id}/${what}`).send({});
  const statsOf = async ({ agent }: SignedIn) => (await agent.get('/api/referrals/stats').expect(200)).body;
  const creditOf = async ({ userId }: SignedIn): Promise<number> =>
    (await readBalances(shop, `credit:${userId}`))[0] ?? Number.NaN;

  it('takes 5 % off every order of the friend, and the order says so (SHOP-9.13)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const id = await shop.addProduct({ priceCents: 2000 });
    for (const round of [1, 2]) {
      const { quote, orders } = await buy(friend, onePieceOf(id));
      expect(quote).toMatchObject({ total: '19.00', discounts: { referral: '1.00' } });
      const list = await friend.agent.get('/api/orders').expect(200);
      expect(list.body).toHaveLength(round);
      expect(list.body[0]).toMatchObject({
        id: orders[0],
        totalPrice: '19.00',
        referralDiscount: '1.00',
        referralCode: await readReferralCode(referrer),
      });
    }
  });

  it('is named by the code that was applied, whatever its owner has since', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const applied = await readReferralCode(referrer);
    await referrer.agent.post('/api/referrals/generate-code').expect(200);
    const profile = await friend.agent.get('/api/account/profile').expect(200);
    expect(profile.body).toMatchObject({ appliedReferralCode: applied, referredBy: referrer.username });
    const { orders } = await buy(friend, onePieceOf(await shop.addProduct({})));
    const list = await friend.agent.get('/api/orders').expect(200);
    expect(list.body).toMatchObject([{ id: orders[0], referralCode: applied }]);
    expect((await statsOf(referrer)).stats).toMatchObject({ successful_referrals: 1 });
  });

  it('gives the friend $5 once, on an order of $45 after discounts (SHOP-5.23, ADMIN-5.7)', async () => {
    const { friend } = await signInFriend(shop);
    const [small, large] = [
      await shop.addProduct({ priceCents: 4736 }),
      await shop.addProduct({ priceCents: 4737 }),
    ];
    const bonus = () => readBalances(shop, `bonus:${friend.userId}`, `bonus-held:${friend.userId}`);
    const quoteOf = async (id: number) =>
      (
        await friend.agent
          .post('/api/checkout/quote')
          .send({ items: onePieceOf(id), useStoreCredit: true })
          .expect(200)
      ).body;
    // $47.36 less 5 % is $44.99; one cent more makes $45.00.
    expect(await quoteOf(small)).toMatchObject({
      discountedTotal: '44.99',
      bonusUsable: false,
      referralBonusUsed: '0.00',
    });
    expect(await quoteOf(large)).toMatchObject({
      lines: [{ id: large, quantity: 1, unitPrice: '47.37', linePrice: '47.37', discount: '2.37' }],
      subtotal: '47.37',
      discounts: { referral: '2.37', tier: '0.00', tierPercent: 0, reward: '0.00' },
      storeCreditUsed: '0.00',
      discountedTotal: '45.00',
      bonusUsable: true,
      referralBonusUsed: '5.00',
      total: '40.00',
    });
    const placed = await place(friend, onePieceOf(large), { useStoreCredit: true });
    expect(await bonus()).toEqual([0, 500]);
    await actOnPayPage(placed.url, 'pay');
    await waitForState(friend, placed.checkout, 'paid');
    expect(await bonus()).toEqual([0, 0]);
    expect(await quoteOf(large)).toMatchObject({ referralBonusUsed: '0.00', total: '45.00' });
  });

  it('gives the referrer 10 % of the cash: pending, available with the delivery, in cents that add up (OWN-851, OWN-89, ADMIN-9.2, ADMIN-3.8)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const ids = [];
    for (const priceCents of [1001, 333, 777])
      ids.push(await shop.addProduct({ priceCents, name: `P${priceCents}` }));
    await shop.fill(`credit:${friend.userId}`, 400);
    // 21.11 - 5 % (1.06) = 20.05, less $4 of credit: 16.05 of cash, of which 10 % is 1.61.
    const { orders } = await buy(friend, onePieceOf(...ids), { useStoreCredit: true });
    const stored: { n: number }[] = await shop.database.query(
      'SELECT commission_cents AS n FROM orders WHERE id = ANY($1) ORDER BY id',
      [orders],
    );
    const commissions = stored.map(({ n }) => n);
    expect(commissions.reduce((sum, n) => sum + n, 0)).toBe(161);
    expect((await statsOf(referrer)).stats).toEqual({
      opened: 0,
      total_referrals: 1,
      successful_referrals: 1,
      total_store_credit: '0.00',
      pending_store_credit: '1.61',
    });
    expect(await creditOf(referrer)).toBe(0);
    await move(orders[0], 'complete').expect(200);
    expect(await creditOf(referrer)).toBe(commissions[0]);
    await move(orders[1], 'cancel').expect(200);
    await move(orders[2], 'process').expect(200);
    const { stats, recentReferrals } = await statsOf(referrer);
    expect(stats).toMatchObject({
      total_store_credit: (commissions[0]! / 100).toFixed(2),
      pending_store_credit: (commissions[2]! / 100).toFixed(2),
    });
    expect(recentReferrals).toEqual([
      expect.objectContaining({ productName: 'P777', state: 'pending', referredUsername: friend.username }),
      expect.objectContaining({ productName: 'P333', state: 'reversed' }),
      expect.objectContaining({ productName: 'P1001', state: 'available' }),
    ]);
    await move(orders[2], 'complete').expect(200);
    expect(await creditOf(referrer)).toBe(commissions[0]! + commissions[2]!);
    // What is taken back after the delivery is not earned.
    await admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({}).expect(200);
    expect((await statsOf(referrer)).stats.total_store_credit).toBe((commissions[2]! / 100).toFixed(2));
  });

  it('pays nothing to a referrer whose account was deleted before the delivery, and a refund takes nothing back (OWN-89, OWN-585)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const ids = [await shop.addProduct({ priceCents: 2000 }), await shop.addProduct({ priceCents: 3000 })];
    const { orders } = await buy(friend, onePieceOf(...ids));
    await move(orders[0], 'complete').expect(200);
    expect(await creditOf(referrer)).toBe(190);
    await deleteNow(shop, referrer);
    expect(await creditOf(referrer)).toBe(0);
    await move(orders[1], 'complete').expect(200);
    expect(await creditOf(referrer)).toBe(0);
    await admin.agent.post(`/api/admin/orders/${orders[1]}/refund`).send({ amount: '1.00' }).expect(200);
    await admin.agent.post(`/api/admin/orders/${orders[1]}/refund`).send({}).expect(200);
    expect(await creditOf(referrer)).toBe(0);
  });

  it('lists the newest five orders of friends (ADMIN-7.28, ADMIN-9.8)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const id = await shop.addProduct({ priceCents: 1000, stock: 9 });
    const made: number[] = [];
    for (let n = 0; n < 6; n += 1) made.push(...(await buy(friend, onePieceOf(id))).orders);
    const { recentReferrals } = await statsOf(referrer);
    expect(recentReferrals.map((one: { id: number }) => one.id)).toEqual(made.slice(1).toReversed());
    expect((await statsOf(friend)).recentReferrals).toEqual([]);
  });

  it('counts nobody as successful whose purchase was undone, and pays nothing for it', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const id = await shop.addProduct({ priceCents: 1000 });
    const { orders } = await buy(friend, onePieceOf(id));
    const answers = await Promise.all([1, 2, 3].map(() => move(orders[0], 'cancel')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await statsOf(referrer)).stats).toEqual({
      opened: 0,
      total_referrals: 1,
      successful_referrals: 0,
      total_store_credit: '0.00',
      pending_store_credit: '0.00',
    });
    expect(await creditOf(referrer)).toBe(0);
  });

  it('counts an order that a lost dispute kept from its delivery as undone, whatever is left of its money (OWN-851)', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const { checkout } = await buy(friend, onePieceOf(await shop.addProduct({ priceCents: 2000 })));
    await actAtStripe(shop, checkout, 'dispute', 50);
    await awaitMessages(shop);
    await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, {
      outcome: 'lost',
    });
    await awaitMessages(shop);
    const { stats, recentReferrals } = await statsOf(referrer);
    expect(stats).toMatchObject({ successful_referrals: 0, pending_store_credit: '0.00' });
    expect(recentReferrals).toMatchObject([{ state: 'reversed' }]);
  });

  it('counts from the next checkout on when the code is applied while one is open, for both', async () => {
    const [friend, referrer] = [await shop.signIn(), await shop.signIn()];
    const id = await shop.addProduct({ priceCents: 2000 });
    const placed = await place(friend, onePieceOf(id));
    await friend.agent
      .post('/api/referrals/apply')
      .send({ referralCode: await readReferralCode(referrer) })
      .expect(200);
    await actOnPayPage(placed.url, 'pay');
    const { orders, total } = await waitForState(friend, placed.checkout, 'paid');
    expect(total).toBe('20.00');
    await move(orders[0], 'complete').expect(200);
    expect(await creditOf(referrer)).toBe(0);
    const next = await buy(friend, onePieceOf(id));
    expect(next.total).toBe('19.00');
    await move(next.orders[0], 'complete').expect(200);
    expect(await creditOf(referrer)).toBe(190);
  });

  it('charges what was quoted when the code is applied while the cart is being paid', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [friend, referrer] = [await shop.signIn(), await shop.signIn()];
      const id = await shop.addProduct({ priceCents: 2000 });
      const names = { inGameName: `Friend_${friend.userId}` };
      const [code, input] = [
        await readReferralCode(referrer),
        await placementFor(friend, onePieceOf(id), names),
      ];
      const [placed, applied] = await Promise.all([
        friend.agent.post('/api/payments/stripe/create-checkout-session').send(input),
        friend.agent.post('/api/referrals/apply').send({ referralCode: code }),
      ]);
      expect(applied.status).toBe(200);
      const outcome =
        placed.status === 201
          ? (await readCheckout(friend, placed.body.checkout)).total
          : `${placed.body.code} ${placed.body.quote?.total}`;
      expect(['20.00', 'PRICE_CHANGED 19.00']).toContain(outcome);
    }
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TierName } from '@pax/contracts';
import { readBalances, actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { expectInvariants } from '../../../test/invariants.js';
import { readLoyalty, signInMember as newMember } from '../../../test/rewards.js';
import { sendUntilServed, countOutcomes } from '../../../test/send-until-served.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(30_000);

const REDEEM = '/api/loyalty/rewards/redeem';
const JSON_BODY = { 'content-type': 'application/json' };

describe('redeeming a reward', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectInvariants(shop));
  afterAll(() => shop.close());

  const member = (points: number, tier?: TierName) => newMember(shop, points, tier);
  const redeem = ({ agent }: SignedIn, rewardId: string, more: object = {}) =>
    agent.post(REDEEM).send({ rewardId, ...more });
  const statuses = (answers: { status: number }[]) =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b);

  it('spends the points and gives a code for 30 days (SHOP-4.15, SHOP-9.21, SHOP-3.15)', async () => {
    const user = await member(800);
    const before = Date.now();
    const { body } = await redeem(user, 'ten-percent-off').expect(201);
    expect(body).toMatchObject({
      points: 300,
      reward: {
        key: 'ten-percent-off',
        name: '10% off next purchase',
        pointsCost: 500,
        category: 'discount',
        value: '10',
        isUsed: false,
        isHeld: false,
      },
    });
    expect(body.reward.code).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
    const days = (Date.parse(body.reward.expiresAt) - before) / 86_400_000;
    expect(Math.abs(days - 30)).toBeLessThan(0.01);
    const loyalty = await readLoyalty(user);
    expect(loyalty.points).toBe(300);
    expect(loyalty.rewards).toEqual([body.reward]);
    expect(loyalty.membershipTier).toBe('bronze');
  });

  it('puts what was spent at the front of the history, negative (SHOP-3.14, SHOP-4.12, SHOP-4.9)', async () => {
    const user = await member(5_000, 'gold');
    await redeem(user, 'free-delivery').expect(201);
    await redeem(user, 'vip-badge').expect(201);
    const { transactions, membershipTier } = await readLoyalty(user);
    expect(transactions).toMatchObject([
      {
        points: -2000,
        type: 'spent',
        description: 'Redeemed: VIP Badge',
        kind: 'reward',
        rewardKey: 'vip-badge',
      },
      { points: -300, type: 'spent', description: 'Redeemed: Free Delivery', rewardKey: 'free-delivery' },
      { points: 5000, type: 'earned', kind: 'other' },
    ]);
    expect(membershipTier).toBe('gold');
  });

  it('refuses with too few points and changes nothing (SHOP-5.10, SHOP-8.17)', async () => {
    const user = await member(299);
    const { status, body } = await redeem(user, 'free-delivery');
    expect([status, body]).toMatchObject([
      409,
      { code: 'INSUFFICIENT_POINTS', message: 'Insufficient loyalty points', available: 299, required: 300 },
    ]);
    expect(await readLoyalty(user)).toMatchObject({
      points: 299,
      rewards: [],
      transactions: [{ points: 299 }],
    });
  });

  it.each([
    ['store-credit-5', 'bronze', 'silver'],
    ['vip-badge', 'silver', 'gold'],
    ['early-access', 'gold', 'platinum'],
  ] as const)('refuses %s to %s, from %s on it is given (SHOP-5.22, SHOP-9.20)', async (key, low, enough) => {
    const poor = await member(10_000, low);
    const refused = await redeem(poor, key);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'TIER_TOO_LOW', requiredTier: enough },
    ]);
    const rich = await member(10_000, enough);
    await redeem(rich, key).expect(201);
  });

  it('sells to every tier the two codes for the checkout (SHOP-9.19)', async () => {
    const user = await member(800);
    expect((await readLoyalty(user)).shop).toMatchObject([
      { id: 'ten-percent-off', pointsCost: 500, requiredTier: 'bronze' },
      { id: 'free-delivery', name: 'Free Delivery', pointsCost: 300, requiredTier: 'bronze' },
      {
        id: 'store-credit-5',
        name: '$5 Store Credit',
        pointsCost: 1000,
        value: '5.00',
        requiredTier: 'silver',
      },
      { id: 'vip-badge', name: 'VIP Badge', pointsCost: 2000, requiredTier: 'gold' },
      { id: 'early-access', name: 'Early Access', pointsCost: 3000, requiredTier: 'platinum' },
    ]);
    await redeem(user, 'ten-percent-off').expect(201);
    await redeem(user, 'free-delivery').expect(201);
  });

  it('gives $5 of store credit at once, and the reward is used (OWN-55, SHOP-4.13)', async () => {
    const user = await member(1_000, 'silver');
    const { body } = await redeem(user, 'store-credit-5').expect(201);
    expect(body.reward).toMatchObject({ isUsed: true, value: '5.00' });
    const profile = await user.agent.get('/api/account/profile').expect(200);
    expect(profile.body).toMatchObject({ storeCredit: '5.00', loyaltyPoints: 0 });
  });

  it('never spends more than there is, with a hundred at once (OWN-255)', async () => {
    const user = await member(1_000);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => sendUntilServed(() => redeem(user, 'free-delivery'))),
    );
    expect(countOutcomes(answers)).toEqual({ '201': 3, '409 INSUFFICIENT_POINTS': 97 });
    const { points, rewards } = await readLoyalty(user);
    expect(points).toBe(100);
    expect(new Set(rewards.map(({ code }) => code)).size).toBe(3);
  });

  it('spends once for one click, however often and however close together it comes (OWN-255)', async () => {
    const user = await member(5_000);
    const click = { requestId: 'a-click-of-this-spec' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(user, 'free-delivery', click)));
    expect(statuses(answers)).toEqual(Array<number>(20).fill(201));
    expect(new Set(answers.map(({ body }) => body.reward.id)).size).toBe(1);
    const other = await redeem(user, 'ten-percent-off', click);
    expect([other.status, other.body.code]).toEqual([409, 'CONFLICT']);
    expect((await readLoyalty(user)).points).toBe(4_700);
    const stranger = await member(5_000);
    const own = await redeem(stranger, 'free-delivery', click).expect(201);
    expect(own.body.points).toBe(4_700);
  });

  it('gives badge and access once: a second would give nothing', async () => {
    const user = await member(20_000, 'platinum');
    await redeem(user, 'vip-badge').expect(201);
    await redeem(user, 'early-access').expect(201);
    const answers = await Promise.all(['vip-badge', 'early-access'].map((key) => redeem(user, key)));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'ALREADY_OWNED'],
      [409, 'ALREADY_OWNED'],
    ]);
    const loyalty = await readLoyalty(user);
    expect(loyalty.shop.filter(({ isOwned }) => isOwned).map(({ id }) => id)).toEqual([
      'vip-badge',
      'early-access',
    ]);
    expect(loyalty.points).toBe(15_000);
  });

  it.each(['vip-badge', 'early-access'])('gives %s once when four ask at the same moment', async (key) => {
    const user = await member(20_000, 'platinum');
    const answers = await Promise.all(Array.from({ length: 4 }, () => redeem(user, key)));
    expect(statuses(answers)).toEqual([201, 409, 409, 409]);
    expect((await readLoyalty(user)).rewards).toHaveLength(1);
  });

  it('shows 0 while a reversal is to be made good, and what will be deducted (OWN-102)', async () => {
    const [user, admin] = [await member(0), await shop.signIn({ admin: true })];
    const id = await shop.addProduct({ priceCents: 4_000, stock: 1 });
    const placed = await place(user, [{ id, quantity: 1 }]);
    await actOnPayPage(placed.url, 'pay');
    const { orders } = await waitForState(user, placed.checkout, 'paid');
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
    await redeem(user, 'free-delivery').expect(201);
    await admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({}).expect(200);
    expect(await readLoyalty(user)).toMatchObject({
      points: 0,
      pendingDeduction: 300,
      transactions: [
        {
          points: -400,
          type: 'spent',
          kind: 'reversal',
          orderId: orders[0],
          description: `Order #${orders[0]} taken back`,
        },
        { points: -300, kind: 'reward' },
        { points: 400, type: 'earned', kind: 'purchase', description: 'Purchase: Elytra' },
      ],
    });
    const profile = await user.agent.get('/api/account/profile').expect(200);
    expect(profile.body.loyaltyPoints).toBe(0);
    const refused = await redeem(user, 'free-delivery');
    expect(refused.body).toMatchObject({ code: 'INSUFFICIENT_POINTS', available: 0 });
    await shop.fill(`points:${user.userId}`, 650);
    expect((await redeem(user, 'free-delivery').expect(201)).body.points).toBe(50);
  });

  it('has one outcome when points are spent and taken back at the same moment (OWN-108)', async () => {
    const admin = await shop.signIn({ admin: true });
    for (let round = 0; round < 5; round += 1) {
      const user = await member(0);
      const id = await shop.addProduct({ priceCents: 9_000, stock: 1 });
      const placed = await place(user, [{ id, quantity: 1 }]);
      await actOnPayPage(placed.url, 'pay');
      const { orders } = await waitForState(user, placed.checkout, 'paid');
      await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
      const redeeming = Array.from({ length: 4 }, () => redeem(user, 'free-delivery'));
      const refunding = admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({}).expect(200);
      const answers = await Promise.all(redeeming);
      await refunding;
      const spent = answers.filter(({ status }) => status === 201).length * 300;
      expect(spent).toBeLessThanOrEqual(900);
      expect(await readLoyalty(user)).toMatchObject({ points: 0, pendingDeduction: spent });
    }
  });

  it('shows tier, benefits and progress (SHOP-3.13, SHOP-3.16, SHOP-3.17, SHOP-9.6, SHOP-9.7)', async () => {
    const user = await member(0, 'silver');
    await shop.database.query('UPDATE users SET total_spent_cents = 8000 WHERE id = $1', [user.userId]);
    expect(await readLoyalty(user)).toMatchObject({
      totalSpent: '80.00',
      membershipTier: 'silver',
      benefits: { label: 'Silver', color: 'silver', pointsMultiplier: 1.2, bonusPointsPercentage: 0 },
      nextTier: { tier: 'gold', current: '80.00', required: '200.00', percentage: 40, remaining: '120.00' },
    });
    const top = await member(0, 'diamond');
    expect(await readLoyalty(top)).toMatchObject({
      nextTier: null,
      benefits: { exclusiveRewards: true, prioritySupport: true, specialAccess: true },
    });
  });

  it('refuses visitors, the blocked, unknown rewards and everything that a thief would add', async () => {
    const user = await member(5_000, 'diamond');
    const wrong = [
      {},
      { rewardId: 'free-delivery', pointsCost: 0 },
      { rewardId: 'free-delivery', userId: 1 },
      { rewardId: 'free-delivery', code: 'MINE-MINE-MINE-MINE' },
      { rewardId: 'free-delivery', points: -1 },
      { rewardId: 'free-delivery', requestId: 'short' },
      { rewardId: 'free-delivery', requestId: 'not a name of a click' },
      { rewardId: 7 },
      { rewardId: '' },
      { rewardId: ['free-delivery'] },
    ];
    for (const body of wrong) {
      const answer = await user.agent.post(REDEEM).send(body);
      expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'VALIDATION']);
    }
    for (const rewardId of ['free-money', '__proto__', 'constructor', 'FREE-DELIVERY', '1']) {
      const answer = await redeem(user, rewardId);
      expect([rewardId, answer.status, answer.body.code]).toEqual([rewardId, 404, 'NOT_FOUND']);
    }
    expect((await readLoyalty(user)).points).toBe(5_000);
    const blocked = await shop.signIn({ blocked: true });
    await blocked.agent.post(REDEEM).send({ rewardId: 'free-delivery' }).expect(403);
    await blocked.agent.get('/api/loyalty').expect(403);
    const visitor = await fetch(`${shop.url}${REDEEM}`, { method: 'POST', headers: JSON_BODY, body: '{}' });
    expect(visitor.status).toBe(401);
  });

  it('keeps one account out of the points of another', async () => {
    const [rich, poor] = [await member(3_000), await member(0)];
    await redeem(poor, 'free-delivery').expect(409);
    expect(await readBalances(shop, `points:${rich.userId}`, `points:${poor.userId}`)).toEqual([3_000, 0]);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { customerTierAnswer } from '@pax/contracts';
import { buy, onePieceOf, waitForState } from '../../../test/buying.js';
import { signInMember } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(30_000);

describe('the own tier and points', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterAll(() => shop.close());

  const tierOf = async ({ agent }: SignedIn) =>
    customerTierAnswer.parse((await agent.get('/api/customer-tier').expect(200)).body);

  it('count delivered purchases, not orders, and none that was refunded (ADMIN-3.7, ADMIN-3.16, ADMIN-7.23)', async () => {
    const buyer = await shop.signIn();
    const admin = await shop.signIn({ admin: true });
    const complete = (id: number | undefined) =>
      admin.agent.patch(`/api/admin/orders/${id}/complete`).send({}).expect(200);
    expect(await tierOf(buyer)).toEqual({
      currentTier: {
        name: 'Bronze',
        icon: 'bronze',
        color: 'bronze',
        discount: 0,
        benefits: ['1× loyalty points'],
      },
      nextTier: { name: 'Silver', icon: 'silver', discount: 2, minSpent: '50.00', minOrders: 0 },
      progress: { spent: 0, orders: 100 },
      missing: { spent: '50.00', orders: 0 },
      stats: { totalSpent: '0.00', totalOrders: 0 },
    });
    const ids = [await shop.addProduct({ priceCents: 3_000 }), await shop.addProduct({ priceCents: 3_000 })];
    const { orders: first } = await buy(buyer, onePieceOf(...ids));
    expect((await tierOf(buyer)).stats).toEqual({ totalSpent: '0.00', totalOrders: 0 });
    await Promise.all(first.map(complete));
    const reached = { progress: { spent: 30 }, stats: { totalSpent: '60.00', totalOrders: 1 } };
    expect(await tierOf(buyer)).toMatchObject({ currentTier: { name: 'Silver', discount: 2 }, ...reached });
    const { checkout, orders } = await buy(buyer, onePieceOf(ids[0] ?? 0));
    await complete(orders[0]);
    expect((await tierOf(buyer)).stats.totalOrders).toBe(2);
    await admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({}).expect(200);
    await waitForState(buyer, checkout, 'refunded');
    expect(await tierOf(buyer)).toMatchObject(reached);
  });

  it('say that nothing is above the highest tier (ADMIN-3.7)', async () => {
    expect(await tierOf(await signInMember(shop, 0, 'diamond'))).toMatchObject({
      currentTier: { name: 'Diamond', discount: 8 },
      nextTier: null,
      progress: { spent: 100, orders: 100 },
      missing: { spent: '0.00', orders: 0 },
    });
  });

  it('list what was booked on the points, page by page, to their owner alone (ADMIN-3.9, ADMIN-7.33, ADMIN-6.2)', async () => {
    const owner = await shop.signIn();
    for (const amount of [500, -200, 40]) await shop.fill(`points:${owner.userId}`, amount);
    const page = (query: object) => owner.agent.get('/api/account/loyalty-history').query(query);
    const first = await page({ limit: 2 }).expect(200);
    const row = (points: number, type: string) =>
      expect.objectContaining({
        points,
        type,
        description: 'spec',
        id: expect.any(Number),
        createdAt: expect.stringMatching(/Z$/),
      });
    expect(first.body).toEqual([row(40, 'earned'), row(-200, 'spent')]);
    expect(first.headers['x-total-count']).toBe('3');
    const rest = await owner.agent.get(/<([^>]+)>/.exec(first.headers['link'] ?? '')?.[1] ?? '').expect(200);
    expect(rest.body).toEqual([row(500, 'earned')]);
    expect(rest.headers['link']).toBeUndefined();
    await page({ cursor: 'x' }).expect(400);
    const other = await shop.signIn();
    expect((await other.agent.get('/api/account/loyalty-history').expect(200)).body).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ORDER_STATUSES } from '@pax/contracts';
import { startTestApp, type TestApp } from '../../test/app.js';
import { expectInvariants } from '../../test/invariants.js';
import { testSettings } from '../../test/settings.js';
import { seedLarge } from './large/seed-large.js';
import { seedShop } from './seed.js';

jest.setTimeout(60_000);

describe('the demo content', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp();
    await seedShop(shop.database, testSettings(shop.databaseUrl));
  });
  afterAll(() => shop.close());

  it('has goods of each category, coin packs at their rates, and the break of the Elytra', async () => {
    const goods: { category: string; n: number }[] = await shop.database.query(
      'SELECT category, count(*)::int AS n FROM products GROUP BY category ORDER BY category',
    );
    expect(goods.map(({ category }) => category)).toEqual(['armor', 'bases', 'coins', 'items']);
    expect(goods.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThanOrEqual(24);
    const packs: { millions: number; cents: number }[] = await shop.database.query(
      `SELECT (coin_value / 1000000)::int AS millions, price_cents AS cents FROM products WHERE coin_value > 0 ORDER BY 1`,
    );
    expect(packs.map(({ millions, cents }) => [millions, cents])).toEqual([
      [10, 170],
      [25, 425],
      [50, 850],
      [100, 1_500],
      [250, 3_250],
    ]);
    const [elytra] = await shop.database.query(
      `SELECT price_cents, bulk_min_quantity, bulk_price_cents FROM products WHERE name = 'Elytra'`,
    );
    expect(elytra).toEqual({ price_cents: 1_799, bulk_min_quantity: 3, bulk_price_cents: 1_599 });
    const [pool] = await shop.database.query(
      `SELECT delta::int FROM ledger_lines WHERE idempotency_key = 'seed:pool'`,
    );
    expect(pool).toEqual({ delta: 750_000_000 });
  });

  it('has accounts at several tiers, one of them blocked, and orders in all states', async () => {
    const tiers: { tier: string }[] = await shop.database.query('SELECT DISTINCT tier FROM users');
    expect(tiers.length).toBeGreaterThanOrEqual(3);
    const blocked = await shop.database.query('SELECT username FROM users WHERE blocked_at IS NOT NULL');
    expect(blocked).toEqual([{ username: 'shade' }]);
    const states: { status: string }[] = await shop.database.query('SELECT DISTINCT status FROM orders');
    expect(states.map(({ status }) => status).toSorted()).toEqual([...ORDER_STATUSES].toSorted());
    const refunds: unknown[] = await shop.database.query('SELECT DISTINCT state FROM refunds');
    expect(refunds).toEqual([{ state: 'done' }]);
  });

  it('has a referral that agrees with itself: code, bonus, discount and commission', async () => {
    const [friend] = await shop.database.query(
      `SELECT u.applied_referral_code AS applied, r.referral_code AS code, o.code AS ordered, o.commission, o.discount,
              (SELECT sum(delta)::int FROM ledger_lines WHERE idempotency_key = 'referral-bonus:' || u.id) AS bonus,
              (SELECT sum(delta)::int FROM ledger_lines
                WHERE account = 'credit:' || r.id AND idempotency_key LIKE 'commission:%') AS earned
         FROM users u JOIN users r ON r.id = u.referred_by_user_id,
              LATERAL (SELECT min(referral_code) AS code, sum(commission_cents)::int AS commission,
                              sum(referral_discount_cents)::int AS discount
                         FROM orders WHERE user_id = u.id AND commission_user_id = r.id) AS o
        WHERE u.username = 'pip'`,
    );
    expect(friend).toMatchObject({ applied: friend.code, ordered: friend.code, bonus: 500 });
    expect(friend.discount).toBeGreaterThan(0);
    expect(friend.commission).toBeGreaterThan(0);
    expect(friend.earned).toBe(friend.commission);
  });

  it('has that of a large shop beside it if asked for, once, with every invariant kept', async () => {
    const counts = async (): Promise<Record<string, number>> => {
      const [row] = await shop.database.query(
        `SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM users) AS users,
                (SELECT count(*)::int FROM tickets) AS tickets`,
      );
      return row;
    };
    const before = await counts();
    const sizes = { orders: 600, users: 90, tickets: 60 };
    await seedLarge({ migrationDatabaseUrl: shop.databaseUrl }, sizes);
    await seedLarge({ migrationDatabaseUrl: shop.databaseUrl }, sizes);
    const after = await counts();
    for (const [what, n] of Object.entries(sizes))
      expect([what, (after[what] ?? 0) - (before[what] ?? 0)]).toEqual([what, n]);
    await expectInvariants(shop);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OverviewAnswer, OverviewPeriod } from '@pax/contracts';
import { startTestApp, stopClock, type TestApp } from '../../../test/app.js';
import { runJob } from '../../../test/jobs.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { Clock } from '../../platform/clock.js';
import { DAY_MS, HOUR_MS, startOf } from './overview-period.js';

describe('the periods of the overview (OWN-1552)', () => {
  let shop: TestApp;
  let admin: SignedIn;
  let now: number;
  let today: number;
  beforeAll(async () => {
    shop = await startTestApp({}, { handMade: true });
    const moveClock = stopClock(shop);
    admin = await signIn(shop, { admin: true });
    // In the middle of an hour and of a day, so that each limit has two sides.
    today = startOf(DAY_MS, new Date());
    now = today + 10 * HOUR_MS + 25 * 60_000;
    moveClock(now - shop.app.get(Clock).now().getTime());
    await shop.database.query(
      `INSERT INTO products (id, name, category, price_cents) VALUES (1, 'Elytra', 'items', 1000), (2, 'Totem', 'items', 1000)`,
    );
  });
  beforeEach(async () => {
    for (const table of ['orders', 'checkouts', 'tickets', 'overview_figures', 'overview_progress'])
      await shop.database.query(`DELETE FROM ${table}`);
  });
  afterAll(() => shop.close());

  interface PastPurchase {
    buyer?: SignedIn;
    cents?: number;
    productId?: number;
    /** Minutes after which it was delivered. */
    minutes?: number;
  }
  let number = 0;
  /** Writes a purchase of one order that was paid at a time, ms. */
  async function purchase(at: number, { buyer, cents = 1_000, productId = 1, minutes }: PastPurchase = {}) {
    number += 1;
    const { userId } = buyer ?? (await signIn(shop));
    const paidAt = new Date(at);
    const [{ id }]: [{ id: number }] = await shop.database.query(
      `INSERT INTO checkouts (ref, user_id, state, method, fingerprint, quote, total_cents, game_name, discord_name,
         consent_version, consent_at, created_at, paid_at)
       VALUES ($1, $2, 'paid', 'card', '', '{}', $3, 'Steve', 'steve', '1', now(), $4, $4) RETURNING id`,
      [`ref-${number}`, userId, cents, paidAt],
    );
    await shop.database.query(
      `INSERT INTO orders (checkout_id, line_no, user_id, product_id, product_name, category, quantity, total_cents,
         cash_cents, status, created_at, completed_at)
       VALUES ($1, 1, $2, $3, 'Elytra', 'items', 1, $4, $4, $5, $6, $7)`,
      [
        id,
        userId,
        productId,
        cents,
        minutes === undefined ? 'pending' : 'completed',
        paidAt,
        minutes === undefined ? null : new Date(at + minutes * 60_000),
      ],
    );
  }
  const read = async (period: OverviewPeriod): Promise<OverviewAnswer> =>
    (await admin.agent.get(`/api/admin/overview?period=${period}`).expect(200)).body;
  const counted = async (period: OverviewPeriod): Promise<OverviewAnswer> => {
    await runJob(shop.app, 'count-figures');
    return read(period);
  };

  it.each([
    ['today', 1],
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
  ] as const)(
    'of %s has the limits of whole days, and before it those of the same length',
    async (period, days) => {
      const from = today - (days - 1) * DAY_MS;
      const beforeFrom = from - days * DAY_MS;
      const beforeEnd = now - days * DAY_MS;
      for (const [at, cents] of [
        [now, 1],
        [from, 10],
        [from - 1, 100],
        [beforeEnd, 1_000],
        [beforeEnd - 1, 10_000],
        [beforeFrom, 100_000],
        [beforeFrom - 1, 1_000_000],
      ] as const)
        await purchase(at, { cents });
      const { money, orders, series, ...answer } = await counted(period);
      expect(money?.revenue).toEqual({ now: '0.11', before: '1100.00' });
      expect(orders).toEqual({ now: 2, before: 2 });
      expect([answer.from, answer.beforeFrom]).toEqual(
        [from, beforeFrom].map((at) => new Date(at).toISOString()),
      );
      expect(series).toHaveLength(period === 'today' ? 24 : days);
      expect(series[0]).toMatchObject({
        at: new Date(from).toISOString(),
        orders: { before: 1 },
        revenue: { before: '1000.00' },
      });
      const last = series.findLast((one) => one.orders.now !== null);
      expect(last?.at).toBe(new Date(period === 'today' ? today + 10 * HOUR_MS : today).toISOString());
      expect(series.reduce((sum, one) => sum + Number(one.revenue?.now ?? 0), 0)).toBeCloseTo(0.11);
    },
  );

  it('of an empty shop are zeros, and nothing measured', async () => {
    await shop.database.query('DELETE FROM overview_progress');
    expect((await counted('30d')).countedTo).not.toBeNull();
    expect(await read('30d')).toMatchObject({
      orders: { now: 0, before: 0 },
      buyers: { new: { now: 0 }, returning: { now: 0 } },
      work: { open: 0, overdue: 0, oldestAt: null },
      delivery: { median: { now: null }, ninetyOfHundred: { now: null }, delivered: { now: 0 } },
      goods: [],
      pool: { onHand: 0, sold: { now: 0 }, daysLeft: null },
      money: { revenue: { now: '0.00' }, average: { now: '0.00' }, ways: [] },
    });
  });

  it('of a shop with one order show it, its worth and its buyer', async () => {
    await purchase(now - HOUR_MS, { cents: 1_234, minutes: 20 });
    const { delivery, ...answer } = await counted('today');
    expect(answer).toMatchObject({
      orders: { now: 1, before: 0 },
      buyers: { new: { now: 1 }, returning: { now: 0 } },
      goods: [
        { id: 1, name: 'Elytra', pieces: { now: 1, before: 0 }, worth: { now: '12.34', before: '0.00' } },
      ],
      money: {
        revenue: { now: '12.34', before: '0.00' },
        average: { now: '12.34' },
        checkouts: { placed: { now: 1 }, paid: { now: 1 } },
        ways: [{ method: 'card', paid: { now: 1, before: 0 }, cash: { now: '12.34' } }],
      },
    });
    expect(Math.abs(Number(delivery.median.now) - 20)).toBeLessThan(1);
  });

  it('count each buyer once, as new with the first purchase of all', async () => {
    const [once, often, back] = [await signIn(shop), await signIn(shop), await signIn(shop)];
    await purchase(now - HOUR_MS, { buyer: once });
    for (const days of [0, 1, 2, 5]) await purchase(today - days * DAY_MS, { buyer: often });
    await purchase(today - 40 * DAY_MS, { buyer: back });
    await purchase(now - 2 * HOUR_MS, { buyer: back });
    await purchase(now - HOUR_MS, { buyer: back });
    const buyers = async (period: OverviewPeriod) => {
      const { new: first, returning } = (await counted(period)).buyers;
      return [first.now, returning.now, first.before, returning.before];
    };
    expect(await buyers('today')).toEqual([1, 2, 0, 1]);
    expect(await buyers('7d')).toEqual([2, 1, 0, 0]);
    expect(await buyers('30d')).toEqual([2, 1, 1, 0]);
    expect(await buyers('90d')).toEqual([3, 0, 0, 0]);
  });

  it('tell the time to delivery of half and of nine in ten, within 5 %', async () => {
    for (let minutes = 10; minutes <= 200; minutes += 10)
      await purchase(today - DAY_MS + minutes, { minutes });
    const { median, ninetyOfHundred } = (await counted('7d')).delivery;
    expect(Math.abs(Number(median.now) / 100 - 1)).toBeLessThan(0.05);
    expect(Math.abs(Number(ninetyOfHundred.now) / 180 - 1)).toBeLessThan(0.05);
  });

  it('leave out of work and of the ways to pay what is not paid, and what went back whole (OWN-1559)', async () => {
    for (const minutes of [70, 50, 30]) await purchase(now - minutes * 60_000, { cents: 1_000 });
    await shop.database.query(
      `UPDATE orders SET payment_status = 'unconfirmed' WHERE id = (SELECT min(id) FROM orders)`,
    );
    await shop.database.query(
      `UPDATE checkouts SET created_at = created_at - interval '2 days' WHERE id = (SELECT max(id) FROM checkouts)`,
    );
    const [oldest]: { at: Date }[] = await shop.database.query(
      `SELECT created_at AS at FROM orders WHERE payment_status = 'paid' ORDER BY id LIMIT 1`,
    );
    const { work, money, goods } = await counted('today');
    expect(work).toMatchObject({ open: 2, oldestAt: oldest?.at.toISOString() });
    expect(money?.ways).toMatchObject([{ placed: { now: 2 }, paid: { now: 2 }, cash: { now: '30.00' } }]);
    expect(goods[0]).toMatchObject({ pieces: { now: 3 }, worth: { now: '30.00' } });
    await shop.database.query(
      `WITH back AS (UPDATE orders SET payment_status = 'refunded', status = 'cancelled'
         WHERE id = (SELECT max(id) FROM orders) RETURNING id, checkout_id),
       gone AS (UPDATE checkouts SET state = 'refunded' WHERE id = (SELECT checkout_id FROM back))
       INSERT INTO ledger_journal (idempotency_key, reason, actor, created_at)
       SELECT 'reverse:order:' || id, 'refund', 'system', $1 FROM back`,
      [new Date(now - 60_000)],
    );
    // Everything is counted again, as corrections of earlier hours are in time.
    await shop.database.query('DELETE FROM overview_progress');
    const after = await counted('today');
    expect(after.orders.now).toBe(2);
    expect(after.buyers.new.now).toBe(2);
    expect(after.goods[0]).toMatchObject({ pieces: { now: 2 }, worth: { now: '20.00' } });
    expect(after.money?.average.now).toBe('10.00');
  });

  it('sort goods by worth, and let a late step of the clock change nothing', async () => {
    await purchase(now - 60_000, { productId: 2, cents: 500 });
    await purchase(now - 60_000, { productId: 2, cents: 500 });
    await purchase(now - 60_000, { productId: 1, cents: 1_500 });
    const first = await counted('7d');
    expect(first.goods.map(({ id }) => id)).toEqual([1, 2]);
    await shop.database.query(`UPDATE overview_progress SET counted_to = counted_to + interval '3 days'`);
    await purchase(now - 60_000, { productId: 2, cents: 600 });
    expect((await counted('7d')).goods.map(({ id }) => id)).toEqual([2, 1]);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startTestApp, stopClock, type TestApp } from '../../../test/app.js';
import { findLoop } from '../../../test/jobs.js';
import { signIn } from '../../../test/sign-in.js';
import { Clock } from '../../platform/clock.js';
import { CountFigures } from './count-figures.js';
import { COUNTED_FIGURES } from './counted-figures.js';
import { DAY_MS, HOUR_MS, startOf } from './overview-period.js';

describe('counting the figures (OWN-1556)', () => {
  let shop: TestApp;
  let now: number;
  /** The private step that counts a range in one transaction: its parameters are from and to, ms. */
  const spyOnRanges = () => jest.spyOn(Object(shop.app.get(CountFigures)), 'countRange');
  beforeAll(async () => {
    shop = await startTestApp({}, { handMade: true });
    // The specs count themselves, so that no other run is in their way.
    await findLoop(shop.app, 'count-figures').stop();
    const moveClock = stopClock(shop);
    now = startOf(DAY_MS, new Date()) + 10 * HOUR_MS + 25 * 60_000;
    moveClock(now - shop.app.get(Clock).now().getTime());
  });
  beforeEach(async () => {
    Reflect.set(shop.app.get(CountFigures), 'daysBack', 0);
    for (const table of ['overview_figures', 'overview_progress'])
      await shop.database.query(`DELETE FROM ${table}`);
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => shop.close());

  const count = () => shop.app.get(CountFigures).countNewFigures();
  const timeout = (): never => {
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  };
  const readCountedTo = async (): Promise<number | undefined> => {
    const [row]: { counted_to: Date }[] = await shop.database.query(
      'SELECT counted_to FROM overview_progress',
    );
    return row?.counted_to.getTime();
  };
  const countAlerts = async (): Promise<number> => {
    const [row]: { n: number }[] = await shop.database.query(
      `SELECT count(*)::int AS n FROM outbox_events
        WHERE type = 'alert.raised' AND data ->> 'title' = 'The overview is not counted'`,
    );
    return Number(row?.n);
  };

  it('halves a range that takes too long, down to what is short enough', async () => {
    const ranges = spyOnRanges();
    const done: [number, number][] = [];
    ranges.mockImplementation(async (from, to) => {
      if (Number(to) - Number(from) > 4 * DAY_MS) timeout();
      done.push([Number(from), Number(to)]);
      return true;
    });
    await count();
    expect(done.slice(1, -1).map(([from]) => from)).toEqual(done.slice(0, -2).map(([, to]) => to));
    expect(done[0]?.[0]).toBe(startOf(DAY_MS, new Date(now)) - 180 * DAY_MS);
    expect(done.at(-2)?.[1]).toBe(startOf(HOUR_MS, new Date(now)) + HOUR_MS);
    expect(done.flat().filter((at) => at % HOUR_MS !== 0)).toEqual([]);
  });

  it('alerts once when not even an hour can be counted, and the figures are 15 minutes behind', async () => {
    await count();
    spyOnRanges().mockImplementation(async () => timeout());
    await expect(count()).rejects.toMatchObject({ code: '57014' });
    expect(await countAlerts()).toBe(0);
    await shop.database.query(`UPDATE overview_progress SET counted_to = counted_to - interval '16 minutes'`);
    await expect(count()).rejects.toMatchObject({ code: '57014' });
    await expect(count()).rejects.toMatchObject({ code: '57014' });
    expect(await countAlerts()).toBe(1);
    jest.restoreAllMocks();
    await count();
    expect(await readCountedTo()).toBe(now);
  });

  it('begins its corrections with today', async () => {
    await count();
    const ranges = spyOnRanges();
    await count();
    await count();
    Reflect.set(shop.app.get(CountFigures), 'daysBack', 0);
    await count();
    const today = startOf(DAY_MS, new Date(now));
    const again = ranges.mock.calls.filter(([, , countedTo]) => countedTo === undefined);
    expect(again.map(([from]) => from)).toEqual([today - DAY_MS, today - 2 * DAY_MS, today]);
  });

  it('finds the purchase before by an index', async () => {
    const { userId } = await signIn(shop);
    await shop.database.query(
      `INSERT INTO checkouts (ref, user_id, state, method, fingerprint, quote, total_cents, game_name, discord_name,
         consent_version, consent_at, created_at, paid_at)
       SELECT 'many ' || n, $1, 'paid', 'card', '', '{}', 1000, 'Steve', 'steve', '1', now(),
              now() - n * interval '1 minute', now() - n * interval '1 minute' FROM generate_series(1, 3000) AS n`,
      [userId],
    );
    await shop.database.query('ANALYZE checkouts');
    const plan: { 'QUERY PLAN': string }[] = await shop.database.query(
      `EXPLAIN ${COUNTED_FIGURES.replaceAll('$1', `(now() - interval '1 day')`).replaceAll('$2', 'now()')}`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('checkouts_paid_by_user');
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { serverInfoAnswer } from '@pax/contracts';
import pg from 'pg';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { signIn } from '../../../test/sign-in.js';
import { Clock } from '../../platform/clock.js';

describe('the median delivery time (OWN-1365)', () => {
  let shop: TestApp;
  let owner: pg.Client;
  let userId: number;
  let movedMs = 0;

  beforeAll(async () => {
    shop = await startTestApp({}, { handMade: true });
    shop.app.get(Clock).now = () => new Date(Date.now() + movedMs);
    owner = new pg.Client({ connectionString: shop.databaseUrl });
    await owner.connect();
    await owner.query(`INSERT INTO products (name, category, price_cents) VALUES ('Wings', 'items', 100)`);
    ({ userId } = await signIn(shop));
  });
  afterAll(async () => {
    await owner.end();
    await shop.close();
  });
  beforeEach(async () => {
    await owner.query('DELETE FROM orders');
    await owner.query('DELETE FROM checkouts');
    movedMs += 11 * 60_000;
  });

  /** Adds deliveries that took as many minutes each, with the payment `ago` before now. */
  const deliver = (count: number, minutes: number, ago = '1 day', kind = 'purchase') =>
    owner.query(
      `WITH paid AS (
         INSERT INTO checkouts (ref, user_id, state, method, fingerprint, quote, total_cents, game_name, discord_name,
                                consent_version, consent_at, paid_at)
         SELECT gen_random_uuid()::text, $1, 'paid', 'stripe', 'f', '{}', 100, '', '', '1', now(), now() - $4::interval
           FROM generate_series(1, $2::int) RETURNING id, paid_at)
       INSERT INTO orders (checkout_id, line_no, user_id, product_id, product_name, category, quantity, total_cents,
                           cash_cents, status, completed_at, kind)
       SELECT id, 1, $1, (SELECT min(id) FROM products), 'Wings', 'items', 1, 100, 100, 'completed',
              paid_at + make_interval(mins => $3::int), $5 FROM paid`,
      [userId, count, minutes, ago, kind],
    );
  const measured = async () => {
    const info = await request(shop.app.getHttpServer()).get('/api/discord/server-info').expect(200);
    return serverInfoAnswer.parse(info.body).delivery?.measuredMinutes;
  };

  it('is named from 20 deliveries on, and read again after ten minutes', async () => {
    await deliver(19, 12);
    expect(await measured()).toBeUndefined();
    await deliver(1, 12);
    movedMs += 9 * 60_000;
    expect(await measured()).toBeUndefined();
    movedMs += 2 * 60_000;
    expect(await measured()).toBe(12);
  });

  it('is the middle, not the mean, of purchases of the last 30 days alone', async () => {
    await deliver(11, 10);
    await deliver(10, 900);
    await deliver(40, 500, '31 days');
    await deliver(40, 700, '1 day', 'join_reward');
    expect(await measured()).toBe(10);
  });
});

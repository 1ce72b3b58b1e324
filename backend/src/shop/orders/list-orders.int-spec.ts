import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { listLegalTransitions, ORDER_STATUSES, ORDER_TRANSITIONS, type Order } from '@pax/contracts';
import type { Response } from 'supertest';
import { actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { awaitRefunds } from '../../../test/expect-settled.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';

jest.setTimeout(30_000);

describe('the list of orders that staff page through', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop();
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  /** Paid orders of one checkout, oldest first. */
  const paid = async (count: number): Promise<number[]> => {
    const buyer = await shop.signIn();
    const ids = await Promise.all(Array.from({ length: count }, () => shop.addProduct({})));
    const items = ids.map((id) => ({ id, quantity: 1 }));
    const { url, checkout } = await place(buyer, items);
    await actOnPayPage(url, 'pay');
    return (await waitForState(buyer, checkout, 'paid')).orders.toSorted((a, b) => a - b);
  };
  const moved = (id: number | undefined, move: string) =>
    admin.agent.patch(`/api/admin/orders/${id}/${move}`).send({}).expect(200);
  const idsOf = (body: { id: number }[]): number[] => body.map(({ id }) => id);
  /** Ids on all pages, following the links; at most `most` pages. */
  const walked = async (start: string, most: number): Promise<number[]> => {
    const seen: number[] = [];
    let next: string | undefined = start;
    for (let page = 0; next !== undefined && page < most; page += 1) {
      const answer: Response = await admin.agent.get(next).expect(200);
      seen.push(...idsOf(answer.body));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.link ?? '')?.[1];
    }
    return seen;
  };

  it('shows each once and in the list’s order on pages of any size: open ones with priority first (OWN-54)', async () => {
    const [plain, waiting, done, begun, last] = await paid(5);
    await shop.database.query('UPDATE orders SET priority = true WHERE id = ANY($1)', [
      [waiting, done, begun],
    ]);
    await moved(begun, 'process');
    await moved(done, 'complete');
    const whole = await admin.agent.get('/api/admin/orders').expect(200);
    const order = [begun, waiting, last, done, plain];
    expect(idsOf(whole.body)).toEqual(order);
    for (const limit of [1, 2, 3, 4])
      expect(await walked(`/api/admin/orders?limit=${limit}`, 9)).toEqual(order);
    expect(await walked('/api/admin/orders?limit=1&state=processing,completed', 9)).toEqual([begun, done]);
  });

  it('has the active orders, and another one the archived and the cancelled (ADMIN-7.6, ADMIN-7.7)', async () => {
    const [pending, processing, completed, archived, cancelled] = await paid(5);
    await moved(processing, 'process');
    await moved(completed, 'complete');
    await moved(archived, 'complete');
    await moved(archived, 'archive');
    await moved(cancelled, 'cancel');
    const listed = async (list: string): Promise<Map<number, string>> => {
      const { body }: { body: { id: number; status: string }[] } = await admin.agent.get(list).expect(200);
      return new Map(body.map(({ id, status }) => [id, status]));
    };
    const [active, others] = [await listed('/api/admin/orders'), await listed('/api/admin/orders/archived')];
    expect([pending, processing, completed, archived, cancelled].map((id) => active.get(id ?? 0))).toEqual([
      'pending',
      'processing',
      'completed',
      undefined,
      undefined,
    ]);
    expect([...others]).toEqual(
      expect.arrayContaining([
        [archived, 'archived'],
        [cancelled, 'cancelled'],
      ]),
    );
    expect([...others.values()].every((status) => ['archived', 'cancelled'].includes(status))).toBe(true);
    const [people]: { n: number }[] = await shop.database.query('SELECT count(*)::int AS n FROM users');
    const counts = await admin.agent.get('/api/admin/counts').expect(200);
    expect(counts.body).toMatchObject({ orders: active.size, archived: others.size, users: people?.n });
    expect(await listed('/api/admin/orders?state=archived,cancelled')).toEqual(new Map());
    expect(await listed('/api/admin/orders/archived?state=pending,completed')).toEqual(new Map());
  });

  it('answers a move that is none of an order’s now with those that are, and changes nothing (ADMIN-4.2, ADMIN-4.3, OWN-92)', async () => {
    const [pending, processing, completed, archived, cancelled] = await paid(5);
    await moved(processing, 'process');
    await moved(completed, 'complete');
    await moved(archived, 'complete');
    await moved(archived, 'archive');
    await moved(cancelled, 'cancel');
    await awaitRefunds(shop);
    const stored = (): Promise<unknown> =>
      shop.database.query(
        `SELECT o.id, o.status, o.version, (SELECT count(*) FROM outbox_events WHERE type LIKE 'order.%') AS events,
                (SELECT count(*) FROM order_history) AS steps
           FROM orders o ORDER BY o.id`,
      );
    const before = await stored();
    const of = { pending, processing, completed, archived, cancelled };
    for (const status of ORDER_STATUSES) {
      const legal = listLegalTransitions(status);
      const illegal = ORDER_TRANSITIONS.filter((move) => !legal.includes(move));
      for (const move of illegal) {
        const answer = await admin.agent.patch(`/api/admin/orders/${of[status]}/${move}`).send({});
        expect([status, move, answer.status, answer.body.code, answer.body.legal]).toEqual([
          status,
          move,
          409,
          'ILLEGAL_MOVE',
          legal,
        ]);
      }
    }
    expect(await stored()).toEqual(before);
    await moved(completed, 'archive');
  });

  it('shows a buyer the orders of one purchase as they were made, the last one first (ADMIN-7.32)', async () => {
    const buyer = await shop.signIn();
    const names = ['First', 'Second', 'Third'];
    const ids = await Promise.all(names.map((name) => shop.addProduct({ name })));
    const { url } = await place(
      buyer,
      ids.map((id) => ({ id, quantity: 1 })),
    );
    await actOnPayPage(url, 'pay');
    const ownOrders = async (): Promise<Order[]> => (await buyer.agent.get('/api/orders').expect(200)).body;
    const own = await until(ownOrders, (orders) => orders.length === 3);
    expect(own.map(({ productName }) => productName)).toEqual(names.toReversed());
    expect(new Set(own.map(({ checkout }) => checkout)).size).toBe(1);
    expect(idsOf(own)).toEqual(idsOf(own).toSorted((a, b) => b - a));
  });

  it('finds an order by its number, what it is and whose it is, and reads no wildcards', async () => {
    const buyer = await shop.signIn({ username: 'Searched_Person' });
    const product = await shop.addProduct({ name: 'Searched half% Elytra' });
    const names = { inGameName: 'Searched_Miner', discordName: 'searched.chat' };
    const { url, checkout } = await place(buyer, [{ id: product, quantity: 1 }], names);
    await actOnPayPage(url, 'pay');
    const [id] = (await waitForState(buyer, checkout, 'paid')).orders;
    const found = async (q: string): Promise<number[]> =>
      idsOf((await admin.agent.get('/api/admin/orders').query({ q }).expect(200)).body);
    // Names of other people may hold the digits of the number.
    for (const q of [`${id}`, `#${id}`]) expect(await found(q)).toContain(id);
    for (const q of ['half% ELYTRA', 'searched_miner', 'searched.chat', 'searched_person', '%'])
      expect([q, await found(q)]).toEqual([q, [id]]);
    for (const q of ['searched%elytra', 'searched_half']) expect([q, await found(q)]).toEqual([q, []]);
  });

  it('comes in other orders, each on pages of any size, and one order alone (OWN-602, OWN-1070)', async () => {
    const ids = await paid(3);
    const [late, soon, first] = ids;
    const due = (id: number | undefined, at: string, cents: number, priority = false) =>
      shop.database.query(
        `UPDATE orders SET due_at = $2, total_cents = $3, cash_cents = $3, priority = $4 WHERE id = $1`,
        [id, at, cents, priority],
      );
    const before: { id: number; total_cents: number; cash_cents: number }[] = await shop.database.query(
      'SELECT id, total_cents, cash_cents FROM orders WHERE id = ANY($1)',
      [ids],
    );
    await due(late, '2030-01-03', 90_000_001);
    await due(soon, '2030-01-02', 90_000_003);
    await due(first, '2030-01-04', 90_000_002, true);
    const ordered = async (query: string): Promise<number[]> =>
      (await walked(`/api/admin/orders?limit=1&${query}`, 60)).filter((id) => ids.includes(id));
    expect(await ordered('sort=due&state=pending')).toEqual([first, soon, late]);
    expect(await ordered('sort=due')).toEqual([first, soon, late]);
    // Completed ones are a group of their own, in which nothing goes first any more.
    await shop.database.query(`UPDATE orders SET status = 'completed' WHERE id = ANY($1)`, [[first, late]]);
    expect(await ordered('sort=due')).toEqual([soon, late, first]);
    await shop.database.query(`UPDATE orders SET status = 'pending' WHERE id = ANY($1)`, [[first, late]]);
    expect(await ordered('sort=total')).toEqual([soon, first, late]);
    expect((await admin.agent.get(`/api/admin/orders/${soon}`).expect(200)).body.id).toBe(soon);
    await admin.agent.get('/api/admin/orders/2000000000').expect(404);
    for (const row of before)
      await shop.database.query('UPDATE orders SET total_cents = $2, cash_cents = $3 WHERE id = $1', [
        row.id,
        row.total_cents,
        row.cash_cents,
      ]);
  });

  it('counts to 10,000, and says so where there are more (OWN-602)', async () => {
    const [id] = await paid(1);
    await shop.database.query(
      `INSERT INTO tickets (name, email, subject, message, priority)
       SELECT 'Counted', 'c@example.org', 'Counted ' || n, 'x', 'low' FROM generate_series(1, 10001) AS n`,
    );
    const { headers } = await admin.agent.get('/api/admin/support-tickets?limit=1').expect(200);
    const narrow = await admin.agent.get('/api/admin/support-tickets?limit=1&q=counted 77').expect(200);
    const found = await walked('/api/admin/support-tickets?limit=25&q=counted 77', 9);
    const many = await walked('/api/admin/support-tickets?limit=25&q=counted', 2);
    const counts = await admin.agent.get('/api/admin/counts').expect(200);
    await shop.database.query(`DELETE FROM tickets WHERE name = 'Counted'`);
    expect([headers['x-total-count'], headers['x-total-count-capped']]).toEqual(['10000', 'true']);
    // 77, 770 to 779 and 7700 to 7799.
    expect([narrow.headers['x-total-count'], narrow.headers['x-total-count-capped']]).toEqual([
      '111',
      undefined,
    ]);
    expect(found).toEqual([...new Set(found)].toSorted((one, other) => other - one));
    expect([found.length, many.length, many[0]]).toEqual([111, 50, many.toSorted((a, b) => b - a)[0]]);
    const left = await admin.agent.get('/api/admin/counts').expect(200);
    expect([counts.body.tickets - 10_001, left.body.tickets]).toEqual([left.body.tickets, left.body.tickets]);
    const few = await admin.agent.get(`/api/admin/orders?q=%23${id}`).expect(200);
    expect(few.headers['x-total-count-capped']).toBeUndefined();
  });

  it('is counted by transactions at once, none of which waits for another (OWN-602)', async () => {
    const count = async (): Promise<number> => (await admin.agent.get('/api/admin/counts')).body.tickets;
    const before = await count();
    const add = `INSERT INTO tickets (name, email, subject, message, priority) VALUES ('At once', 'a@example.org', 'x', 'x', 'low')`;
    const { database } = shop;
    const runners = [
      database.createQueryRunner(),
      database.createQueryRunner(),
      database.createQueryRunner(),
    ];
    for (const runner of runners) {
      await runner.startTransaction();
      await runner.query(`SET LOCAL lock_timeout = '1s'`);
      await runner.query(add);
    }
    expect(await count()).toBe(before);
    for (const [at, runner] of runners.entries()) {
      await (at === 0 ? runner.rollbackTransaction() : runner.commitTransaction());
      await runner.release();
    }
    expect(await count()).toBe(before + 2);
    await database.query(`UPDATE tickets SET status = 'closed', ended_at = now() WHERE name = 'At once'`);
    expect(await count()).toBe(before);
    await database.query(`DELETE FROM tickets WHERE name = 'At once'`);
    expect(await count()).toBe(before);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { NOT_TRIED, type MovedOrder, type OrderViewCounts, type StaffOrder } from '@pax/contracts';
import { buyProducts } from '../../../test/buying.js';
import { TEST_ADMIN_ID } from '../../../test/settings.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { ShopError } from '../../platform/shop-error.js';
import { TransitionOrder } from '../fulfilment/transition-order.js';

jest.setTimeout(60_000);

const OTHER_ADMIN_ID = '310457829164285953';

describe('the queue of orders', () => {
  let shop: Shop;
  let nova: SignedIn;
  let finn: SignedIn;
  beforeAll(async () => {
    shop = await startShop({ ADMIN_DISCORD_IDS: `${TEST_ADMIN_ID},${OTHER_ADMIN_ID}` });
    nova = await shop.signIn({ discordId: TEST_ADMIN_ID });
    finn = await shop.signIn({ discordId: OTHER_ADMIN_ID, username: 'Finn Bold' });
  });
  afterAll(() => shop.close());
  const paid = async (count: number): Promise<number[]> => {
    const { orders } = await buyProducts(shop, count);
    await shop.database.query(`UPDATE orders SET due_at = now() + interval '1 day' WHERE id = ANY($1)`, [
      orders,
    ]);
    return orders;
  };
  const move = (staff: SignedIn, id: number | undefined, what: string, body = {}) =>
    staff.agent.patch(`/api/admin/orders/${id}/${what}`).send(body);
  const listed = async (view: string, staff = nova, query = ''): Promise<number[]> => {
    const answer = await staff.agent
      .get(`/api/admin/orders?sort=due&state=pending,processing,${view}${query}`)
      .expect(200);
    const orders: StaffOrder[] = answer.body;
    expect(Number(answer.headers['x-total-count'])).toBeGreaterThanOrEqual(orders.length);
    return orders.map(({ id }) => id);
  };
  const counted = async (staff = nova): Promise<OrderViewCounts> =>
    (await staff.agent.get('/api/admin/orders/views').expect(200)).body;
  const setDue = (id: number | undefined, until: string) =>
    shop.database.query(`UPDATE orders SET due_at = now() + $2::interval WHERE id = $1`, [id, until]);

  it('is seen in views, filtered and counted by the server (OWN-1530)', async () => {
    const [late, later, soon, first, done] = await paid(5);
    await setDue(late, '-2 minutes');
    await setDue(later, '-1 minute');
    await setDue(soon, '14 minutes');
    await shop.database.query('UPDATE orders SET priority = true WHERE id = ANY($1)', [[first, done]]);
    await move(nova, later, 'process').expect(200);
    await move(finn, first, 'process').expect(200);
    await move(nova, done, 'complete').expect(200);
    expect(await listed('overdue')).toEqual([late, later]);
    expect(await listed('soon')).toEqual([soon]);
    expect(await listed('mine')).toEqual([later]);
    expect(await listed('mine', finn)).toEqual([first]);
    expect(await listed('priority')).toEqual([first]);
    expect(await counted()).toEqual({ overdue: 2, soon: 1, mine: 1, priority: 1 });
    expect(await listed('overdue', nova, '&limit=1&cursor=p' + late)).toEqual([later]);
    // A view has open orders only, whatever else is asked for.
    const { body } = await nova.agent.get('/api/admin/orders?state=completed,mine').expect(200);
    expect(body).toEqual([]);
    for (const state of ['overdue,soon', 'Overdue', 'mine,nothing'])
      await nova.agent.get('/api/admin/orders').query({ state }).expect(400);
    await nova.agent.get('/api/admin/orders/archived?state=mine').expect(400);
  });

  it('names who has an order, until it is handed back (OWN-1531)', async () => {
    const [id] = await paid(1);
    const taken = await move(finn, id, 'process').expect(200);
    expect(taken.body).toMatchObject({ processedBy: 'Finn Bold', processedById: finn.userId });
    const back = await move(nova, id, 'release').expect(200);
    expect(back.body).toMatchObject({ processedBy: null, processedById: null });
    // Staff without an account of the shop have a name, but no id.
    await shop.database.query(`UPDATE orders SET processed_by = 'discord:42' WHERE id = $1`, [id]);
    const { body } = await nova.agent.get(`/api/admin/orders/${id}`).expect(200);
    expect(body).toMatchObject({ processedBy: 'Discord 42', processedById: null });
  });

  it('gives an order to one of two who take it at once; the other reads who has it (OWN-1533)', async () => {
    const [id] = await paid(1);
    const { body: seen } = await nova.agent.get(`/api/admin/orders/${id}`);
    const { version } = seen;
    const answers = await Promise.all([nova, finn].map((staff) => move(staff, id, 'process', { version })));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    const winner = [nova, finn][statuses.indexOf(200)];
    const { body } = await finn.agent.get(`/api/admin/orders/${id}`).expect(200);
    expect(body).toMatchObject({ processedById: winner?.userId, version: version + 1 });
  });

  describe('moved in bulk (OWN-1534)', () => {
    const moveAll = (staff: SignedIn, what: string, orders: { id: number; version: number }[]) =>
      staff.agent.post('/api/admin/orders/bulk-move').send({ move: what, orders });
    const refusalsOf = (body: MovedOrder[]) => body.map(({ id, refusal }) => [id, refusal]);

    it('moves each as if alone: what is refused changes nothing and keeps nothing else back', async () => {
      const [free, taken, old, done] = await paid(4);
      await move(finn, taken, 'process').expect(200);
      await move(nova, done, 'complete').expect(200);
      await move(finn, old, 'process').expect(200);
      await move(finn, old, 'release').expect(200);
      const orders = [
        { id: free ?? 0, version: 1 },
        { id: taken ?? 0, version: 2 },
        { id: old ?? 0, version: 1 },
        { id: done ?? 0, version: 2 },
        { id: 2_000_000_000, version: 1 },
        // The second of two: the first one moved it.
        { id: free ?? 0, version: 1 },
      ];
      const { body } = await moveAll(nova, 'process', orders).expect(200);
      expect(refusalsOf(body)).toEqual([
        [free, null],
        [taken, 'ILLEGAL_MOVE'],
        [old, 'STALE'],
        [done, 'ILLEGAL_MOVE'],
        [2_000_000_000, 'NOT_FOUND'],
        [free, 'STALE'],
      ]);
      const now: MovedOrder[] = body;
      expect(now.map(({ order }) => order && [order.processedById, order.version])).toEqual([
        [nova.userId, 2],
        [finn.userId, 2],
        [null, 3],
        [nova.userId, 2],
        null,
        [nova.userId, 2],
      ]);
      const audited: { n: number }[] = await shop.database.query(
        `SELECT count(*)::int AS n FROM audit_log WHERE action = 'order.process' AND subject = ANY($1)`,
        [[free, done].map((id) => `order:${id}`)],
      );
      expect(audited[0]?.n).toBe(1);
    });

    it('moves each once where two staff move the same at the same time', async () => {
      const orders = (await paid(5)).map((id) => ({ id, version: 1 }));
      const answers = await Promise.all([
        moveAll(nova, 'process', orders).expect(200),
        moveAll(finn, 'process', orders.toReversed()).expect(200),
      ]);
      const moved: MovedOrder[] = answers.flatMap(({ body }) => body).filter((one) => one.refusal === null);
      expect(moved.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(orders.map(({ id }) => id));
    });

    it.each([
      ['a busy shop', new ShopError('UNAVAILABLE', 'busy'), 503, 'UNAVAILABLE'],
      ['an unexpected error', new Error('the database is away'), 500, 'INTERNAL'],
    ])('ends at %s: says what is done and tries no more (OWN-1536)', async (_, error, status, code) => {
      const ids = await paid(4);
      const orders = ids.map((id) => ({ id, version: 1 }));
      const tried: number[] = [];
      const transitions = shop.app.get(TransitionOrder);
      const original = transitions.execute.bind(transitions);
      const execute = jest.spyOn(transitions, 'execute');
      execute.mockImplementation((input) => {
        tried.push(input.orderId);
        return input.orderId === ids[2] ? Promise.reject(error) : original(input);
      });
      try {
        const { body } = await moveAll(nova, 'process', orders).expect(200);
        expect(refusalsOf(body)).toEqual([
          [ids[0], null],
          [ids[1], null],
          [ids[2], code],
          [ids[3], NOT_TRIED],
        ]);
        expect(tried).toEqual(ids.slice(0, 3));
        // Nothing was done yet, so the whole call failed.
        const first = await moveAll(nova, 'process', orders.slice(2)).expect(status);
        expect(first.body).toMatchObject({ code });
      } finally {
        execute.mockRestore();
      }
    });

    it('needs the right of a single move, and refuses what is no move or too much', async () => {
      const orders = [{ id: 1, version: 1 }];
      const customer = await shop.signIn();
      await moveAll(customer, 'complete', orders).expect(403);
      await moveAll(nova, 'cancel', orders).expect(400);
      const many = Array.from({ length: 26 }, () => ({ id: 1, version: 1 }));
      await moveAll(nova, 'complete', many).expect(400);
    });
  });
});

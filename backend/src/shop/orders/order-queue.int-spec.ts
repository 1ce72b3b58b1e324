import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { OrderViewCounts, StaffOrder } from '@pax/contracts';
import { buyProducts } from '../../../test/buying.js';
import { TEST_ADMIN_ID } from '../../../test/settings.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

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
});

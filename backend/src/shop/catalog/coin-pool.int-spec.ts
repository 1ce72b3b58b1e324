import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, place, placementFor } from '../../../test/buying.js';
import { expectSettled } from '../../../test/expect-settled.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';

const M = 1_000_000;
jest.setTimeout(30_000);

describe('the coin pool under a set', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop();
    admin = await shop.signIn({ admin: true });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const set = (body: object) => admin.agent.put('/api/admin/coin-stock').send(body);
  const shown = async (): Promise<number> =>
    (await admin.agent.get('/api/coin-stock').expect(200)).body.coinStock;

  it('may be set below what is held: the public sees 0, releases fill the gap first (OWN-110, ADMIN-7.17)', async () => {
    await set({ coinStock: 100 * M }).expect(200);
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ category: 'coins', coinValue: 30 * M, priceCents: 300, stock: 0 });
    const { checkout } = await place(buyer, [{ id, quantity: 2 }]);
    const short = await set({ coinStock: String(40 * M) }).expect(200);
    expect(short.body).toMatchObject({ coinStock: 40 * M, held: 60 * M, free: -20 * M });
    expect(await shown()).toBe(0);
    const products = await buyer.agent.get('/api/products').expect(200);
    expect(products.body).toContainEqual(expect.objectContaining({ id, stock: 0, isOutOfStock: true }));
    const other = await shop.signIn();
    const refused = await other.agent
      .post('/api/payments/stripe/create-checkout-session')
      .send(await placementFor(other, [{ id, quantity: 1 }]))
      .expect(409);
    expect(refused.body).toMatchObject({ code: 'SOLD_OUT', available: 0 });
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    expect(await readBalances(shop, 'coins', 'coins-held')).toEqual([40 * M, 0]);
    expect(await shown()).toBe(40 * M);
  });

  it('is told live as it is asked for: to visitors what is free, to staff what is on hand (OWN-110)', async () => {
    await set({ coinStock: 100 * M }).expect(200);
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ category: 'coins', coinValue: 30 * M, priceCents: 300, stock: 0 });
    const { checkout } = await place(buyer, [{ id, quantity: 2 }]);
    const visitor = new SocketClient(shop.url, { origin: shop.url });
    const staff = new SocketClient(shop.url, { origin: shop.url, cookie: admin.cookie });
    const newest = (client: SocketClient, room: string) =>
      client.messages.findLast((one) => one.room === room && one.type.startsWith('coins.'))?.data;
    await Promise.all([visitor.waitForRooms(1), staff.waitForRooms(3)]);
    await set({ coinStock: 90 * M }).expect(200);
    // News of the order may come after the rooms were joined, before those of the set.
    const free = await shown();
    await until(
      async () => [newest(visitor, 'shop'), newest(staff, 'admin')],
      ([toVisitors, toStaff]) =>
        Object(toVisitors).coinStock === free && Object(toStaff).coinStock === 90 * M,
    );
    expect(newest(visitor, 'shop')).toEqual({ coinStock: 30 * M });
    expect(newest(staff, 'admin')).toMatchObject({ coinStock: 90 * M, held: 60 * M, free: 30 * M });
    for (const { socket } of [visitor, staff]) socket.close();
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
  });

  it('is set in the name of who set it, in the ledger and in the audit (OWN-34)', async () => {
    await set({ coinStock: 12 * M }).expect(200);
    await set({ coinStock: 11 * M }).expect(200);
    const actor = `user:${admin.userId}`;
    const [entry] = await shop.database.query(
      `SELECT actor, reason, delta::int FROM ledger_journal JOIN ledger_lines USING (idempotency_key) WHERE idempotency_key LIKE 'set:coins:%' ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toEqual({ actor, reason: 'pool set', delta: -M });
    const [audited] = await shop.database.query(
      `SELECT actor, action, subject, detail FROM audit_log ORDER BY id DESC LIMIT 1`,
    );
    expect(audited).toEqual({ actor, action: 'coins.set', subject: 'coins', detail: { coinStock: 11 * M } });
  });

  it('lets one of two editors through who saw the same (ADMIN-3.5, ADMIN-7.9)', async () => {
    const { body } = await admin.agent.get('/api/admin/coin-stock').expect(200);
    const coins = { coinStock: 11 * M, held: 0, free: 11 * M };
    expect(body).toEqual({ ...coins, version: expect.any(Number) });
    const answers = await Promise.all([7, 8].map((n) => set({ coinStock: n * M, version: body.version })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const stale = answers.find(({ status }) => status === 409);
    expect(stale?.body).toMatchObject({
      code: 'STALE',
      current: { onHand: await shown(), version: body.version + 1 },
    });
    await set({ coinStock: 9 * M, version: body.version + 1 }).expect(200);
  });

  it('does not go stale by holds and releases (OWN-195)', async () => {
    const before = (await admin.agent.get('/api/admin/coin-stock')).body.version;
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ category: 'coins', coinValue: M, priceCents: 300, stock: 0 });
    const { checkout } = await place(buyer, [{ id, quantity: 1 }]);
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    await set({ coinStock: 5 * M, version: before }).expect(200);
  });

  it.each([-1, 1.5, '1e3', '', null, {}, [], '-5', 2e15, '1_000', true])(
    'refuses %p as an amount',
    async (coinStock) => {
      const before = await readBalances(shop, 'coins', 'coins-held');
      expect((await set({ coinStock }).expect(400)).body).toMatchObject({ code: 'VALIDATION' });
      expect(await readBalances(shop, 'coins', 'coins-held')).toEqual(before);
    },
  );
});

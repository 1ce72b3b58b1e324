import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AdminTicket } from '@pax/contracts';
import request from 'supertest';
import { buy, onePieceOf } from '../../../test/buying.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

const FORM = { name: 'Jürgen', email: 'j@example.org', subject: 'No elytra', message: 'I was online.' };

describe('the order that a ticket is about (OWN-1487)', () => {
  let shop: Shop;
  let buyer: SignedIn;
  let orderId: number;
  beforeAll(async () => {
    shop = await startMoneyShop({ RATE_LIMIT_FACTOR: '100' });
    buyer = await shop.signIn();
    const { orders } = await buy(buyer, onePieceOf(await shop.addProduct({ priceCents: 1000 })));
    orderId = orders[0] ?? 0;
  });
  afterAll(() => shop.close());

  const visitor = () => request.agent(shop.app.getHttpServer());
  const send = (agent: SignedIn['agent'], changes: object) =>
    agent.post('/api/support-tickets').send({ ...FORM, orderId, ...changes });
  const countTickets = async (): Promise<number> => {
    const [row]: { n: number }[] = await shop.database.query('SELECT count(*)::int AS n FROM tickets');
    return row?.n ?? -1;
  };

  it('begins the subject, for staff as an own order, unless the subject names it', async () => {
    const admin = await shop.signIn({ admin: true });
    for (const [typed, subject] of [
      ['No elytra', `#${orderId} · No elytra`],
      [`Order ${orderId} is late`, `Order ${orderId} is late`],
      ['x'.repeat(150), `#${orderId} · ${'x'.repeat(150)}`],
    ]) {
      const { id } = (await send(buyer.agent, { subject: typed }).expect(201)).body;
      const list: { body: AdminTicket[] } = await admin.agent
        .get('/api/admin/support-tickets')
        .query({ q: `#${id}` })
        .expect(200);
      const found = list.body.find((ticket) => ticket.id === id);
      expect(found).toMatchObject({ subject, namedOrders: [{ id: orderId, isOwn: true }] });
    }
  });

  it('sent again is the same ticket', async () => {
    const body = { requestId: 'd7c1d0a94e5f4c38a1b2c3d4e5f60718' };
    const [one, other] = [await send(buyer.agent, body), await send(buyer.agent, body)];
    expect([one.status, other.status, other.body]).toEqual([201, 201, one.body]);
  });

  it('of somebody else, of nobody, or named by a visitor is refused, and no ticket comes of it', async () => {
    const before = await countTickets();
    const stranger = await shop.signIn();
    await send(stranger.agent, {}).expect(404);
    await send(buyer.agent, { orderId: 999_999 }).expect(404);
    await send(visitor(), {}).expect(404);
    for (const wrong of [0, -1, 1.5, '17', null, 1e300])
      expect([wrong, (await send(buyer.agent, { orderId: wrong })).status]).toEqual([wrong, 400]);
    expect(await countTickets()).toBe(before);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_RIGHTS } from '@pax/contracts';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { insertCreationEvent } from '../../../test/creation-event.js';
import { TEST_BOT_TOKEN } from '../../../test/settings.js';
import { signIn } from '../../../test/sign-in.js';

describe('access to the panel', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp();
  });
  afterAll(() => shop.close());

  it('answers 401 to a visitor, 403 to a customer, and lets an admin in (ADMIN-6.6, SHOP-6.6)', async () => {
    await request(shop.app.getHttpServer()).get('/api/admin/coin-stock').expect(401);
    const customer = await signIn(shop);
    const refused = await customer.agent.get('/api/admin/coin-stock').expect(403);
    expect(refused.body).toMatchObject({ code: 'FORBIDDEN' });
    const admin = await signIn(shop, { admin: true });
    await admin.agent.get('/api/admin/coin-stock').expect(200);
  });

  it('tells any session its rights, a blocked one too, and a visitor nothing (OWN-560, ADMIN-7.4)', async () => {
    const admin = { role: 'admin', isAuthorizedUser: true, rights: STAFF_RIGHTS, blocked: false };
    const customer = { role: 'customer', isAuthorizedUser: false, rights: [], blocked: false };
    const people = [
      [{ admin: true }, admin],
      [{}, customer],
      [{ blocked: true }, { ...customer, blocked: true }],
    ] as const;
    for (const [who, rights] of people) {
      const { agent } = await signIn(shop, who);
      expect((await agent.get('/api/admin/check-auth').expect(200)).body).toEqual(rights);
      expect((await agent.get('/api/auth/me').expect(200)).body).toMatchObject(rights);
    }
    for (const path of ['admin/check-auth', 'auth/me'])
      await request(shop.app.getHttpServer()).get(`/api/${path}`).expect(401);
  });

  it('answers 401 to a visitor who wants to pay or to spend points (SHOP-6.1)', async () => {
    for (const call of ['payments/stripe/create-checkout-session', 'loyalty/rewards/redeem'])
      await request(shop.app.getHttpServer()).post(`/api/${call}`).send({}).expect(401);
  });

  it('counts wrong tokens of the bot by address, tells the tenth and refuses more; the right one passes (OWN-903)', async () => {
    const ask = (authorization?: string) => {
      const asked = request(shop.app.getHttpServer()).get('/api/bot/stock');
      return authorization === undefined ? asked : asked.set({ authorization });
    };
    const alerts = (): Promise<unknown[]> =>
      shop.database.query(
        `SELECT 1 FROM outbox_events WHERE type = 'alert.raised' AND data->>'title' = 'Somebody tries tokens of the bot'`,
      );
    for (let n = 0; n < 12; n += 1) expect((await ask()).status).toBe(401);
    for (let n = 0; n < 9; n += 1) expect((await ask(`Bearer wrong-${n}`)).status).toBe(401);
    expect(await alerts()).toEqual([]);
    expect((await ask('Bearer wrong-9')).status).toBe(401);
    expect(await alerts()).toHaveLength(1);
    for (let n = 10; n < 13; n += 1)
      expect((await ask(`Bearer wrong-${n}`)).body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await alerts()).toHaveLength(1);
    expect((await ask(`Bearer ${TEST_BOT_TOKEN}`)).status).toBe(200);
  });

  it('records refused calls to the panel, twenty of each at most, and raises one alert (OWN-21)', async () => {
    const { agent, userId } = await signIn(shop);
    for (let visit = 0; visit < 22; visit += 1) await agent.get('/api/admin/coin-stock').expect(403);
    const rows = await shop.database.query(
      `SELECT action, subject, address_hash IS NOT NULL AS addressed FROM audit_log WHERE actor = $1`,
      [`user:${userId}`],
    );
    const row = { action: 'panel.refused', subject: 'GET /api/admin/coin-stock', addressed: true };
    expect(rows).toEqual(Array.from({ length: 20 }, () => row));
    const alerts = await shop.database.query(
      `SELECT 1 FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' LIKE $1`,
      [`%user:${userId} %`],
    );
    expect(alerts).toHaveLength(1);
    await agent.patch(`/api/admin/users/${userId}/block`).send({ isBlocked: true, reason: 'x' }).expect(403);
    const blocks = await shop.database.query(
      `SELECT subject FROM audit_log WHERE actor = $1 AND subject NOT LIKE '%coin-stock'`,
      [`user:${userId}`],
    );
    expect(blocks).toEqual([{ subject: 'PATCH /api/admin/users/:id/block' }]);
  });

  it('records who asks for the panel’s page without the right, as the page says (OWN-21, ADMIN-8.5, ADMIN-2.6)', async () => {
    for (const blocked of [false, true]) {
      const { agent, userId } = await signIn(shop, { blocked });
      await agent.get('/api/admin/check-auth').expect(200);
      const rows = await shop.database.query(
        `SELECT action, subject, detail FROM audit_log WHERE actor = $1`,
        [`user:${userId}`],
      );
      const detail = { role: 'customer', blocked, openedBy: expect.any(String) };
      expect(rows).toEqual([{ action: 'panel.refused', subject: 'GET /api/admin/check-auth', detail }]);
    }
  });

  it('quotes a blocked account what it quotes a visitor (OWN-1265)', async () => {
    const { agent, userId } = await signIn(shop);
    const [{ id }] = await shop.database.query(
      `INSERT INTO products (name, description, category, price_cents) VALUES ('Elytra', '', 'items', 10000) RETURNING id`,
    );
    await insertCreationEvent(shop.database, 'product.created', id);
    await shop.database.query(`UPDATE users SET tier = 'gold' WHERE id = $1`, [userId]);
    const cart = { items: [{ id, quantity: 1 }], useStoreCredit: true };
    const quote = async (asker: Pick<typeof agent, 'post'>) =>
      (await asker.post('/api/checkout/quote').send(cart).expect(200)).body;
    expect(await quote(agent)).toMatchObject({ total: '96.00' });
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [userId]);
    expect(await quote(agent)).toEqual(await quote(request(shop.app.getHttpServer())));
  });

  it('refuses a blocked admin, and records the block (OWN-19, OWN-21)', async () => {
    const { agent, userId } = await signIn(shop, { admin: true, blocked: true });
    const refused = await agent.get('/api/admin/orders').expect(403);
    expect(refused.body).toMatchObject({ code: 'BLOCKED' });
    const rows = await shop.database.query(
      `SELECT subject, detail FROM audit_log WHERE actor = $1 AND action = 'panel.refused'`,
      [`user:${userId}`],
    );
    const detail = { role: 'admin', blocked: true, openedBy: 'discord' };
    expect(rows).toEqual([{ subject: 'GET /api/admin/orders', detail }]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { signIn } from '../../../test/sign-in.js';

describe('access', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp();
  });
  afterAll(() => shop.close());

  it('answers 401 to a visitor, 403 to a customer, and lets an admin in (ADMIN-6.6)', async () => {
    await request(shop.app.getHttpServer()).get('/api/admin/coin-stock').expect(401);
    const customer = await signIn(shop);
    const refused = await customer.agent.get('/api/admin/coin-stock').expect(403);
    expect(refused.body).toMatchObject({ code: 'FORBIDDEN' });
    const admin = await signIn(shop, { admin: true });
    await admin.agent.get('/api/admin/coin-stock').expect(200);
  });
});

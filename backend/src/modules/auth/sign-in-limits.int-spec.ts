import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';

const password = 'right password';

describe('limits of signing in', () => {
  let shop: TestApp;
  const login = (username: string, tried: string, from: string) =>
    request(shop.app.getHttpServer())
      .post('/api/auth/login')
      .set('x-forwarded-for', from)
      .send({ username, password: tried });
  const register = (username: string, from: string) =>
    request(shop.app.getHttpServer())
      .post('/api/auth/register')
      .set('x-forwarded-for', from)
      .send({ username, password });

  beforeAll(async () => {
    shop = await startTestApp({ TRUST_PROXY: '1' });
  });
  afterAll(() => shop.close());

  it('stops guessing at one account after ten, wherever it comes from; live sessions go on (OWN-29)', async () => {
    const agent = request.agent(shop.app.getHttpServer());
    await agent.post('/api/auth/register').send({ username: 'guessed', password }).expect(201);
    for (let n = 0; n < 10; n += 1) await login('Guessed', `wrong ${n}`, `198.51.100.${n}`).expect(401);
    const refused = await login('guessed', password, '198.51.100.99').expect(429);
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await agent.get('/api/auth/me').expect(200);
    await register('somebody else', '198.51.100.99').expect(201);
    await login('somebody else', password, '198.51.100.99').expect(200);
  });

  it('lets no more than ten through when many guess at the same time', async () => {
    await register('rushed', '203.0.113.1').expect(201);
    const tries = await Promise.all(
      Array.from({ length: 22 }, (_, n) => login('rushed', `wrong ${n}`, `203.0.113.${n}`)),
    );
    const statuses = tries.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(12);
  });

  it('counts right logins against nobody', async () => {
    await register('regular', '203.0.113.77').expect(201);
    for (let n = 0; n < 12; n += 1) {
      const { status } = await login('regular', password, '203.0.113.77');
      expect(status).toBe(200);
    }
  });

  it('counts one IPv6 /64 as one caller, and only what the own proxy adds (OWN-29)', async () => {
    for (let n = 0; n < 50; n += 1) {
      // The first entry is what a client made up; the last one is what the proxy saw.
      await login(`nobody ${n}`, password, `192.0.2.${n}, 2001:db8:5:5::${n + 1}`).expect(401);
    }
    const sameNet = await login('nobody', password, '192.0.2.200, 2001:db8:5:5:ffff::1');
    const nextNet = await login('nobody', password, '2001:db8:5:6::1');
    expect([sameNet.status, nextNet.status]).toEqual([429, 401]);
  });
});

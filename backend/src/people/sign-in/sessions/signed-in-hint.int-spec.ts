import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../../test/app.js';

const password = 'correct-horse-8';

describe('the hint that somebody signed in', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp({ RATE_LIMIT_FACTOR: '100' });
  });
  afterAll(() => shop.close());

  const http = () => request(shop.app.getHttpServer());
  const register = (username: string) =>
    http().post('/api/auth/register').send({ username, password }).expect(201);
  const cookiesOf = ({ headers }: request.Response): string[] => [headers['set-cookie'] ?? []].flat();
  const hintOf = (answer: request.Response): string =>
    cookiesOf(answer).find((cookie) => cookie.startsWith('pax_signed_in=')) ?? '';

  it('is set with the session, readable by scripts, and different each time', async () => {
    const first = hintOf(await register('hinted'));
    const second = hintOf(
      await http().post('/api/auth/login').send({ username: 'hinted', password }).expect(200),
    );
    for (const hint of [first, second])
      expect(hint).toMatch(/^pax_signed_in=[\w-]{22}; Max-Age=2592000; Path=\/; SameSite=Lax$/);
    expect(first).not.toBe(second);
  });

  it('holds nothing of the session', async () => {
    const [session, hint] = cookiesOf(await register('separate')).map(
      (cookie) => /=([^;]+)/.exec(cookie)?.[1],
    );
    expect(session).toMatch(/^[\w-]{22}$/);
    expect(hint).not.toBe(session);
    await http().get('/api/auth/me').set('cookie', `pax_session=${hint}`).expect(401);
  });

  it('is cleared by signing out', async () => {
    const cookie = cookiesOf(await register('leaving'))
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    const gone = hintOf(await http().post('/api/auth/logout').set('cookie', cookie).expect(200));
    expect(gone).toMatch(/^pax_signed_in=; (Max-Age=0; )?.*Expires=Thu, 01 Jan 1970/);
  });

  it.each(
    ['1', 'admin', '%00', '"', '<script>', '../../../modules', "' OR 1=1", 'x'.repeat(4_000)].map((value) => [
      value.slice(0, 12),
      value,
    ]),
  )('gives no right, whatever it says: %s', async (_shown, value) => {
    const hint = `pax_signed_in=${value}`;
    await http().get('/api/auth/me').set('cookie', hint).expect(401);
    await http().get('/api/admin/orders').set('cookie', hint).expect(401);
    await http().get('/api/products').set('cookie', hint).expect(200);
  });
});

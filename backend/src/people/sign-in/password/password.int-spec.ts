import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../../test/app.js';
import { signIn } from '../../../../test/sign-in.js';
import { PasswordHasher } from './password-hasher.js';

const password = 'right password ☂';

/** The cache is forgotten; cookies but those of the session, and what pages keep, stay (OWN-16). */
function expectForgotten(headers: Record<string, unknown>): void {
  expect(headers['clear-site-data']).toBe('"cache"');
  const cleared = [headers['set-cookie']].flat().map((cookie) => String(cookie).split('=', 1)[0]);
  expect(cleared).toEqual(['pax_session', 'pax_signed_in']);
}

describe('signing in with a password', () => {
  let shop: TestApp;
  const http = () => request(shop.app.getHttpServer());
  const register = (body: object) => http().post('/api/auth/register').send(body);
  const login = (username: string, tried: string) =>
    http().post('/api/auth/login').send({ username, password: tried });
  const sessions = async (): Promise<number> => {
    const rows: { n: number }[] = await shop.database.query('SELECT count(*)::int AS n FROM sessions');
    return rows[0]?.n ?? -1;
  };

  beforeAll(async () => {
    shop = await startTestApp({ RATE_LIMIT_FACTOR: '3' });
  });
  afterAll(() => shop.close());

  it('registers, is signed in, and says who it is (SHOP-7.9)', async () => {
    const agent = request.agent(shop.app.getHttpServer());
    const answer = await agent
      .post('/api/auth/register')
      .send({ username: ' Ada ', password, discordId: '310457829164285952' })
      .expect(201);
    expect(answer.body).toEqual({ user: { id: expect.any(Number), username: 'Ada' } });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^pax_session=[\w-]{22}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const me = await agent.get('/api/auth/me').expect(200);
    // The typed id is the test admin's: a claim gives no right (OWN-9).
    expect(me.body).toMatchObject({
      username: 'Ada',
      discordId: null,
      role: 'customer',
      isAuthorizedUser: false,
      loyaltyPoints: 0,
    });
    expect(me.headers['cache-control']).toBe('no-store');
    const profile = await agent.get('/api/account/profile').expect(200);
    expect(profile.body.referralCode).toMatch(/^PAX[A-Z0-9]{6}$/);
    expect(JSON.stringify(profile.body)).not.toContain('argon2');
  });

  it('gives a name to one of two concurrent registrations, whatever the case', async () => {
    const tries = await Promise.all(
      ['Twice', 'tWICE', 'TWICE', 'twice'].map((username) => register({ username, password })),
    );
    expect(tries.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect(tries.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'USERNAME_TAKEN' });
    const events: { n: number }[] = await shop.database.query(
      `SELECT count(*)::int AS n FROM outbox_events e JOIN users u ON e.aggregate_id = u.id::text
        WHERE e.type = 'user.registered' AND u.username_key = 'twice'`,
    );
    expect(events).toEqual([{ n: 1 }]);
  });

  it.each([
    { username: 'ab', password },
    { username: 'someone', password: '12345' },
    { username: 'someone', password: 'x'.repeat(129) },
    { username: 'someone', password: 'x'.repeat(1_000) },
    { username: 'someone', password: 123_456 },
    { username: 'some\u0000one', password },
    { username: ['someone'], password },
    { username: 'someone', password, role: 'admin' },
    { username: 'someone', password, isAdmin: true },
    { username: 'someone', password, discordId: 'abc' },
    { password },
    [],
    'text',
  ])('refuses a malformed registration with 400 and changes nothing: case %#', async (body) => {
    const before = await shop.database.query('SELECT count(*) FROM users');
    const answer = await http()
      .post('/api/auth/register')
      .set('content-type', 'application/json')
      .send(JSON.stringify(body))
      .expect(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION' });
    expect(await shop.database.query('SELECT count(*) FROM users')).toEqual(before);
  });

  it('takes JSON only, from the own origin only', async () => {
    const tried = async (headers: Record<string, string>): Promise<number> => {
      const body = JSON.stringify({ username: 'nobody here', password });
      const asked = http().post('/api/auth/login').set('content-type', 'application/json').set(headers);
      return (await asked.send(body)).status;
    };
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(await tried({ 'content-type': type })).toBe(415);
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:3001'])
      expect(await tried({ origin })).toBe(403);
    expect(await tried({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await tried({ origin: 'http://127.0.0.1:3000' })).toBe(401);
    const bodyless = await http().post('/api/auth/logout').set('content-type', 'application/json');
    expect(bodyless.status).toBe(200);
  });

  it('answers an unknown name, a wrong password and an account without one alike (OWN-24)', async () => {
    await register({ username: 'known', password }).expect(201);
    await signIn(shop, { username: 'discord only', discordId: '427196530852986880' });
    const bodies = await Promise.all(
      [
        ['known', 'wrong password'],
        ['unknown', password],
        ['discord only', password],
      ].map(async ([username = '', tried = '']) => (await login(username, tried).expect(401)).body),
    );
    for (const { correlationId: _, ...body } of bodies) {
      expect(body).toEqual({
        type: 'about:blank',
        title: 'INVALID_CREDENTIALS',
        status: 401,
        code: 'INVALID_CREDENTIALS',
        message: 'Invalid credentials',
      });
    }
    const rows: { subject: string }[] = await shop.database.query(
      `SELECT subject FROM audit_log WHERE actor = 'visitor' AND action = 'login.refused' ORDER BY id DESC LIMIT 3`,
    );
    const user = expect.stringMatching(/^user:\d+$/);
    expect(rows.map(({ subject }) => subject)).toEqual(expect.arrayContaining([user, 'nobody', user]));
    expect(rows.filter(({ subject }) => subject === 'nobody')).toHaveLength(1);
  });

  it('always starts a new session and ends the browser’s previous one (OWN-26)', async () => {
    await register({ username: 'fixed', password }).expect(201);
    const planted = 'AAAAAAAAAAAAAAAAAAAAAA';
    const answer = await login('fixed', password).set('cookie', `pax_session=${planted}`).expect(200);
    const first = /pax_session=([^;]+)/.exec(answer.headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
    expect(first).not.toBe(planted);
    await http().get('/api/auth/me').set('cookie', `pax_session=${planted}`).expect(401);
    const again = await login('fixed', password).set('cookie', `pax_session=${first}`).expect(200);
    const second = /pax_session=([^;]+)/.exec(again.headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
    await http().get('/api/auth/me').set('cookie', `pax_session=${first}`).expect(401);
    await http().get('/api/auth/me').set('cookie', `pax_session=${second}`).expect(200);
  });

  it('stores neither cookie nor password readably (OWN-26, OWN-23)', async () => {
    const { cookie } = await signIn(shop);
    const token = cookie.split('=')[1] ?? '';
    const rows = await shop.database.query('SELECT * FROM sessions WHERE id_hash = $1', [token]);
    expect(rows).toEqual([]);
    const users: { password_hash: string }[] = await shop.database.query(
      `SELECT password_hash FROM users WHERE username_key = 'ada'`,
    );
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$/);
  });

  /** An account whose password was hashed with older parameters. */
  const older = async (username: string): Promise<void> => {
    await register({ username, password }).expect(201);
    const old = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA';
    const weak = await hash(password, { memoryCost: 64, timeCost: 1 });
    expect(weak.startsWith(old.slice(0, 27))).toBe(true);
    await shop.database.query(`UPDATE users SET password_hash = $1 WHERE username = $2`, [weak, username]);
  };
  const hashOf = async (username: string): Promise<string | undefined> => {
    const rows: { password_hash: string }[] = await shop.database.query(
      `SELECT password_hash FROM users WHERE username = $1`,
      [username],
    );
    return rows[0]?.password_hash;
  };

  it('renews a hash with older parameters at sign-in', async () => {
    await older('older');
    await login('older', password).expect(200);
    expect(await hashOf('older')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('lets concurrent logins in while an older hash is renewed', async () => {
    await older('older too');
    const told = await Promise.all([1, 2, 3, 4].map(() => login('older too', password)));
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('refuses a login with an older hash when the password was changed meanwhile', async () => {
    await older('older once');
    const other = await hash('another password', { memoryCost: 64, timeCost: 1 });
    const hashing = jest
      .spyOn(shop.app.get(PasswordHasher), 'hashPassword')
      .mockImplementationOnce(async () => {
        await shop.database.query(`UPDATE users SET password_hash = $1 WHERE username = 'older once'`, [
          other,
        ]);
        return other;
      });
    await login('older once', password).expect(401);
    expect(await hashOf('older once')).toBe(other);
    hashing.mockRestore();
  });

  it('leaves no row for visitors (OWN-26)', async () => {
    const before = await sessions();
    for (let visit = 0; visit < 20; visit += 1) {
      await http()
        .get('/api/products')
        .set('cookie', `pax_session=${'B'.repeat(22)}`)
        .expect(200);
    }
    expect(await sessions()).toBe(before);
  });

  it('ends a session for good, also against slow calls that race it (OWN-27)', async () => {
    for (let round = 0; round < 25; round += 1) {
      const { agent, cookie } = await signIn(shop);
      // Old enough that every call wants to write the time it was seen.
      await shop.database.query(`UPDATE sessions SET last_seen_at = now() - interval '1 hour'`);
      const [logout] = await Promise.all([
        agent.post('/api/auth/logout'),
        ...Array.from({ length: 3 }, () => http().get('/api/auth/me').set('cookie', cookie)),
      ]);
      expect(logout.status).toBe(200);
      await http().get('/api/auth/me').set('cookie', cookie).expect(401);
    }
  });

  it('logs out by link only as a navigation from the own site (OWN-16, ADMIN-7.2)', async () => {
    const { agent } = await signIn(shop);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { referer: 'https://evil.example/x' },
      { referer: 'http://127.0.0.1:3000.evil.example/' },
      { referer: 'no address' },
    ];
    for (const headers of foreign) {
      const refused = await agent.get('/api/auth/logout').set(headers).expect(403);
      expect(refused.headers['clear-site-data']).toBeUndefined();
    }
    await agent.get('/api/auth/me').expect(200);
    const own = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      referer: 'http://127.0.0.1:3000/admin',
    };
    const left = await agent.get('/api/auth/logout').set(own).expect(302);
    expectForgotten(left.headers);
    expect(left.headers.location).toBe('/login');
    await agent.get('/api/auth/me').expect(401);
    expectForgotten((await agent.post('/api/auth/logout').expect(200)).headers);
  });

  it('ends idle and old sessions on the server, staff sooner (OWN-27)', async () => {
    const idle = async (who: Awaited<ReturnType<typeof signIn>>, column: string, age: string) => {
      await shop.database.query(`UPDATE sessions SET ${column} = now() - $2::interval WHERE user_id = $1`, [
        who.userId,
        age,
      ]);
      return (await who.agent.get('/api/auth/me')).status;
    };
    const customer = await signIn(shop);
    expect(await idle(customer, 'last_seen_at', '13 days')).toBe(200);
    expect(await idle(customer, 'last_seen_at', '15 days')).toBe(401);
    expect(await idle(await signIn(shop), 'expires_at', '1 second')).toBe(401);
    const admin = await signIn(shop, { admin: true });
    expect(await idle(admin, 'last_seen_at', '11 hours')).toBe(200);
    expect(await idle(admin, 'last_seen_at', '13 hours')).toBe(401);
  });

  it('lets a blocked account sign in and see nothing but itself (OWN-19)', async () => {
    const { agent } = await signIn(shop, { blocked: true });
    const me = await agent.get('/api/auth/me').expect(200);
    expect(me.body).toMatchObject({ blocked: true, isAuthorizedUser: false });
    const refused = await agent.get('/api/account/profile').expect(403);
    expect(refused.body).toMatchObject({ code: 'BLOCKED' });
    const check = await agent.get('/api/admin/check-auth').expect(200);
    expect(check.body).toEqual({ isAuthorizedUser: false, role: 'customer', rights: [], blocked: true });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { STAFF_RIGHTS } from '@pax/contracts';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../../test/app.js';
import { TEST_ADMIN_ID } from '../../../../test/settings.js';
import { signIn, signInSuccessor, issueAdminCode } from '../../../../test/sign-in.js';
import { Clock } from '../../../platform/clock.js';

describe('admin codes', () => {
  let shop: TestApp;
  const enter = (adminCode: unknown, from = '198.51.100.1') =>
    request(shop.app.getHttpServer())
      .post('/api/auth/admin-login')
      .set('x-forwarded-for', from)
      .send({ adminCode });
  let adminId: number;
  const issue = () => issueAdminCode(shop, adminId);
  const audited = async (action: string): Promise<number> => {
    const rows: { n: number }[] = await shop.database.query(
      'SELECT count(*)::int AS n FROM audit_log WHERE action = $1',
      [action],
    );
    return rows[0]?.n ?? -1;
  };
  const alerts = async (): Promise<{ title: string; detail: string }[]> =>
    (await shop.database.query(`SELECT data FROM outbox_events WHERE type = 'alert.raised' ORDER BY id`)).map(
      ({ data }: { data: { title: string; detail: string } }) => data,
    );

  beforeAll(async () => {
    shop = await startTestApp({ TRUST_PROXY: '1' });
    adminId = (await signIn(shop, { admin: true, username: 'the admin' })).userId;
  });
  afterEach(() => shop.database.query('DELETE FROM rate_limits'));
  afterAll(() => shop.close());

  it('signs in as the account it was made for, once, and is stored as a hash only (OWN-1, ADMIN-6.5, ADMIN-7.1)', async () => {
    const code = await issue();
    expect(code).toMatch(/^[\w-]{22}$/);
    const entered = await enter(code).expect(200);
    expect(entered.body).toMatchObject({ user: { username: 'the admin' } });
    const cookie = entered.headers['set-cookie']?.[0] ?? '';
    const check = await request(shop.app.getHttpServer()).get('/api/admin/check-auth').set('cookie', cookie);
    expect(check.body).toEqual({
      isAuthorizedUser: true,
      role: 'admin',
      rights: STAFF_RIGHTS,
      blocked: false,
    });
    const again = await enter(code).expect(401);
    expect(again.body).toMatchObject({ code: 'ADMIN_CODE_INVALID' });
    const dump = JSON.stringify(
      await shop.database.query('SELECT * FROM admin_codes, audit_log, outbox_events'),
    );
    expect(dump).not.toContain(code);
    const subject = `user:${entered.body.user.id}`;
    const [used, ...more]: object[] = await shop.database.query(
      `SELECT actor, subject FROM audit_log WHERE action = 'admin-code.use'`,
    );
    expect([used, more]).toEqual([{ actor: 'visitor', subject }, []]);
    const told = (await alerts()).find(({ title }) => title === 'An admin code was used');
    expect(told?.detail).toContain(subject);
  });

  it('signs in one of two concurrent uses of a code', async () => {
    const code = await issue();
    const both = await Promise.all([enter(code), enter(code), enter(code)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401]);
  });

  it('expires after ten minutes, and when a newer one is made', async () => {
    const older = await issue();
    const newer = await issue();
    expect((await enter(older)).status).toBe(401);
    await shop.database.query(`UPDATE admin_codes SET expires_at = expires_at - interval '10 minutes'`);
    expect((await enter(newer)).status).toBe(401);
  });

  it('is refused once its account is blocked or lost the right', async () => {
    const code = await issue();
    await shop.database.query(`UPDATE users SET blocked_at = now() WHERE discord_id = $1`, [TEST_ADMIN_ID]);
    expect((await enter(code)).status).toBe(401);
    await shop.database.query(`UPDATE users SET blocked_at = NULL, discord_id = NULL WHERE discord_id = $1`, [
      TEST_ADMIN_ID,
    ]);
    expect((await enter(code)).status).toBe(401);
    await shop.database.query(`UPDATE users SET discord_id = $1 WHERE username = 'the admin'`, [
      TEST_ADMIN_ID,
    ]);
    expect((await enter(code)).status).toBe(200);
  });

  it('is made ten times in a quarter of an hour at most', async () => {
    for (let n = 0; n < 10; n += 1) await issue();
    await expect(issue()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('audits every try and raises an alert, without code and address (OWN-3, OWN-145)', async () => {
    const [before, rows] = [(await alerts()).length, await audited('admin-code.refused')];
    await enter('guess-one', '203.0.113.50').expect(401);
    await enter('guess-two', '203.0.113.50').expect(401);
    expect(await audited('admin-code.refused')).toBe(rows + 2);
    const told = (await alerts()).slice(before);
    expect(told).toHaveLength(2);
    expect(told[0]).toMatchObject({ kind: 'security', title: 'A wrong admin code was tried' });
    expect(JSON.stringify(told)).not.toMatch(/guess|203\.0\.113/);
  });

  it('stops an address after five wrong tries, concurrent ones too, and then also a right code (OWN-3)', async () => {
    const tries = await Promise.all(Array.from({ length: 8 }, (_, n) => enter(`guess ${n}`, '203.0.113.60')));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
    const refused = await enter(await issue(), '203.0.113.60').expect(429);
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await audited('admin-code.limited')).toBe(4);
    const titles = (await alerts()).map(({ title }) => title);
    expect(titles.filter((title) => title === 'Too many admin codes were tried')).toHaveLength(1);
    const elsewhere = await enter(await issue(), '203.0.113.61');
    expect(elsewhere.status).toBe(200);
  });

  it('stops everybody after fifty wrong tries over all (OWN-3)', async () => {
    for (let n = 0; n < 50; n += 1) await enter('guess', `192.0.2.${n}`).expect(401);
    const refused = await enter(await issue(), '198.51.100.200');
    expect(refused.status).toBe(429);
  });

  it('does not count a right code (OWN-3)', async () => {
    for (let n = 0; n < 49; n += 1) await enter('guess', `192.0.2.${n}`).expect(401);
    for (const from of ['198.51.100.201', '198.51.100.202']) await enter(await issue(), from).expect(200);
    await shop.database.query('DELETE FROM rate_limits');
    for (let n = 0; n < 4; n += 1) await enter('guess', '198.51.100.203').expect(401);
    for (let n = 0; n < 2; n += 1) await enter(await issue(), '198.51.100.203').expect(200);
  });

  it.each([
    {},
    { adminCode: '' },
    { adminCode: 1 },
    { adminCode: 'x'.repeat(129) },
    { adminCode: 'x', role: 'admin' },
  ])('refuses %j with 400', async (body) => {
    const answer = await request(shop.app.getHttpServer()).post('/api/auth/admin-login').send(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION']);
  });

  it('blocks a customer after five wrong codes within a day and ends all sessions (OWN-17, OWN-18)', async () => {
    const { agent, userId } = await signIn(shop);
    const successor = await signInSuccessor(shop, userId, '427196530852974001');
    const tryAs = (n: number) =>
      agent.post('/api/auth/admin-login').set('x-forwarded-for', `192.0.2.${n}`).send({ adminCode: 'guess' });
    for (let n = 0; n < 4; n += 1) await tryAs(n).expect(401);
    const now = jest
      .spyOn(shop.app.get(Clock), 'now')
      .mockImplementation(() => new Date(Date.now() + 24 * 3_600_000 + 60_000));
    await tryAs(4).expect(401);
    now.mockRestore();
    await agent.get('/api/auth/me').expect(200);
    await tryAs(5).expect(401);
    for (const ended of [agent, successor.agent]) await ended.get('/api/auth/me').expect(401);
    const rows = await shop.database.query(
      `SELECT block_reason, version, (SELECT count(*)::int FROM outbox_events
         WHERE type = 'user.blocked' AND aggregate_id = users.id::text) AS told FROM users WHERE id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ block_reason: 'wrong admin codes', version: 2, told: 1 }]);
    const recorded = await shop.database.query(
      `SELECT actor, detail FROM audit_log WHERE action = 'user.block' AND subject = $1`,
      [`user:${userId}`],
    );
    expect(recorded).toEqual([{ actor: 'shop', detail: {} }]);
  });

  it('never blocks an admin for wrong codes', async () => {
    const { agent } = await signIn(shop, { admin: true });
    for (let n = 0; n < 6; n += 1)
      await agent
        .post('/api/auth/admin-login')
        .set('x-forwarded-for', `192.0.2.${n}`)
        .send({ adminCode: 'guess' })
        .expect(401);
    const me = await agent.get('/api/auth/me');
    expect(me.body).toMatchObject({ blocked: false });
  });
});

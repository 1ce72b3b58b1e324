import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { STAFF_RIGHTS } from '@pax/contracts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import request from 'supertest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.js';
import { BackendProcess } from '../../../../test/backend-process.js';
import { TEST_ADMIN_ID } from '../../../../test/settings.js';

jest.setTimeout(120_000);

/** `npm run admin`, without npm's own lines. */
const TASK = fileURLToPath(new URL('../../../../../packages/local/bin/data-command.mjs', import.meta.url));
/** What it starts once everything is built. */
const ADMIN = fileURLToPath(new URL('../../../../dist/programs/admin.js', import.meta.url));

const METRICS_TOKEN = 'n5Jt8Qw2Rz6Xc9Vb3Fk7Hd1Mp4Lg0Sy5';

/** A server of an operator: nothing but its own secrets is set up. */
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  SESSION_SECRET: 'q7Rw2Ux9Zk4Vn8Bc3Ld6Hs1Ty5Ge0Mj7',
  TOKEN_KEY: 'b4Zc7Vn2Kf9Rj5Hd1Ws8Lq3Tg6Py0Xm2',
  BOT_API_TOKEN: 'x8Kd3Pz6Wm1Qv9Nf4Jr7Cb2Lt5Hy0Sg8',
  METRICS_TOKEN,
  ADMIN_DISCORD_IDS: TEST_ADMIN_ID,
  TRUST_PROXY: '1',
};

describe('operator accounts, for a shop without Discord (OWN-350)', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let program: BackendProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    program = await BackendProcess.start(database.url, production);
  });
  afterAll(async () => {
    program.sendSignal('SIGKILL');
    await client.end();
    await database.drop();
  });

  /** A command on the server. */
  const run = async (file: string, args: string[], databaseUrl = database.url) => {
    const env = { DATABASE_URL: databaseUrl, ...production };
    const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { out: '', error: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.error += chunk.toString()));
    const [code]: unknown[] = await once(child, 'close');
    return { code, ...said };
  };
  const admin = (...args: string[]) => run(ADMIN, args);
  const enter = async (adminCode: string, from = '203.0.113.1') => {
    const answer = await request(program.url)
      .post('/api/auth/admin-login')
      .set('x-forwarded-for', from)
      .send({ adminCode: adminCode.trim() });
    const cookie = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
    return { status: answer.status, cookie };
  };
  const check = async (cookie: string) => {
    const { status, body } = await request(program.url).get('/api/admin/check-auth').set('cookie', cookie);
    return { status, ...body };
  };
  const ready = async () =>
    (await request(program.url).get('/api/health/ready').set('authorization', `Bearer ${METRICS_TOKEN}`))
      .body;
  const audited = async (): Promise<string[]> => {
    const { rows } = await client.query<{ told: string }>(
      `SELECT action || ' ' || subject AS told FROM audit_log WHERE actor = 'operator' ORDER BY id`,
    );
    return rows.map(({ told }) => told);
  };
  const asAdmin = {
    status: 200,
    isAuthorizedUser: true,
    role: 'admin',
    rights: STAFF_RIGHTS,
    blocked: false,
  };
  /** A session opened by admin code, to be opened otherwise. */
  const reopen = (cookie: string, openedBy: string) =>
    client.query(
      `UPDATE sessions SET opened_by = $2 WHERE id_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [cookie.split('=')[1], openedBy],
    );

  it('says what to do while there is no admin', async () => {
    const { code, out, error } = await admin('code');
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain('admin create <username>');
    expect(await ready()).toMatchObject({ operatorAccounts: 0 });
  });

  it('are made on an empty production database by npm run admin -- create', async () => {
    const { code, out } = await run(TASK, ['admin', 'create', 'Keeper']);
    expect(code).toBe(0);
    expect(out.trimEnd()).toMatch(/(^|\n)[\w-]{22}$/);
    const { status, cookie } = await enter(out.trimEnd().split('\n').at(-1) ?? '');
    expect([status, cookie.split('=')[0]]).toEqual([200, '__Host-pax_session']);
    expect(await check(cookie)).toEqual(asAdmin);
    await request(program.url).get('/api/admin/coin-stock').set('cookie', cookie).expect(200);
    const me = await request(program.url).get('/api/auth/me').set('cookie', cookie).expect(200);
    expect(me.body).toMatchObject({ username: 'Keeper', role: 'admin', discordId: null });
    const { rows } = await client.query(
      `SELECT password_hash, (SELECT count(*)::int FROM outbox_events WHERE type = 'alert.raised'
         AND data->>'title' = 'An operator account was made on the server') AS posted FROM users`,
    );
    expect(rows).toEqual([{ password_hash: null, posted: 1 }]);
    expect(await audited()).toEqual([
      `operator.create user:${me.body.id}`,
      `admin-code.issue user:${me.body.id}`,
    ]);
    expect(await ready()).toMatchObject({ operatorAccounts: 1 });
  });

  it('are admins in sessions opened by admin code only', async () => {
    const { out } = await admin('code', 'keeper');
    const { cookie } = await enter(out);
    const refused = { status: 200, isAuthorizedUser: false, role: 'customer', rights: [], blocked: false };
    for (const openedBy of ['password', 'discord']) {
      await reopen(cookie, openedBy);
      expect(await check(cookie)).toEqual({ ...refused, signInWith: ['admin-code'] });
    }
    await reopen(cookie, 'admin-code');
    expect(await check(cookie)).toEqual(asAdmin);
  });

  it('are never blocked for wrong codes, however the session was opened (OWN-17)', async () => {
    const { cookie } = await enter((await admin('code', 'keeper')).out);
    await reopen(cookie, 'password');
    for (let n = 0; n < 6; n += 1)
      await request(program.url)
        .post('/api/auth/admin-login')
        .set('x-forwarded-for', `192.0.2.${n}`)
        .set('cookie', cookie)
        .send({ adminCode: 'guess' })
        .expect(401);
    expect((await check(cookie)).blocked).toBe(false);
  });

  it('get further codes, as accounts of ADMIN_DISCORD_IDS do, each ending the one before', async () => {
    await client.query(
      `INSERT INTO users (username, username_key, discord_id) VALUES ('Linked', 'linked', $1), ('Other', 'other', NULL)`,
      [TEST_ADMIN_ID],
    );
    const older = await admin('code', 'linked');
    const newer = await admin('code', 'linked');
    expect([(await enter(older.out)).status, (await enter(newer.out)).status]).toEqual([401, 200]);
    // Without a name: the oldest account of the settings, before operators.
    const { cookie } = await enter((await admin('code')).out);
    const me = await request(program.url).get('/api/auth/me').set('cookie', cookie).expect(200);
    expect(me.body).toMatchObject({ username: 'Linked', role: 'admin' });
    for (const name of ['other', 'nobody at all']) {
      const refused = await admin('code', name);
      expect([refused.code, refused.out]).toEqual([1, '']);
      expect(refused.error).toContain('No admin has this name');
    }
  });

  it('refuses wrong commands with a reason, and changes nothing', async () => {
    const refused: [string[], string][] = [
      [['create', 'Keeper'], 'An account has this name'],
      [['create', 'other'], 'An account has this name'],
      [['create', 'ab'], 'at least 3 characters'],
      [['create', 'x'.repeat(33)], 'at most 32 characters'],
      [['create', 'two', 'names'], 'Usage'],
      [['code', 'two', 'names'], 'Usage'],
      [['create'], 'Usage'],
      [['revoke', 'other'], 'No operator account has this name'],
      [['destroy', 'other'], 'Usage'],
      [[], 'Usage'],
    ];
    const count = async () =>
      (
        await client.query(
          `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM audit_log) AS audited,
                  (SELECT count(*) FROM admin_codes) AS codes`,
        )
      ).rows;
    const before = await count();
    const answers = await Promise.all(refused.map(([args]) => admin(...args)));
    expect(answers).toEqual(
      refused.map(([, words]) => ({ code: 1, out: '', error: expect.stringContaining(words) })),
    );
    expect(answers.filter(({ error }) => error.includes('    at '))).toEqual([]);
    expect(await count()).toEqual(before);
  });

  it('says which command brings an empty database up to date', async () => {
    const empty = new URL(database.url);
    empty.pathname = '/template1';
    const { code, error } = await run(ADMIN, ['create', 'Keeper'], empty.href);
    expect(code).toBe(1);
    expect(error).toContain('backend/dist/programs/migrate.js');
  });

  it('lose their right by a block or a revocation', async () => {
    const { out } = await admin('code', 'keeper');
    await client.query(`UPDATE users SET blocked_at = now() WHERE username = 'Keeper'`);
    expect((await enter(out, '203.0.113.2')).status).toBe(401);
    expect((await admin('code', 'keeper')).error).toContain('blocked');
    expect(await ready()).toMatchObject({ operatorAccounts: 0 });
    await client.query(`UPDATE users SET blocked_at = NULL WHERE username = 'Keeper'`);

    const { cookie } = await enter((await admin('code', 'keeper')).out, '203.0.113.2');
    const unused = (await admin('code', 'keeper')).out;
    const revoked = await admin('revoke', 'KEEPER');
    expect([revoked.code, revoked.out]).toEqual([0, '']);
    expect((await check(cookie)).status).toBe(401);
    expect((await enter(unused, '203.0.113.2')).status).toBe(401);
    expect(await ready()).toMatchObject({ operatorAccounts: 0 });
    expect((await audited()).at(-1)).toMatch(/^operator\.revoke user:\d+$/);
  });

  it('have their second step reset on the server, which ends their sessions (OWN-572)', async () => {
    const { cookie } = await enter((await admin('create', 'Lamplighter')).out);
    expect(await check(cookie)).toEqual(asAdmin);
    const none = await admin('reset-second-step', 'lamplighter');
    expect([none.code, none.error.trim()]).toEqual([1, 'This account has no second step.']);
    await client.query(
      `WITH step AS (INSERT INTO second_steps (user_id, totp_sealed, totp_since, created_at)
         SELECT id, 'sealed', now(), now() FROM users WHERE username_key = 'lamplighter' RETURNING user_id)
       SELECT * FROM step`,
    );
    expect(await check(cookie)).toMatchObject({ role: 'customer', needsSecondStep: true });
    const reset = await admin('reset-second-step', 'LAMPLIGHTER');
    expect([reset.code, reset.out]).toEqual([0, '']);
    expect(await check(cookie)).toMatchObject({ status: 401 });
    expect(await check((await enter((await admin('code', 'lamplighter')).out)).cookie)).toEqual(asAdmin);
    expect((await audited()).filter((told) => told.startsWith('second-step.reset'))).toHaveLength(1);
    const told = await client.query(
      `SELECT 1 FROM security_notices WHERE kind = 'second_step_reset'
       UNION ALL SELECT 1 FROM outbox_events WHERE data->>'title' = 'A second step was reset on the server'`,
    );
    expect(told.rowCount).toBe(2);
    for (const args of [
      ['reset-second-step'],
      ['reset-second-step', 'nobody at all'],
      ['reset-second-step', 'a', 'b'],
    ])
      expect((await admin(...args)).code).toBe(1);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { signIn, issueAdminCode } from '../../../test/sign-in.js';
import { sha256 } from '../../platform/secrets.js';
import { Transactions } from '../../platform/database/transaction.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { MAX_SESSIONS } from '../../platform/sessions/session-rows.js';
import { usernameKey } from '../usernames/username-key.js';
import { KnownBrowsers, MAX_KNOWN_BROWSERS } from './sessions/known-browsers.js';
import { LOGIN_PER_ACCOUNT } from './sign-in-limits.js';

jest.setTimeout(60_000);

const password = 'right password';
type Agent = ReturnType<typeof request.agent>;

describe('limits of signing in', () => {
  let shop: TestApp;
  let names = 0;
  const browser = (): Agent => request.agent(shop.app.getHttpServer());
  const login = (username: string, tried: string, from: string, agent = browser()) =>
    agent.post('/api/auth/login').set('x-forwarded-for', from).send({ username, password: tried });
  const register = (username: string, from: string, agent = browser()) =>
    agent.post('/api/auth/register').set('x-forwarded-for', from).send({ username, password });
  const statusOf = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;
  /** An account, and the browser that registered it. */
  const account = async (from: string): Promise<{ username: string; agent: Agent }> => {
    names += 1;
    const [username, agent] = [`limited ${names}`, browser()];
    await register(username, from, agent).expect(201);
    return { username, agent };
  };
  /** Wrong passwords of one account, ten from each address. */
  const guess = async (username: string, count: number, net: string): Promise<void> => {
    for (let n = 0; n < count; n += 5)
      await Promise.all(
        [0, 1, 2, 3, 4]
          .filter((more) => n + more < count)
          .map((more) => login(username, 'wrong one', `${net}.${Math.floor((n + more) / 10)}`).expect(401)),
      );
  };
  /** As if fifty wrong passwords had come from elsewhere. */
  const guessedEverywhere = async (username: string): Promise<void> => {
    const limits = shop.app.get(RateLimiter);
    for (let n = 0; n < 50; n += 1) await limits.take(LOGIN_PER_ACCOUNT, sha256(usernameKey(username)));
  };

  beforeAll(async () => {
    shop = await startTestApp({ TRUST_PROXY: '1' });
  });
  afterEach(() => shop.database.query('DELETE FROM rate_limits'));
  afterAll(() => shop.close());

  describe('guessing at an account', () => {
    it('is stopped after ten wrong passwords at its address, and stops nobody elsewhere (OWN-29)', async () => {
      const { username, agent } = await account('203.0.113.1');
      await guess(username, 9, '198.51.100');
      expect(await statusOf(login(username.toUpperCase(), 'the tenth', '198.51.100.0'))).toBe(401);
      const refused = await login(username, password, '198.51.100.0').expect(429);
      expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(await statusOf(login(username, password, '198.51.100.99'))).toBe(200);
      await agent.get('/api/auth/me').expect(200);
      const other = await account('198.51.100.0');
      expect(await statusOf(login(other.username, password, '198.51.100.0'))).toBe(200);
    });

    it('is stopped after ten also when the tries are concurrent', async () => {
      const { username } = await account('203.0.113.1');
      const tries = await Promise.all(
        Array.from({ length: 22 }, (_, n) => statusOf(login(username, `wrong ${n}`, '203.0.113.2'))),
      );
      expect(tries.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
      expect(tries.filter((status) => status === 429).length).toBeGreaterThanOrEqual(12);
    });

    it('is stopped after fifty over all addresses; a known browser still gets in (OWN-344)', async () => {
      const { username, agent } = await account('203.0.113.1');
      await agent.post('/api/auth/logout').expect(200);
      await guess(username, 49, '198.51.100');
      expect(await statusOf(login(username, 'the fiftieth', '198.51.100.8'))).toBe(401);
      expect(await statusOf(login(username, password, '198.51.100.9'))).toBe(429);
      // From an address that may not even guess any more: the owner may share it with the guesser.
      expect(await statusOf(login(username, password, '198.51.100.0', agent))).toBe(200);
    });

    it('gains nothing from the cookie of another account, or an invented one', async () => {
      const { username } = await account('203.0.113.1');
      const stranger = await account('203.0.113.1');
      await guessedEverywhere(username);
      expect(await statusOf(login(username, password, '198.51.100.9', stranger.agent))).toBe(429);
      for (const mark of ['A'.repeat(22), '', '%00', 'x'.repeat(4_000)])
        expect(
          await statusOf(login(username, password, '198.51.100.9').set('cookie', `pax_known=${mark}`)),
        ).toBe(429);
    });

    it('has ten tries in a known browser, and no more (OWN-344)', async () => {
      const { username, agent } = await account('203.0.113.1');
      for (let n = 0; n < 10; n += 1) await login(username, `wrong ${n}`, `192.0.2.${n}`, agent).expect(401);
      expect(await statusOf(login(username, password, '192.0.2.200', agent))).toBe(429);
      expect(await statusOf(login(username, password, '192.0.2.200'))).toBe(200);
    });

    it('gets the same answer for a name that nobody has (OWN-24)', async () => {
      const { agent } = await account('203.0.113.1');
      await guessedEverywhere('nobody at all');
      for (const tried of [browser(), agent])
        expect(await statusOf(login('nobody at all', password, '198.51.100.9', tried))).toBe(429);
    });
  });

  describe('the cookie of a known browser (OWN-344)', () => {
    const marks = ({ headers }: request.Response): string[] =>
      [headers['set-cookie'] ?? []].flat().filter((cookie) => cookie.startsWith('pax_known='));

    it('is set by every sign-in, not readable by scripts, and kept when signing out', async () => {
      const { username, agent } = await account('203.0.113.1');
      const [first] = marks(await login(username, password, '203.0.113.1'));
      expect(first).toMatch(/^pax_known=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
      const [kept] = marks(await login(username, password, '203.0.113.1', agent));
      const left = await agent.post('/api/auth/logout').expect(200);
      expect(marks(left)).toEqual([]);
      expect(marks(await login(username, password, '203.0.113.1', agent))).toEqual([kept]);
    });

    it('is stored as hashes that do not say which accounts share a browser, and gives no right', async () => {
      const [one, two] = [await account('203.0.113.1'), await account('203.0.113.1')];
      const [cookie = ''] = marks(await login(two.username, password, '203.0.113.1', one.agent));
      const mark = /=([^;]+)/.exec(cookie)?.[1] ?? '';
      const rows: { user_id: number; browser_hash: string }[] = await shop.database.query(
        `SELECT user_id, browser_hash FROM known_browsers
          WHERE user_id IN (SELECT id FROM users WHERE username IN ($1, $2))`,
        [one.username, two.username],
      );
      // Three rows: each account's own browser, and the second account in the first one's.
      expect(new Set(rows.map(({ browser_hash }) => browser_hash)).size).toBe(3);
      expect(JSON.stringify(rows)).not.toContain(mark);
      const http = request(shop.app.getHttpServer());
      await http.get('/api/auth/me').set('cookie', `pax_known=${mark}; pax_session=${mark}`).expect(401);
    });

    it('expires after 400 days, and beyond the twenty browsers seen last', async () => {
      const { username, agent } = await account('203.0.113.1');
      const isKnown = async (): Promise<boolean> => {
        await guessedEverywhere(username);
        const status = await statusOf(login(username, password, '203.0.113.1', agent));
        await shop.database.query('DELETE FROM rate_limits');
        return status === 200;
      };
      const age = (since: string) =>
        shop.database.query(
          `UPDATE known_browsers SET seen_at = now() - $2::interval
            WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
          [username, since],
        );
      const meetOthers = async (count: number, who = agent): Promise<void> => {
        await age('1 day');
        const { body } = await who.get('/api/auth/me').expect(200);
        const browsers = shop.app.get(KnownBrowsers);
        for (let n = 0; n < count; n += 1)
          await shop.app.get(Transactions).run((tx) => browsers.rememberBrowser(tx, body.id, undefined));
      };
      await age('400 days');
      expect(await isKnown()).toBe(false);
      await age('399 days');
      expect(await isKnown()).toBe(true);
      const stranger = await account('203.0.113.1');
      await meetOthers(MAX_KNOWN_BROWSERS, stranger.agent);
      expect(await isKnown()).toBe(true);
      await meetOthers(MAX_KNOWN_BROWSERS - 1);
      expect(await isKnown()).toBe(true);
      await meetOthers(MAX_KNOWN_BROWSERS);
      expect(await isKnown()).toBe(false);
    });

    it.each([
      ['for a day', `first_seen_at = now() - interval '25 hours'`, true],
      ['with a passed second step', 'has_passed_step = true', true],
      ['for less than a day', `first_seen_at = now() - interval '23 hours'`, false],
    ])('is not pushed out by new ones where it is known %s (OWN-1335)', async (_, since, stays) => {
      const { agent } = await account('203.0.113.1');
      const { body } = await agent.get('/api/auth/me').expect(200);
      await shop.database.query(
        `UPDATE known_browsers SET seen_at = now() - interval '2 days', ${since} WHERE user_id = $1`,
        [body.id],
      );
      const browsers = shop.app.get(KnownBrowsers);
      const meet = (token?: string) =>
        shop.app.get(Transactions).run((tx) => browsers.rememberBrowser(tx, body.id, token));
      const [old]: { hash: string }[] = await shop.database.query(
        'SELECT browser_hash AS hash FROM known_browsers WHERE user_id = $1',
        [body.id],
      );
      let last = await meet();
      for (let n = 0; n < MAX_KNOWN_BROWSERS + 5; n += 1) last = await meet();
      const rows: { hash: string }[] = await shop.database.query(
        'SELECT browser_hash AS hash FROM known_browsers WHERE user_id = $1',
        [body.id],
      );
      expect(rows).toHaveLength(MAX_KNOWN_BROWSERS);
      expect(rows.some(({ hash }) => hash === old?.hash)).toBe(stays);
      // The newest stays too, so that a new device becomes known.
      expect(await browsers.findBrowser(body.id, last.browserToken)).toBeDefined();
    });
  });

  describe('an address', () => {
    it('has fifty logins, and right ones count too (OWN-29)', async () => {
      const { username } = await account('203.0.113.1');
      for (let n = 0; n < 50; n += 1)
        expect(await statusOf(login(username, password, '203.0.113.77'))).toBe(200);
      expect(await statusOf(login(username, password, '203.0.113.77'))).toBe(429);
      // The account's own tries were given back: right logins lock nobody out elsewhere.
      expect(await statusOf(login(username, password, '203.0.113.78'))).toBe(200);
    });

    it('is an IPv6 /64, and only what the own proxy adds (OWN-29)', async () => {
      for (let n = 0; n < 50; n += 1) {
        // The first entry is what a client made up; the last one is what the proxy saw.
        await login(`nobody ${n}`, password, `192.0.2.${n}, 2001:db8:5:5::${n + 1}`).expect(401);
      }
      const sameNet = login('nobody', password, '192.0.2.200, 2001:db8:5:5:ffff::1');
      const nextNet = login('nobody', password, '2001:db8:5:6::1');
      expect([await statusOf(sameNet), await statusOf(nextNet)]).toEqual([429, 401]);
    });

    it('has fifty password changes, and right ones count too (OWN-29)', async () => {
      const { agent } = await account('203.0.113.1');
      const change = (newPassword: string, currentPassword: string) =>
        agent
          .post('/api/account/password')
          .set('x-forwarded-for', '203.0.113.90')
          .send({ currentPassword, newPassword });
      for (let n = 0; n < 50; n += 1)
        await change(n % 2 === 0 ? 'a new way in' : password, n % 2 === 0 ? password : 'a new way in').expect(
          200,
        );
      expect(await statusOf(change('a new way in', password))).toBe(429);
    });
  });

  it('a stolen session can guess the current password ten times, and does not limit the owner (OWN-29)', async () => {
    const { username, agent: thief } = await account('203.0.113.1');
    const owner = browser();
    await login(username, password, '203.0.113.1', owner).expect(200);
    const change = (agent: Agent, currentPassword: string) =>
      agent.post('/api/account/password').send({ currentPassword, newPassword: 'another way in' });
    for (let n = 0; n < 10; n += 1) await change(thief, `wrong ${n}`).expect(403);
    expect(await statusOf(change(thief, password))).toBe(429);
    expect(await statusOf(change(owner, password))).toBe(200);
  });

  it('an account has twenty sessions; one more ends its oldest, and nobody else’s (OWN-27)', async () => {
    const stranger = await account('203.0.113.1');
    const { username, agent } = await account('203.0.113.1');
    const isIn = async (who: Agent): Promise<boolean> => (await who.get('/api/auth/me')).status === 200;
    const others = Array.from({ length: MAX_SESSIONS }, browser);
    for (const other of others.slice(0, -1))
      await login(username, password, '203.0.113.5', other).expect(200);
    expect([await isIn(agent), await isIn(others[0] ?? agent)]).toEqual([true, true]);
    await login(username, password, '203.0.113.5', others.at(-1)).expect(200);
    expect(await isIn(agent)).toBe(false);
    expect(await Promise.all(others.map(isIn))).toEqual(others.map(() => true));
    // At the same time too: nobody counts without the others' sessions.
    await Promise.all(Array.from({ length: 8 }, () => login(username, password, '203.0.113.5').expect(200)));
    const rows = await shop.database.query(
      'SELECT count(*)::int AS n FROM sessions WHERE user_id = (SELECT id FROM users WHERE username = $1)',
      [username],
    );
    expect(rows).toEqual([{ n: MAX_SESSIONS }]);
    expect(await isIn(stranger.agent)).toBe(true);
  });

  it('signing in again in the same browser ends no other session (OWN-26, OWN-27)', async () => {
    const { username, agent: oldest } = await account('203.0.113.1');
    const others = Array.from({ length: MAX_SESSIONS - 1 }, browser);
    for (const other of others) await login(username, password, '203.0.113.5', other).expect(200);
    await login(username, password, '203.0.113.5', others.at(-1)).expect(200);
    for (const one of [oldest, ...others]) await one.get('/api/auth/me').expect(200);
  });

  it('guessing at admin codes elsewhere does not stop an admin in a known browser (OWN-3)', async () => {
    const { userId } = await signIn(shop, { admin: true, username: 'the owner' });
    const issue = () => issueAdminCode(shop, userId);
    const enter = (adminCode: string, from: string, agent = browser()) =>
      statusOf(agent.post('/api/auth/admin-login').set('x-forwarded-for', from).send({ adminCode }));
    const agent = browser();
    expect(await enter(await issue(), '203.0.113.1', agent)).toBe(200);
    await agent.post('/api/auth/logout').expect(200);
    for (let n = 0; n < 50; n += 1) expect(await enter('guess', `192.0.2.${n}`)).toBe(401);
    const stranger = await account('203.0.113.1');
    expect(await enter(await issue(), '203.0.113.2')).toBe(429);
    expect(await enter(await issue(), '203.0.113.2', stranger.agent)).toBe(429);
    expect(await enter('guess', '203.0.113.1', agent)).toBe(429);
    expect(await enter(await issue(), '203.0.113.1', agent)).toBe(200);
  });
});

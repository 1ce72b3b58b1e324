import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import {
  AuthenticatorApp,
  startAppSetup,
  passSecondStep,
  describeAnswer,
  startSecondStepShop,
  STEP_STAFF_ID,
  readSecondStep,
  type SecondStepShop,
} from '../../../test/second-step.js';
import { insertCreationEvent } from '../../../test/creation-event.js';
import { PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { CountedAlerts } from '../../platform/outbox/alerts.js';
import { Transactions } from '../../platform/database/transaction.js';
import { KnownBrowsers } from '../sign-in/sessions/known-browsers.js';
import { DeclaredRoutes } from '../access/declared-routes.js';

jest.setTimeout(60_000);

const STEP = '/api/account/second-step';
const MINUTE_MS = 60_000;

/** Makes a call with an empty body where it may have one. */
async function ask(agent: SignedIn['agent'], method: string, url: string): Promise<request.Response> {
  if (method === 'GET') return agent.get(url);
  if (method === 'POST') return agent.post(url).send({});
  if (method === 'PUT') return agent.put(url).send({});
  return method === 'PATCH' ? agent.patch(url).send({}) : agent.delete(url).send({});
}

describe('the second step of admins and staff', () => {
  let shop: SecondStepShop;
  beforeAll(async () => {
    shop = await startSecondStepShop();
  });
  afterEach(() => shop.reset());
  afterAll(() => shop.close());

  const pool = async ({ agent }: Pick<SignedIn, 'agent'>): Promise<string> =>
    describeAnswer(await agent.get('/api/admin/coin-stock'));
  const setPool = async ({ agent }: Pick<SignedIn, 'agent'>): Promise<string> =>
    describeAnswer(await agent.put('/api/admin/coin-stock').send({ coinStock: 5 }));

  it('is asked of nobody who has not set one up', async () => {
    const person = await shop.admin();
    expect(await readSecondStep(person.agent)).toMatchObject({
      status: 'none',
      ways: [],
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect([await pool(person), await setPool(person)]).toEqual(['200', '200']);
    expect(await passSecondStep(person.agent, '123456')).toBe('403 SECOND_STEP_SETUP_REQUIRED');
  });

  it('keeps every other session of the account a customer’s until it is passed there (OWN-566)', async () => {
    const other = await shop.admin();
    const person = await shop.adminWithApp();
    expect(await pool(person)).toBe('200');
    for (const openedBy of ['discord', 'admin-code'] as const) {
      const later = await shop.admin({ openedBy });
      for (const { agent } of [other, later]) {
        const me = await agent.get('/api/auth/me').expect(200);
        expect(me.body).toMatchObject({ role: 'customer', isAuthorizedUser: false, rights: [] });
        const check = await agent.get('/api/admin/check-auth').expect(200);
        expect(check.body).toEqual({
          isAuthorizedUser: false,
          role: 'customer',
          rights: [],
          blocked: false,
          needsSecondStep: true,
        });
        expect(await pool({ agent })).toBe('403 SECOND_STEP_REQUIRED');
      }
      expect(await passSecondStep(later.agent, person.recoveryCodes.pop() ?? '')).toBe('200');
      expect(await pool(later)).toBe('200');
    }
    expect(await pool(other)).toBe('403 SECOND_STEP_REQUIRED');
    const rows = await shop.database.query(
      `SELECT 1 FROM audit_log WHERE action = 'panel.refused' AND actor = $1`,
      [`user:${person.userId}`],
    );
    expect(rows).toEqual([]);
  });

  it('is asked by every call of the panel, and again by the sensitive ones after ten minutes (OWN-566, OWN-570)', async () => {
    const { app: authenticator } = await shop.adminWithApp();
    const waiting = await shop.admin();
    const passed = await shop.admin();
    expect(await passSecondStep(passed.agent, authenticator.code())).toBe('200');
    shop.moveClock(11 * MINUTE_MS);
    const panel = shop.app
      .get(DeclaredRoutes)
      .listRoutes()
      .filter(({ access }) => access === 'staff' || access === 'admin');
    const answers = async ({ agent }: SignedIn): Promise<string[]> => {
      const asking: string[] = [];
      for (const { method, path } of panel) {
        const answer = await ask(agent, method, path.replaceAll(/:\w+/g, '999999'));
        if (describeAnswer(answer) === '403 SECOND_STEP_REQUIRED') asking.push(`${method} ${path}`);
      }
      return asking;
    };
    expect(await answers(waiting)).toEqual(panel.map(({ method, path }) => `${method} ${path}`));
    expect((await answers(passed)).toSorted()).toEqual([
      'PATCH /api/admin/users/:id/block',
      'PATCH /api/admin/users/:id/store-credit',
      'PATCH /api/admin/users/:id/tier',
      'POST /api/admin/disputes/:id/end',
      'PUT /api/admin/coin-stock',
      'PUT /api/admin/role-rights/:id',
    ]);
    expect(await readSecondStep(passed.agent)).toMatchObject({ status: 'passed' });
    expect(await passSecondStep(passed.agent, authenticator.code())).toBe('200');
    expect(await setPool(passed)).toBe('200');
  });

  it('leaves a session a visitor’s quote and products until it is passed there (OWN-1265)', async () => {
    const { app: authenticator, userId } = await shop.adminWithApp();
    const { agent } = await shop.admin();
    const add = async (availableFrom: string | null): Promise<number> => {
      const [{ id }] = await shop.database.query(
        `INSERT INTO products (name, description, category, price_cents, available_from)
         VALUES ('Elytra', '', 'items', 10000, $1) RETURNING id`,
        [availableFrom],
      );
      await insertCreationEvent(shop.database, 'product.created', id);
      return id;
    };
    const [id, early] = [await add(null), await add('2999-01-01')];
    await shop.database.query(
      `UPDATE users SET tier = 'gold', early_access_until = '2999-01-01' WHERE id = $1`,
      [userId],
    );
    const asked = async (who: Pick<SignedIn['agent'], 'get' | 'post'>) => ({
      quote: (await who.post('/api/checkout/quote').send({ items: [{ id, quantity: 1 }] })).body,
      products: (await who.get('/api/products').expect(200)).body.map(
        (product: { id: number }) => product.id,
      ),
    });
    const visitor = await asked(request(shop.app.getHttpServer()));
    expect(visitor.products).not.toContain(early);
    expect(await asked(agent)).toEqual(visitor);
    expect(await passSecondStep(agent, authenticator.code())).toBe('200');
    expect(await asked(agent)).toMatchObject({
      quote: { total: '96.00' },
      products: expect.arrayContaining([early]),
    });
  });

  it('gives a session that passes it a new cookie; the copied one is worth nothing (OWN-566)', async () => {
    const { app: authenticator } = await shop.adminWithApp();
    const { agent, cookie } = await shop.admin();
    expect(await passSecondStep(agent, authenticator.code())).toBe('200');
    expect(await pool({ agent })).toBe('200');
    await request(shop.app.getHttpServer()).get('/api/auth/me').set({ cookie }).expect(401);
    const sessions = await agent.get('/api/account/sessions').expect(200);
    expect(sessions.body.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  });

  it('gives a new cookie at every pass, so that a copied one never becomes fresh (OWN-1334)', async () => {
    const { app: authenticator, userId } = await shop.adminWithApp();
    const { agent } = await shop.admin();
    expect(await passSecondStep(agent, authenticator.code())).toBe('200');
    const sessionCookie = (answer: request.Response): string =>
      [answer.headers['set-cookie'] ?? []]
        .flat()
        .map((one) => one.split(';', 1)[0] ?? '')
        .find((one) => one.startsWith('pax_session=')) ?? '';
    const passAgainAfter = async (ms: number): Promise<string> => {
      shop.moveClock(ms);
      const code = authenticator.code();
      return sessionCookie(await agent.post('/api/auth/second-step').send({ code }).expect(200));
    };
    const copied = await passAgainAfter(11 * MINUTE_MS);
    const socket = new SocketClient(shop.url, { origin: shop.url, cookie: copied });
    await socket.waitForRooms(3);
    const own = await passAgainAfter(22 * MINUTE_MS);
    expect(own).not.toBe(copied);
    await socket.waitUntilEnded();
    await request(shop.app.getHttpServer()).get('/api/auth/me').set({ cookie: copied }).expect(401);
    expect([await pool({ agent }), await setPool({ agent })]).toEqual(['200', '200']);
    const again = new SocketClient(shop.url, { origin: shop.url, cookie: own });
    expect(await again.waitForRooms(3)).toEqual(['admin', 'shop', `user:${userId}`]);
    for (const client of [socket, again]) client.close();
  });

  it('marks the browser that passes it, so that sign-ins do not push it out (OWN-1335)', async () => {
    const { app: authenticator, userId } = await shop.adminWithApp();
    const { agent } = await shop.admin();
    const browsers = shop.app.get(KnownBrowsers);
    const meet = () =>
      shop.app.get(Transactions).run((tx) => browsers.rememberBrowser(tx, userId, undefined));
    const { browserToken } = await meet();
    await meet();
    const code = authenticator.code();
    const passed = agent.post('/api/auth/second-step').set('cookie', `pax_known=${browserToken}`);
    await passed.send({ code }).expect(200);
    const rows = await shop.database.query(
      `SELECT browser_hash AS hash, has_passed_step AS passed FROM known_browsers WHERE user_id = $1
        ORDER BY has_passed_step`,
      [userId],
    );
    const own = await browsers.findBrowser(userId, browserToken);
    expect(rows).toEqual([expect.objectContaining({ passed: false }), { hash: own, passed: true }]);
    await shop.database.query('DELETE FROM known_browsers WHERE user_id = $1', [userId]);
  });

  it('decides the rooms of sockets: those of other sessions leave the panel when it is set up (OWN-566)', async () => {
    const person = await shop.admin({ proven: true });
    const other = await shop.admin();
    const open = (cookie: string) => new SocketClient(shop.url, { origin: shop.url, cookie });
    const rooms = ['admin', 'shop', `user:${person.userId}`];
    const [own, others] = [open(person.cookie), open(other.cookie)];
    expect([await own.waitForRooms(3), await others.waitForRooms(3)]).toEqual([rooms, rooms]);
    const authenticator = await startAppSetup(shop, person.agent);
    await person.agent
      .post(`${STEP}/totp/confirm`)
      .send({ code: authenticator.code(-1) })
      .expect(200);
    await others.waitUntilEnded();
    expect(own.endings).toEqual([]);
    const again = open(other.cookie);
    expect(await again.waitForRooms(1)).toEqual(['shop']);
    expect(await again.resume({ room: 'admin', since: 0 })).toEqual({ error: 'FORBIDDEN' });
    const answer = await other.agent
      .post('/api/auth/second-step')
      .send({ code: authenticator.code() })
      .expect(200);
    await again.waitUntilEnded();
    const renewed = [answer.headers['set-cookie'] ?? []].flat().map((one) => one.split(';', 1)[0] ?? '');
    const last = open(renewed.find((one) => one.startsWith('pax_session=')) ?? '');
    expect(await last.waitForRooms(3)).toEqual(rooms);
    for (const client of [own, last]) client.close();
  });

  it('ends with idle staff sessions: an old sign-in can not be completed (OWN-566)', async () => {
    const { app: authenticator } = await shop.adminWithApp();
    const { agent } = await shop.admin();
    shop.moveClock(13 * 60 * MINUTE_MS);
    expect(await passSecondStep(agent, authenticator.code())).toBe('401 UNAUTHENTICATED');
  });

  describe('a code of the app (OWN-567)', () => {
    it('works once, also by several at the same time in different sessions', async () => {
      const { app: authenticator, agent } = await shop.adminWithApp();
      const code = authenticator.code();
      expect(await passSecondStep(agent, authenticator.code(-1))).toBe('403 SECOND_STEP_WRONG');
      await shop.database.query('DELETE FROM rate_limits');
      const sessions = await Promise.all(Array.from({ length: 4 }, () => shop.admin()));
      const answers = await Promise.all(sessions.map((session) => passSecondStep(session.agent, code)));
      expect(answers.toSorted()).toEqual([
        '200',
        ...Array.from({ length: 3 }, () => '403 SECOND_STEP_WRONG'),
      ]);
      expect(await passSecondStep(agent, code)).toBe('403 SECOND_STEP_WRONG');
      // What a watch that is fast has shown makes older codes worthless.
      expect(await passSecondStep(agent, authenticator.code(1))).toBe('200');
      expect(await passSecondStep(agent, code)).toBe('403 SECOND_STEP_WRONG');
    });

    it('counts however it is typed: in groups, with hyphens, with blanks around it', async () => {
      const { agent } = await shop.admin({ proven: true });
      const authenticator = await startAppSetup(shop, agent);
      const inGroups = (code: string, mark = ' '): string => `${code.slice(0, 3)}${mark}${code.slice(3)}`;
      const code = inGroups(authenticator.code(-1));
      expect(describeAnswer(await agent.post(`${STEP}/totp/confirm`).send({ code }))).toBe('200');
      const typed = [
        inGroups,
        (one: string) => inGroups(one, '-'),
        (one: string) => inGroups(one, '\u00a0'),
        (one: string) => ` ${one}\n`,
        (one: string) => Array.from(one).join(' '),
      ];
      for (const [step, as] of typed.entries()) {
        shop.moveClock(step * MINUTE_MS);
        expect(await passSecondStep(agent, as(authenticator.code()))).toBe('200');
      }
    });

    it('is refused outside its window, of another key, or malformed, and five wrong ones are enough (OWN-571)', async () => {
      const { app: authenticator, agent, userId } = await shop.adminWithApp();
      const wrong = [
        authenticator.code(-2),
        authenticator.code(2),
        new AuthenticatorApp(shop, 'A'.repeat(32)).code(),
        '',
        '0',
        'x'.repeat(65),
        { a: 1 },
        null,
      ];
      const answers = [];
      for (const code of wrong)
        answers.push(describeAnswer(await agent.post('/api/auth/second-step').send({ code })));
      expect(answers).toEqual([
        ...Array.from({ length: 3 }, () => '403 SECOND_STEP_WRONG'),
        '400 VALIDATION',
        '403 SECOND_STEP_WRONG',
        ...Array.from({ length: 3 }, () => '400 VALIDATION'),
      ]);
      await agent.post('/api/auth/second-step').send({ code: '000000', extra: 1 }).expect(400);
      expect(await passSecondStep(agent, 'k7qm-2vxt-9hbr-4wzd')).toBe('403 SECOND_STEP_WRONG');
      expect(await passSecondStep(agent, authenticator.code())).toBe('429 RATE_LIMITED');
      expect((await shop.listAudited(userId)).slice(-6)).toEqual([
        'second-step.refused totp',
        'second-step.refused totp',
        'second-step.refused totp',
        'second-step.refused recovery-code',
        'second-step.refused recovery-code',
        'second-step.limited totp',
      ]);
    });

    it('is told of once when it is wrong, then counted, for each account apart (OWN-571)', async () => {
      const counted = shop.app.get(CountedAlerts);
      const alertsOf = (userId: number): Promise<{ times: number }[]> =>
        shop.database.query(
          `SELECT (data->>'times')::int AS times FROM outbox_events WHERE type = 'alert.raised'
              AND data->>'title' = 'A wrong second step was tried' AND data->>'detail' = $1 ORDER BY id`,
          [`second-step.refused · user:${userId}`],
        );
      const staff = await shop.adminWithApp({ discordId: STEP_STAFF_ID });
      const admin = await shop.adminWithApp();
      // What earlier ones were counted to has ended.
      for (const _ of [1, 2]) await counted.writeEndedWindows(Infinity);
      const before = [await alertsOf(admin.userId), await alertsOf(staff.userId)].map(({ length }) => length);
      const since = async (): Promise<number[][]> =>
        [await alertsOf(admin.userId), await alertsOf(staff.userId)].map((rows, at) =>
          rows.slice(before[at]).map(({ times }) => times),
        );
      for (let n = 0; n < 4; n += 1)
        expect(await passSecondStep(admin.agent, '000000')).toBe('403 SECOND_STEP_WRONG');
      expect(await passSecondStep(staff.agent, 'k7qm-2vxt-9hbr-4wzd')).toBe('403 SECOND_STEP_WRONG');
      expect(await since()).toEqual([[1], [1]]);
      await counted.writeEndedWindows(Infinity);
      expect(await since()).toEqual([[1, 3], [1]]);
    });

    it('is counted per account over all its sessions at once, and right ones do not count (OWN-571)', async () => {
      const { app: authenticator, agent } = await shop.adminWithApp();
      const guesses = Array.from({ length: 12 }, (_, index) => String(100_000 + index));
      const answers = await Promise.all(
        guesses.map(async (code) => passSecondStep((await shop.admin()).agent, code)),
      );
      expect(answers.filter((answer) => answer === '403 SECOND_STEP_WRONG')).toHaveLength(5);
      expect(answers.filter((answer) => answer === '429 RATE_LIMITED')).toHaveLength(7);
      await shop.database.query('DELETE FROM rate_limits');
      for (let step = 0; step < 6; step += 1) {
        shop.moveClock(step * MINUTE_MS);
        expect(await passSecondStep(agent, authenticator.code())).toBe('200');
      }
    });

    it('is stored encrypted, shown once, and worthless in a copy of the database', async () => {
      const { app: authenticator, agent } = await shop.adminWithApp();
      const rows: object[] = await shop.database.query('SELECT * FROM second_steps');
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(authenticator.key);
      expect(JSON.stringify(await readSecondStep(agent))).not.toContain(authenticator.key);
    });
  });
  it('is asked of who is no staff any more, too, and passed in the same place (OWN-566)', async () => {
    const { app: authenticator } = await shop.adminWithApp({ discordId: STEP_STAFF_ID });
    shop.peer.members.set(STEP_STAFF_ID, []);
    const { agent } = await shop.admin({ discordId: STEP_STAFF_ID });
    const rename = async () =>
      describeAnswer(await agent.put('/api/account/profile').send({ minecraftName: 'Steve_77' }));
    expect(await rename()).toBe('403 SECOND_STEP_REQUIRED');
    const check = await agent.get('/api/admin/check-auth').expect(200);
    expect(check.body).toMatchObject({ isAuthorizedUser: false, needsSecondStep: true });
    expect(await passSecondStep(agent, authenticator.code())).toBe('200');
    expect(await rename()).toBe('200');
    shop.peer.members.set(STEP_STAFF_ID, [PEER_STAFF_ROLE]);
  });
  it('can be passed in no session that gets no rights by it: a stolen password guesses no codes (OWN-571)', async () => {
    const { app: authenticator } = await shop.adminWithApp();
    const { agent } = await shop.admin({ openedBy: 'password' });
    expect(await passSecondStep(agent, authenticator.code())).toBe('403 FRESH_SIGN_IN_REQUIRED');
    expect((await readSecondStep(agent)).ways).toEqual([]);
  });
});

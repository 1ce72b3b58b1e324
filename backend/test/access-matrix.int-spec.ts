import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { STAFF_RIGHTS, type Access, type StaffRight } from '@pax/contracts';
import { DeclaredRoutes, type DeclaredRoute } from '../src/people/access/declared-routes.js';
import { startTestApp, type TestApp } from './app.js';
import { DiscordPeer, PEER_STAFF_ROLE } from './discord-peer.js';
import { signIn } from './sign-in.js';

const CALLERS = ['visitor', 'customer', 'blocked', 'waiting', 'staff', 'admin', 'bot'] as const;
type Caller = (typeof CALLERS)[number];
const STAFF_ID = '427196530852986880';
/** Staff whose session has not passed their second step. */
const WAITING_ID = '427196530852980001';
const BOT_TOKEN = 'a-token-for-specs-only';
/** What each Discord role gives that a caller below has alone, written out: who acts on orders sees them. */
const GRANTED: Record<StaffRight, readonly StaffRight[]> = {
  orders: ['orders'],
  move: ['orders', 'move'],
  refund: ['orders', 'refund'],
  money: ['money'],
  products: ['products'],
  users: ['users'],
  tickets: ['tickets'],
};
/** What the role DISCORD_STAFF_ROLE_ID gives. */
const STARTING: readonly StaffRight[] = ['orders', 'move', 'products', 'users', 'tickets'];
/** Answers of the guard; a call that passes it may answer anything else. */
const PASSES = 'passes';

const NO_SESSION = '401 UNAUTHENTICATED';
const NO_RIGHT = '403 FORBIDDEN';
const IS_BLOCKED = '403 BLOCKED';
const NO_STEP = '403 SECOND_STEP_REQUIRED';
/** Expected answers by declaration, written out so that a change of the guard fails here. */
const EXPECTED: Record<Exclude<Access, 'staff'>, Record<Caller, string>> = {
  public: all(PASSES),
  provider: all(PASSES),
  restricted: { ...all(PASSES), visitor: NO_SESSION, bot: NO_SESSION },
  session: { ...all(PASSES), visitor: NO_SESSION, bot: NO_SESSION, blocked: IS_BLOCKED, waiting: NO_STEP },
  admin: {
    visitor: NO_SESSION,
    bot: NO_SESSION,
    customer: NO_RIGHT,
    blocked: IS_BLOCKED,
    waiting: NO_STEP,
    staff: NO_RIGHT,
    admin: PASSES,
  },
  bot: { ...all(NO_SESSION), bot: PASSES },
};
/** What a session may do before it has passed its second step, beside what is public: pass it, see itself and its orders. */
const WHILE_WAITING: ReadonlySet<string> = new Set([
  'GET /api/account/own-data',
  'GET /api/account/second-step',
  'GET /api/admin/check-auth',
  'GET /api/auth/me',
  'GET /api/checkouts/:ref/receipt',
  'GET /api/orders',
  'POST /api/auth/second-step',
  'POST /api/auth/second-step/passkey',
  'POST /api/auth/second-step/passkey/challenge',
]);
/** A call for staff is an admin's, and that of staff with its right. */
function expectedOf({ access, right, method, path }: DeclaredRoute, caller: Caller): string {
  if (caller === 'waiting' && (access === 'session' || access === 'restricted'))
    return WHILE_WAITING.has(`${method} ${path}`) ? PASSES : NO_STEP;
  if (access !== 'staff') return EXPECTED[access][caller];
  return caller === 'staff' ? ofStaff(right, STARTING) : EXPECTED.admin[caller];
}
const ofStaff = (right: DeclaredRoute['right'], held: readonly StaffRight[]): string =>
  right === 'any' || (right !== undefined && held.includes(right)) ? PASSES : NO_RIGHT;
const REFUSALS = new Set([NO_SESSION, NO_RIGHT, IS_BLOCKED, NO_STEP]);

function all(answer: string): Record<Caller, string> {
  return {
    visitor: answer,
    customer: answer,
    blocked: answer,
    waiting: answer,
    staff: answer,
    admin: answer,
    bot: answer,
  };
}

describe('who may call what (OWN-13, ADMIN-6.6)', () => {
  const peer = new DiscordPeer();
  let shop: TestApp;
  let routes: DeclaredRoute[];

  beforeAll(async () => {
    await peer.listen();
    peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
    peer.members.set(WAITING_ID, [PEER_STAFF_ROLE]);
    shop = await startTestApp({ ...peer.settings(), RATE_LIMIT_FACTOR: '1000' });
    routes = shop.app.get(DeclaredRoutes).listRoutes();
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  /** A session of its own for every call, since some calls end it. */
  const headersOf = async (caller: Caller): Promise<Record<string, string>> => {
    if (caller === 'visitor') return {};
    if (caller === 'bot') return { authorization: `Bearer ${BOT_TOKEN}` };
    const who = {
      customer: {},
      blocked: { blocked: true },
      waiting: { discordId: WAITING_ID },
      staff: { discordId: STAFF_ID },
      admin: { admin: true },
    }[caller];
    const { cookie, userId } = await signIn(shop, who);
    if (caller === 'waiting')
      await shop.database.query(
        `INSERT INTO second_steps (user_id, created_at, totp_since, totp_sealed) VALUES ($1, now(), now(), 'x')
         ON CONFLICT DO NOTHING`,
        [userId],
      );
    return { cookie };
  };

  const ask = async (route: DeclaredRoute, caller: Caller): Promise<string> =>
    askWith(route, await headersOf(caller));
  const askWith = async (
    { method, path }: DeclaredRoute,
    headers: Record<string, string>,
  ): Promise<string> => {
    const url = path.replaceAll(/:\w+/g, '999999');
    const http = request(shop.app.getHttpServer());
    const verb = method.toLowerCase();
    if (verb !== 'get' && verb !== 'post' && verb !== 'put' && verb !== 'patch' && verb !== 'delete')
      throw new Error(`${method} ${path} is not called here`);
    const asked = http[verb](url).set(headers);
    const answer = await (verb === 'get' ? asked : asked.send({}));
    const answered = `${answer.status} ${String(answer.body?.code)}`;
    return REFUSALS.has(answered) ? answered : PASSES;
  };

  it('knows the routes under the addresses they are served at', () => {
    const fastify = shop.app.getHttpAdapter().getInstance();
    const missing = routes.filter(
      ({ method, path }) => !fastify.findRoute({ method: asMethod(method), url: path }),
    );
    expect(routes.length).toBeGreaterThan(15);
    expect(missing).toEqual([]);
  });

  it('lets a blocked account see itself and its orders, take or end its data, and sign out', async () => {
    const open = routes.filter(({ access }) => access === 'restricted');
    expect(open.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'DELETE /api/account',
      'GET /api/account/export',
      'GET /api/account/own-data',
      'GET /api/admin/check-auth',
      'GET /api/auth/me',
      'GET /api/checkouts/:ref/receipt',
      'GET /api/orders',
      'POST /api/account/keep',
      'POST /api/account/proof',
    ]);
    const signOut = routes.find(({ path }) => path === '/api/auth/logout');
    expect(signOut && (await ask(signOut, 'blocked'))).toBe(PASSES);
  });

  it.each(CALLERS)('answers every route as declared, asked as %s (OWN-566)', async (caller) => {
    const wrong: string[] = [];
    for (const route of routes) {
      const got = await ask(route, caller);
      const expected = expectedOf(route, caller);
      if (got !== expected)
        wrong.push(`${route.method} ${route.path} (${route.access}): ${got}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(STAFF_RIGHTS)(
    'answers every call of the panel by the right it names, asked with a role that gives %s (OWN-560)',
    async (right) => {
      const role = String(2_000_000_000_000_000_000n + BigInt(STAFF_RIGHTS.indexOf(right)));
      const discordId = String(BigInt(STAFF_ID) - 1n - BigInt(STAFF_RIGHTS.indexOf(right)));
      peer.roles.push({ id: role, name: right, managed: false, position: 9, permissions: '0' });
      peer.members.set(discordId, [role]);
      const admin = await signIn(shop, { admin: true });
      const set = await admin.agent
        .put(`/api/admin/role-rights/${role}`)
        .send({ rights: [right] })
        .expect(200);
      expect(set.body).toMatchObject({ name: right, rights: GRANTED[right] });
      const { cookie, agent } = await signIn(shop, { discordId });
      const me = await agent.get('/api/auth/me').expect(200);
      expect(me.body).toMatchObject({ role: 'staff', rights: GRANTED[right] });
      const wrong: string[] = [];
      for (const route of routes.filter(({ access }) => access === 'staff' || access === 'admin')) {
        const expected = route.access === 'admin' ? NO_RIGHT : ofStaff(route.right, GRANTED[right]);
        const got = await askWith(route, { cookie });
        if (got !== expected)
          wrong.push(`${route.method} ${route.path} (${route.right}): ${got}, not ${expected}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('asks Discord anew for every act that staff may do, and answers reads by what was heard just now (OWN-7)', async () => {
    const shared = routes.filter(
      ({ access, right }) => access === 'staff' && right !== 'refund' && right !== 'money',
    );
    expect(new Set(shared.map(({ method }) => method))).toEqual(
      new Set(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']),
    );
    for (const [index, route] of shared.entries()) {
      const discordId = String(BigInt(STAFF_ID) + BigInt(index + 1));
      peer.members.set(discordId, [PEER_STAFF_ROLE]);
      const { cookie } = await signIn(shop, { discordId });
      await request(shop.app.getHttpServer()).get('/api/admin/coin-stock').set({ cookie }).expect(200);
      peer.members.set(discordId, []);
      const answered = await askWith(route, { cookie });
      const expected = route.method === 'GET' ? PASSES : NO_RIGHT;
      expect({ ...route, answered }).toEqual({ ...route, answered: expected });
    }
  });

  it('takes only the exact service token', async () => {
    const route = routes.find(({ access, method }) => access === 'bot' && method === 'POST');
    const path = (route?.path ?? '/api/bot/lease').replaceAll(/:\w+/g, '1');
    for (const authorization of ['', 'Bearer ', `Bearer ${BOT_TOKEN}x`, `Bot ${BOT_TOKEN}`, BOT_TOKEN]) {
      const answer = await request(shop.app.getHttpServer()).post(path).set({ authorization }).send({});
      expect(answer.status).toBe(401);
    }
  });
});

function asMethod(method: string): 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' {
  const known = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((name) => name === method);
  if (!known) throw new Error(`${method} is not expected`);
  return known;
}

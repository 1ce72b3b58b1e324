import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Access } from '@pax/contracts';
import { DeclaredRoutes, type DeclaredRoute } from '../src/modules/auth/declared-routes.js';
import { startTestApp, type TestApp } from './app.js';
import { DiscordPeer, PEER_STAFF_ROLE } from './discord-peer.js';
import { signIn } from './sign-in.js';

const CALLERS = ['visitor', 'customer', 'blocked', 'staff', 'admin', 'bot'] as const;
type Caller = (typeof CALLERS)[number];
const STAFF_ID = '427196530852986880';
const BOT_TOKEN = 'a-token-for-specs-only';
/** Answers of the guard; a call that passes it may answer anything else. */
const PASSES = 'passes';

const NO_SESSION = '401 UNAUTHENTICATED';
const NO_RIGHT = '403 FORBIDDEN';
const IS_BLOCKED = '403 BLOCKED';
/** Expected answers by declaration, written out so that a change of the guard fails here. */
const EXPECTED: Record<Access, Record<Caller, string>> = {
  public: all(PASSES),
  provider: all(PASSES),
  restricted: { ...all(PASSES), visitor: NO_SESSION, bot: NO_SESSION },
  session: { ...all(PASSES), visitor: NO_SESSION, bot: NO_SESSION, blocked: IS_BLOCKED },
  staff: {
    visitor: NO_SESSION,
    bot: NO_SESSION,
    customer: NO_RIGHT,
    blocked: IS_BLOCKED,
    staff: PASSES,
    admin: PASSES,
  },
  admin: {
    visitor: NO_SESSION,
    bot: NO_SESSION,
    customer: NO_RIGHT,
    blocked: IS_BLOCKED,
    staff: NO_RIGHT,
    admin: PASSES,
  },
  bot: { ...all(NO_SESSION), bot: PASSES },
};
const REFUSALS = new Set([NO_SESSION, NO_RIGHT, IS_BLOCKED]);

function all(answer: string): Record<Caller, string> {
  return { visitor: answer, customer: answer, blocked: answer, staff: answer, admin: answer, bot: answer };
}

describe('who may call what (OWN-13, ADMIN-6.6, OWN-190)', () => {
  const peer = new DiscordPeer();
  let shop: TestApp;
  let routes: DeclaredRoute[];

  beforeAll(async () => {
    await peer.listen();
    peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
    shop = await startTestApp({ ...peer.settings(), RATE_LIMIT_FACTOR: '1000' });
    routes = shop.app.get(DeclaredRoutes).list();
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
      staff: { discordId: STAFF_ID },
      admin: { admin: true },
    }[caller];
    return { cookie: (await signIn(shop, who)).cookie };
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

  it('lets a blocked account see itself and its orders, and sign out', async () => {
    const open = routes.filter(({ access }) => access === 'restricted');
    expect(open.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'GET /api/admin/check-auth',
      'GET /api/auth/me',
      'GET /api/checkouts/:ref/receipt',
      'GET /api/orders',
    ]);
    const signOut = routes.find(({ path }) => path === '/api/auth/logout');
    expect(signOut && (await ask(signOut, 'blocked'))).toBe(PASSES);
  });

  it.each(CALLERS)('answers every route as declared, asked as %s', async (caller) => {
    const wrong: string[] = [];
    for (const route of routes) {
      const got = await ask(route, caller);
      const expected = EXPECTED[route.access][caller];
      if (got !== expected)
        wrong.push(`${route.method} ${route.path} (${route.access}): ${got}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it('asks Discord anew for every act that staff may do, and answers reads by what was heard just now (OWN-7)', async () => {
    const ofStaff = routes.filter(({ access }) => access === 'staff');
    expect(new Set(ofStaff.map(({ method }) => method))).toEqual(
      new Set(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']),
    );
    for (const [index, route] of ofStaff.entries()) {
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

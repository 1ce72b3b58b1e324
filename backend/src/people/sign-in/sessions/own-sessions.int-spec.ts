import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AccountSession, SecurityNotice } from '@pax/contracts';
import request from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../../test/app.js';
import { signIn } from '../../../../test/sign-in.js';
import { SocketClient, disableSocketChecks } from '../../../../test/sockets.js';
import { until } from '../../../../test/until.js';
import { ActorSource } from '../../access/actor-source.js';

jest.setTimeout(30_000);

const PASSWORD = 'a lantern in the fog';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const PIXEL =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

/** One browser: its cookie and its User-Agent header. */
interface Browser {
  cookie: string;
  userAgent: string;
}

describe('sessions of the own account', () => {
  let shop: ListeningApp;
  let names = 0;

  beforeAll(async () => {
    shop = await startListeningApp({ RATE_LIMIT_FACTOR: '20' }, { prepare: disableSocketChecks });
  });
  afterAll(() => shop.close());

  const http = () => request(shop.app.getHttpServer());
  const enter = async (
    action: 'register' | 'login',
    username: string,
    userAgent: string,
  ): Promise<Browser> => {
    const answer = await http()
      .post(`/api/auth/${action}`)
      .set('user-agent', userAgent)
      .send({ username, password: PASSWORD });
    expect(answer.status).toBeLessThan(300);
    const cookies = [answer.headers['set-cookie']].flat().map((one) => String(one).split(';', 1)[0] ?? '');
    return { cookie: cookies.find((one) => one.startsWith('pax_session=')) ?? '', userAgent };
  };
  const newName = (): string => {
    names += 1;
    return `wanderer number ${names}`;
  };
  const sessionsOf = async ({ cookie }: Browser): Promise<AccountSession[]> =>
    (await http().get('/api/account/sessions').set('cookie', cookie).expect(200)).body;
  const isIn = async ({ cookie }: Browser): Promise<boolean> =>
    (await http().get('/api/auth/me').set('cookie', cookie)).status === 200;
  const end = async ({ cookie, userAgent }: Browser, path = ''): Promise<[number, unknown]> => {
    const call = http().delete(`/api/account/sessions${path}`);
    const answer = await call.set({ cookie, 'user-agent': userAgent });
    return [answer.status, answer.body.code ?? answer.body];
  };
  const idOf = async (browser: Browser): Promise<string> =>
    (await sessionsOf(browser)).find(({ current }) => current)?.id ?? '';

  /** What the audit holds of who this browser belongs to. */
  const recorded = async ({ cookie }: Browser): Promise<string[]> => {
    const me = await http().get('/api/auth/me').set('cookie', cookie).expect(200);
    const rows: { action: string }[] = await shop.database.query(
      `SELECT concat_ws(' ', action, detail->>'by', detail->>'count') AS action FROM audit_log
        WHERE actor = $1 AND subject = $1 AND address_hash IS NOT NULL ORDER BY id`,
      [`user:${me.body.id}`],
    );
    return rows.map(({ action }) => action);
  };

  it('names browser, system and device, when it was used last, and which is the own (OWN-364)', async () => {
    const name = newName();
    const desk = await enter('register', name, FIREFOX);
    const phone = await enter('login', name, PIXEL);
    const stranger = await enter('register', newName(), '');
    await shop.database.query(
      `UPDATE sessions SET last_seen_at = last_seen_at - interval '2 days' WHERE id_hash = $1`,
      [await idOf(desk)],
    );
    // An open page's socket is checked again and again, which is no use of the session.
    await shop.app.get(ActorSource).readByCookieHeader(desk.cookie);
    const [first, second, ...none] = await sessionsOf(phone);
    expect(none).toEqual([]);
    // The own one stands first, also when another was used later.
    expect((await sessionsOf(desk)).map(({ current }) => current)).toEqual([true, false]);
    expect(first).toMatchObject({ browser: 'Chrome', system: 'Android', device: 'phone', current: true });
    expect(second).toMatchObject({
      browser: 'Firefox',
      system: 'Windows',
      device: 'desktop',
      current: false,
    });
    const ago = Date.now() - Date.parse(second?.lastSeenAt ?? '');
    expect(Math.round(ago / 3_600_000)).toBe(48);
    const [, used] = await sessionsOf(phone);
    expect(Math.round((Date.now() - Date.parse(used?.lastSeenAt ?? '')) / 3_600_000)).toBe(0);
    expect(await sessionsOf(stranger)).toMatchObject([
      { browser: null, system: null, device: 'unknown', openedBy: 'password' },
    ]);
  });

  it('shows an id that does not sign in', async () => {
    const desk = await enter('register', newName(), FIREFOX);
    const id = await idOf(desk);
    expect(desk.cookie).not.toContain(id);
    expect(await isIn({ ...desk, cookie: `pax_session=${id.slice(0, 22)}` })).toBe(false);
    expect(await isIn({ ...desk, cookie: `pax_session=${id}` })).toBe(false);
  });

  it('lists no session that is over by its time', async () => {
    const name = newName();
    const desk = await enter('register', name, FIREFOX);
    const idle = await idOf(await enter('login', name, PIXEL));
    const old = await idOf(await enter('login', name, PIXEL));
    expect(await sessionsOf(desk)).toHaveLength(3);
    await shop.database.query(
      `UPDATE sessions SET last_seen_at = now() - interval '14 days' WHERE id_hash = $1`,
      [idle],
    );
    await shop.database.query(`UPDATE sessions SET expires_at = now() WHERE id_hash = $1`, [old]);
    expect(await sessionsOf(desk)).toHaveLength(1);
  });

  it('ends one of them: its calls and its sockets at once, no other (OWN-364)', async () => {
    const name = newName();
    const [desk, phone] = [await enter('register', name, FIREFOX), await enter('login', name, PIXEL)];
    const sockets = [desk, phone].map(
      ({ cookie }) => new SocketClient(shop.url, { origin: shop.url, cookie }),
    );
    await Promise.all(sockets.map((socket) => socket.waitForRooms(2)));
    expect(await end(desk, `/${await idOf(phone)}`)).toEqual([200, { success: true }]);
    await sockets[1]?.waitUntilEnded();
    expect(sockets[0]?.endings).toEqual([]);
    expect([await isIn(desk), await isIn(phone)]).toEqual([true, false]);
    expect(await recorded(desk)).toEqual([
      'session.open registration',
      'session.open password',
      'session.end',
    ]);
    sockets[0]?.close();
  });

  it('ends none of another account, nor an unknown one (OWN-14)', async () => {
    const [mine, theirs] = [
      await enter('register', newName(), FIREFOX),
      await enter('register', newName(), PIXEL),
    ];
    for (const id of [await idOf(theirs), 'x', '0'.repeat(64), `${await idOf(mine)}%20`])
      expect(await end(mine, `/${id}`)).toEqual([404, 'NOT_FOUND']);
    expect([await isIn(mine), await isIn(theirs)]).toEqual([true, true]);
  });

  it('ends the own one too, and clears its cookie', async () => {
    const desk = await enter('register', newName(), FIREFOX);
    const answer = await http()
      .delete(`/api/account/sessions/${await idOf(desk)}`)
      .set('cookie', desk.cookie)
      .expect(200);
    expect(String(answer.headers['set-cookie'])).toMatch(/pax_session=;/);
    expect(await isIn(desk)).toBe(false);
  });

  it('ends every other session and socket at once, and notifies the owner (OWN-364, OWN-366)', async () => {
    const name = newName();
    const own = await enter('register', name, FIREFOX);
    const others = [await enter('login', name, PIXEL), await enter('login', name, FIREFOX)];
    const stranger = await enter('register', newName(), PIXEL);
    const sockets = [own, ...others].map(
      ({ cookie }) => new SocketClient(shop.url, { origin: shop.url, cookie }),
    );
    await Promise.all(sockets.map((socket) => socket.waitForRooms(2)));
    expect(await end(own)).toEqual([200, { ended: 2 }]);
    await Promise.all(sockets.slice(1).map((socket) => socket.waitUntilEnded()));
    expect(sockets[0]?.endings).toEqual([]);
    expect(await Promise.all([own, ...others, stranger].map(isIn))).toEqual([true, false, false, true]);
    const told = await until(
      async () => sockets[0]?.messages.map(({ type, data }) => ({ type, data })) ?? [],
      (messages) => JSON.stringify(messages).includes('sessions_ended'),
    );
    expect(told.at(-1)).toMatchObject({
      type: 'notice.created',
      data: { kind: 'sessions_ended', browser: 'Firefox', system: 'Windows' },
    });
    sockets[0]?.close();
    // Nobody is told of nothing.
    expect(await end(own)).toEqual([200, { ended: 0 }]);
    expect((await recorded(own)).slice(3)).toEqual(['session.end-others 2']);
  });

  it('notifies of a browser that never signed in before, except the first (OWN-366)', async () => {
    const name = newName();
    const own = await enter('register', name, FIREFOX);
    const socket = new SocketClient(shop.url, { origin: shop.url, cookie: own.cookie });
    await socket.waitForRooms(2);
    const told = async (): Promise<SecurityNotice[]> =>
      (await http().get('/api/account/security-notices').set('cookie', own.cookie).expect(200)).body;
    expect(await told()).toEqual([]);
    const phone = request.agent(shop.app.getHttpServer());
    const login = (agent: typeof phone) =>
      agent
        .post('/api/auth/login')
        .set('user-agent', PIXEL)
        .send({ username: name, password: PASSWORD })
        .expect(200);
    await login(phone);
    await phone.post('/api/auth/logout').expect(200);
    await login(phone);
    expect(await told()).toMatchObject([{ kind: 'new_browser', browser: 'Chrome', system: 'Android' }]);
    const [notice] = await told();
    // The account's own registration may be told of in between.
    const heard = await socket.waitForTypes(socket.heads[1]?.room ?? '', notice?.id ?? 0, ['notice.created']);
    expect(heard).toContainEqual(expect.objectContaining({ type: 'notice.created', data: notice }));
    await login(request.agent(shop.app.getHttpServer()));
    expect(await told()).toHaveLength(2);
    socket.close();
  });

  it('keeps the newest twenty notices of each kind, so that sign-ins push out no change (OWN-1333)', async () => {
    const [name, othersName] = [newName(), newName()];
    const other = await enter('register', othersName, FIREFOX);
    await enter('login', othersName, PIXEL);
    const own = await enter('register', name, FIREFOX);
    const noticesOf = async ({ cookie }: typeof own): Promise<SecurityNotice[]> =>
      (await http().get('/api/account/security-notices').set('cookie', cookie).expect(200)).body;
    for (let n = 0; n < 22; n += 1) {
      await enter('login', name, PIXEL);
      expect((await end(own))[0]).toBe(200);
    }
    let last = own;
    for (let n = 0; n < 22; n += 1) last = await enter('login', name, PIXEL);
    const notices = await noticesOf(last);
    const kept = (kind: string) => notices.filter((notice) => notice.kind === kind).length;
    expect([kept('new_browser'), kept('sessions_ended'), notices.length]).toEqual([20, 20, 40]);
    expect(notices.slice(0, 20).every(({ kind }) => kind === 'new_browser')).toBe(true);
    expect(await noticesOf(other)).toMatchObject([{ kind: 'new_browser' }]);
    expect(notices.map(({ id }) => id)).toEqual(notices.map(({ id }) => id).toSorted((a, b) => b - a));
    const { id } = (await http().get('/api/auth/me').set('cookie', last.cookie).expect(200)).body;
    const admin = await signIn(shop, { admin: true });
    const story: { id: string; createdAt: string }[] = [];
    let total: string | undefined;
    for (let path: string | undefined = `/api/admin/users/${id}/events?limit=30`; path !== undefined;) {
      const answer: request.Response = await admin.agent.get(path).expect(200);
      story.push(...answer.body);
      path = /<(.*)>/.exec(answer.headers['link'] ?? '')?.[1];
      total = answer.headers['x-total-count'];
    }
    expect(total).toBe(String(story.length));
    expect(story.filter((line) => line.id.startsWith('notice-'))).toHaveLength(40);
    const times = story.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

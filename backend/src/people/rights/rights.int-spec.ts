import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_RIGHTS, type RoleRightsAnswer } from '@pax/contracts';
import request from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import {
  DiscordPeer,
  PEER_BOT_ROLE,
  PEER_GUILD,
  PEER_MONEY_ROLE,
  PEER_STAFF_ROLE,
  PEER_VIP_ROLE,
} from '../../../test/discord-peer.js';
import { buildPng } from '../../../test/picture-files.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';

const STARTING = ['orders', 'move', 'products', 'users', 'tickets'];
/** The promised limit, at production intervals. */
const DEADLINE_MS = 5_000;

describe('rights of Discord roles', () => {
  const peer = new DiscordPeer();
  const sockets: SocketClient[] = [];
  let shop: ListeningApp;
  let admin: SignedIn;
  let nextId = 427_196_530_852_970_000n;
  const member = (...roles: string[]): string => {
    nextId += 1n;
    peer.members.set(String(nextId), roles);
    return String(nextId);
  };
  const staff = (...roles: string[]) => signIn(shop, { discordId: member(...roles) });
  const set = (role: string, rights: string[], version?: number) =>
    admin.agent.put(`/api/admin/role-rights/${role}`).send({ rights, version });
  const listed = async () => (await admin.agent.get('/api/admin/role-rights').expect(200)).body;
  const connect = async ({ cookie }: SignedIn): Promise<SocketClient> => {
    const client = new SocketClient(shop.url, { origin: shop.url, cookie });
    sockets.push(client);
    await client.waitForRooms(3);
    return client;
  };

  beforeAll(async () => {
    await peer.listen();
    shop = await startListeningApp(peer.settings());
    admin = await signIn(shop, { admin: true });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    await shop.database.query('DELETE FROM role_rights');
    await shop.database.query(`DELETE FROM outbox_events WHERE aggregate = 'rights'`);
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  it('are listed by the names that Discord has, without everybody’s role and managed ones (OWN-561)', async () => {
    const plain = { rights: [], version: 0, isStaffRole: false, isVipRole: false, takenAt: null };
    expect(await listed()).toEqual({
      isComplete: true,
      vipRisks: [],
      roles: [
        { ...plain, id: PEER_MONEY_ROLE, name: 'Bookkeeping' },
        { ...plain, id: PEER_STAFF_ROLE, name: 'Crew', rights: STARTING, isStaffRole: true },
        { ...plain, id: PEER_VIP_ROLE, name: 'VIP' },
      ],
    });
  });

  it('are set by an admin, audited and posted; what acts need comes with them (OWN-561)', async () => {
    const given = await set(PEER_MONEY_ROLE, ['refund', 'money', 'money'], 0).expect(200);
    const now = {
      id: PEER_MONEY_ROLE,
      name: 'Bookkeeping',
      rights: ['orders', 'refund', 'money'],
      version: 1,
    };
    expect(given.body).toMatchObject(now);
    const { agent } = await staff(PEER_MONEY_ROLE);
    expect((await agent.get('/api/auth/me').expect(200)).body).toMatchObject({
      role: 'staff',
      rights: now.rights,
    });
    const [row, ...more]: object[] = await shop.database.query(
      `SELECT actor, subject, detail FROM audit_log WHERE action = 'rights.set'`,
    );
    expect([row, more]).toEqual([
      {
        actor: `user:${admin.userId}`,
        subject: `role:${PEER_MONEY_ROLE}`,
        detail: { before: '', after: 'orders refund money' },
      },
      [],
    ]);
    const [{ n } = { n: 0 }] = await shop.database.query(
      `SELECT count(*)::int AS n FROM outbox_events WHERE type = 'alert.raised' AND data->>'title' = 'The rights of a Discord role were changed'`,
    );
    expect(n).toBe(1);
  });

  it('are refused to everybody’s role, managed and unknown ones, and while Discord does not answer (OWN-561)', async () => {
    for (const role of [PEER_GUILD, PEER_BOT_ROLE])
      expect((await set(role, ['orders']).expect(409)).body).toMatchObject({ code: 'ROLE_NOT_GRANTABLE' });
    expect((await set('1184302944500739999', ['orders']).expect(404)).body).toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const rights of [['all'], 'orders', [1], null, Array.from({ length: 99 }, () => 'orders')])
      await admin.agent.put(`/api/admin/role-rights/${PEER_VIP_ROLE}`).send({ rights }).expect(400);
    peer.isUnavailable = true;
    try {
      expect((await set(PEER_VIP_ROLE, ['orders']).expect(503)).body).toMatchObject({ code: 'UNAVAILABLE' });
      expect((await set(PEER_STAFF_ROLE, []).expect(200)).body).toMatchObject({ rights: [] });
      expect(await listed()).toEqual({ isComplete: false, vipRisks: [], roles: [] });
    } finally {
      peer.isUnavailable = false;
    }
  });

  it('are given to no role that Discord links to what an account says of itself (OWN-561)', async () => {
    const id = '1184302944500731999';
    peer.roles.push({
      id,
      name: 'Spenders',
      managed: false,
      position: 5,
      permissions: '0',
      tags: { guild_connections: null },
    });
    try {
      expect((await set(id, ['orders']).expect(409)).body).toMatchObject({ code: 'ROLE_NOT_GRANTABLE' });
      const { roles }: RoleRightsAnswer = await listed();
      expect(roles.map((role) => role.id)).not.toContain(id);
    } finally {
      peer.roles.pop();
    }
  });

  it.each([
    ['an admin', true],
    ['staff with all rights', false],
  ])(
    'that are set reach the panels of admins within a second, and nobody else’s, where %s connected last (OWN-595, OWN-563)',
    async (_, isAdminLast) => {
      await set(PEER_VIP_ROLE, [...STAFF_RIGHTS], 0).expect(200);
      const colleague = await staff(PEER_VIP_ROLE);
      const one = await connect(isAdminLast ? colleague : admin);
      const last = await connect(isAdminLast ? admin : colleague);
      const [ofAdmin, ofStaff] = isAdminLast ? [last, one] : [one, last];
      const since = performance.now();
      await set(PEER_MONEY_ROLE, ['money'], 0).expect(200);
      const told = ({ messages }: SocketClient) => messages.findLast(({ type }) => type === 'rights.set');
      await until(async () => [ofAdmin, ofStaff].every((client) => told(client)), Boolean);
      expect(performance.now() - since).toBeLessThan(1_000);
      expect(told(ofAdmin)).toMatchObject({
        room: 'admin',
        version: 1,
        data: { id: PEER_MONEY_ROLE, rights: ['money'], version: 1, isStaffRole: false, isVipRole: false },
      });
      expect(told(ofStaff)).toMatchObject({ room: 'admin', data: null });
    },
  );

  it('have one winner of two changes at once; the other hears how they are now (OWN-561)', async () => {
    const both = await Promise.all([set(PEER_VIP_ROLE, ['orders'], 0), set(PEER_VIP_ROLE, ['tickets'], 0)]);
    const [won, lost] = both.toSorted((one, other) => one.status - other.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(lost?.body).toMatchObject({ code: 'STALE', current: { rights: won?.body.rights, version: 1 } });
  });

  it('add up over roles; the staff role loses its own when an admin sets it (OWN-560)', async () => {
    await set(PEER_MONEY_ROLE, ['money']).expect(200);
    const { agent } = await staff(PEER_STAFF_ROLE, PEER_MONEY_ROLE, PEER_VIP_ROLE);
    const rights = async () => (await agent.get('/api/admin/check-auth').expect(200)).body;
    expect(await rights()).toMatchObject({
      role: 'staff',
      rights: ['orders', 'move', 'money', 'products', 'users', 'tickets'],
    });
    await set(PEER_STAFF_ROLE, ['tickets']).expect(200);
    expect(await rights()).toMatchObject({ rights: ['money', 'tickets'] });
    await set(PEER_STAFF_ROLE, []).expect(200);
    await set(PEER_MONEY_ROLE, []).expect(200);
    expect(await rights()).toMatchObject({ role: 'customer', isAuthorizedUser: false, rights: [] });
  });

  it('that end cut sockets within 5 s, taken from the role or from the person (OWN-564)', async () => {
    const granted = await staff(PEER_STAFF_ROLE);
    const held = await staff(PEER_STAFF_ROLE, PEER_MONEY_ROLE);
    await set(PEER_MONEY_ROLE, ['money']).expect(200);
    const sees = [await connect(granted), await connect(held)] as const;
    const roomsOf = peer.members;
    for (const [id, roles] of roomsOf)
      if (roles.includes(PEER_MONEY_ROLE)) roomsOf.set(id, [PEER_STAFF_ROLE]);
    expect(await sees[1].waitUntilEnded(DEADLINE_MS)).toBe('io server disconnect');
    expect(sees[0].endings).toEqual([]);
    await set(PEER_STAFF_ROLE, ['orders']).expect(200);
    expect(await sees[0].waitUntilEnded(DEADLINE_MS)).toBe('io server disconnect');
  });

  it('decide what a page of the panel hears: numbers always, data by right, money figures by theirs (OWN-563)', async () => {
    await set(PEER_MONEY_ROLE, ['users', 'money']).expect(200);
    await set(PEER_VIP_ROLE, ['tickets']).expect(200);
    const pages = {
      all: await connect(admin),
      money: await connect(await staff(PEER_MONEY_ROLE)),
      users: await connect(await staff(PEER_STAFF_ROLE)),
      tickets: await connect(await staff(PEER_VIP_ROLE)),
    };
    const { userId } = await signIn(shop);
    await admin.agent.patch(`/api/admin/users/${userId}/store-credit`).send({ amount: '7.00' }).expect(200);
    const about = async (page: SocketClient) =>
      (await page.waitForTypes('admin', userId, ['balance.changed'])).at(-1);
    const whole = await about(pages.all);
    expect(whole?.data).toMatchObject({ id: userId, storeCredit: '7.00', balance: '7.00' });
    expect(await about(pages.money)).toEqual(whole);
    const users = await about(pages.users);
    expect(users?.data).toMatchObject({ id: userId, storeCredit: null, balance: null, totalSpent: null });
    const none = await until(
      async () => pages.tickets.messages.find(({ room, seq }) => room === 'admin' && seq === whole?.seq),
      (message) => message !== undefined,
    );
    expect(none).toEqual({ ...whole, data: null });
    const resumed = await pages.users.resume({ room: 'admin', since: (whole?.seq ?? 1) - 1 });
    expect(resumed).toEqual({ messages: [users] });
  });

  it('hide money figures in lists and stories, and orders by them (OWN-563)', async () => {
    const { userId } = await signIn(shop);
    await admin.agent.patch(`/api/admin/users/${userId}/store-credit`).send({ amount: '9.00' }).expect(200);
    const { agent } = await staff(PEER_STAFF_ROLE);
    const [listedUser] = (await agent.get(`/api/admin/users?q=${userId}`).expect(200)).body;
    const one = (await agent.get(`/api/admin/users/${userId}`).expect(200)).body;
    // Points tell what was spent.
    const nothing = { storeCredit: null, balance: null, totalSpent: null, loyaltyPoints: null };
    for (const shown of [listedUser, one]) expect(shown).toMatchObject({ id: userId, ...nothing });
    for (const sort of ['totalSpent', 'storeCredit', 'loyaltyPoints'])
      expect((await agent.get(`/api/admin/users?sort=${sort}`).expect(403)).body).toMatchObject({
        code: 'FORBIDDEN',
      });
    const story = async (who: SignedIn['agent']) =>
      JSON.stringify((await who.get(`/api/admin/users/${userId}/events`).expect(200)).body);
    expect(await story(agent)).not.toContain('9.00');
    expect(await story(admin.agent)).toContain('9.00');
    await agent.get(`/api/admin/users/${userId}/ledger`).expect(403);
  });

  describe('and what stands in lists of mixed things (OWN-563)', () => {
    const TYPES = [
      'order.refunded',
      'ticket.opened',
      'stock.changed',
      'coins.changed',
      'alert.raised',
      'test',
    ];
    const idsOf = async (who: SignedIn, query = ''): Promise<Map<string, number>> => {
      const answer = await who.agent.get(`/api/admin/posts${query}`).expect(200);
      const posts: { id: number; type: string }[] = answer.body;
      expect(answer.headers['x-total-count']).toBe(String(posts.length));
      return new Map(posts.map(({ id, type }) => [type, id]));
    };

    it('is a post for whom its own list is, to read, find and send again', async () => {
      const insert = `INSERT INTO posts (event_id, type, channel, content, state, parked_reason, occurred_at)
        SELECT gen_random_uuid(), type, 'orders', '{"kind":"test","message":"refund"}', 'parked', 'x', now() FROM unnest($1::text[]) AS type`;
      await shop.database.query(insert, [TYPES]);
      const all = await idsOf(admin, '?q=refund');
      expect([...all.keys()].toSorted()).toEqual(TYPES.toSorted());
      for (const [right, shown] of [
        ['orders', ['order.refunded']],
        ['tickets', ['ticket.opened']],
        ['products', ['coins.changed', 'stock.changed']],
        ['users', []],
        ['money', []],
      ] as const) {
        await set(PEER_VIP_ROLE, [right]).expect(200);
        const person = await staff(PEER_VIP_ROLE);
        for (const query of ['', '?q=refund', '?state=parked'])
          expect([right, [...(await idsOf(person, query)).keys()].toSorted()]).toEqual([right, shown]);
        for (const [type, id] of all) {
          const { status } = await person.agent.post(`/api/admin/posts/${id}/resend`).send();
          const isOpen = shown.some((one) => one === type);
          expect([right, type, status]).toEqual([right, type, isOpen ? 200 : 404]);
        }
      }
      await shop.database.query('DELETE FROM posts');
    });

    it('is a count or a line of a story by its right alone', async () => {
      const actor = (await staff(PEER_STAFF_ROLE)).userId;
      const insert = `INSERT INTO audit_log (actor, action, subject, detail)
        SELECT $1, subject || '.spec', subject || ':1', '{}' FROM unnest($2::text[]) AS subject`;
      const ofAdmins = ['role', 'channel', 'post'];
      const kinds = ['order', 'checkout', 'refund', 'dispute', 'ticket', 'product', 'user', ...ofAdmins];
      await shop.database.query(insert, [`user:${actor}`, kinds]);
      const shownTo = async (...rights: string[]) => {
        await set(PEER_VIP_ROLE, rights).expect(200);
        const { agent } = await staff(PEER_VIP_ROLE);
        const story = await agent.get(`/api/admin/users/${actor}/events`).expect(200);
        const lines: { action: string }[] = story.body;
        expect(story.headers['x-total-count']).toBe(String(lines.length));
        const { body } = await agent.get('/api/admin/counts').expect(200);
        const counted = ['orders', 'users', 'tickets'].filter((list) => body[list] > 0);
        return [lines.map(({ action }) => action.replace('.spec', '')).toReversed(), counted];
      };
      await shop.database.query(
        `INSERT INTO list_counts (list, n) VALUES ('orders:pending', 3), ('tickets:open', 2)`,
      );
      const orders = ['order', 'checkout', 'refund', 'dispute'];
      expect(await shownTo('users')).toEqual([['user'], ['users']]);
      expect(await shownTo('users', 'orders')).toEqual([
        [...orders, 'user'],
        ['orders', 'users'],
      ]);
      expect(await shownTo('users', 'tickets')).toEqual([
        ['ticket', 'user'],
        ['users', 'tickets'],
      ]);
      expect(await shownTo('users', 'products')).toEqual([['product', 'user'], ['users']]);
      const whole: { action: string }[] = (await admin.agent.get(`/api/admin/users/${actor}/events`)).body;
      expect(whole.map(({ action }) => action.replace('.spec', '')).toReversed()).toEqual(kinds);
      await shop.database.query(`DELETE FROM list_counts WHERE list IN ('orders:pending', 'tickets:open')`);
    });
  });

  it('are asked of Discord once for who is no staff, however often the person tries (OWN-560)', async () => {
    const discordId = member();
    const { agent } = await signIn(shop, { discordId });
    for (let tries = 0; tries < 5; tries += 1)
      await agent.patch('/api/admin/orders/1/process').send({}).expect(403);
    expect(peer.calls.filter((call) => call.includes(discordId))).toHaveLength(1);
  });

  it('are asked of Discord for the acts of one member of staff so often only, and for others’ as before', async () => {
    const [one, other] = [member(PEER_STAFF_ROLE), member(PEER_STAFF_ROLE)];
    const act = async (discordId: string) => {
      const { agent } = await signIn(shop, { discordId });
      return agent.patch('/api/admin/orders/999999/process').send({});
    };
    expect((await act(one)).status).toBe(404);
    await shop.database.query(`UPDATE rate_limits SET points = 1000000 WHERE key = $1`, [
      `staff-acts:${one}`,
    ]);
    const asked = () => peer.calls.filter((call) => call.includes(one)).length;
    const before = asked();
    const refused = await act(one);
    expect([refused.status, refused.body.code, asked()]).toEqual([429, 'RATE_LIMITED', before]);
    expect((await act(other)).status).toBe(404);
    const { agent } = await signIn(shop, { discordId: one });
    await agent.get('/api/admin/orders').expect(200);
  });

  it('open a ticket’s pictures to who may work on tickets, not to who may work on orders (OWN-529, OWN-560)', async () => {
    const buyer = await signIn(shop);
    const uploaded = await buyer.agent
      .post('/api/support-tickets/attachments')
      .set('content-type', 'image/png')
      .send(buildPng({ width: 3, height: 5 }))
      .expect(201);
    const form = { name: 'Finn', email: 'finn@example.org', subject: 'Broken', message: 'See the picture' };
    const { id } = (
      await buyer.agent
        .post('/api/support-tickets')
        .send({ ...form, attachments: [uploaded.body.attachment] })
        .expect(201)
    ).body;
    const [ticket] = (await buyer.agent.get('/api/support-tickets').expect(200)).body;
    const picture = `/api/support-tickets/${id}/attachments/${ticket.attachments[0].file}`;
    await set(PEER_MONEY_ROLE, ['tickets']).expect(200);
    await (await staff(PEER_MONEY_ROLE)).agent.get(picture).expect(200);
    await set(PEER_MONEY_ROLE, ['orders']).expect(200);
    await (await staff(PEER_MONEY_ROLE)).agent.get(picture).expect(404);
  });

  it('are asked by the bot for whom it acts; cancelling is no act of Discord (OWN-560)', async () => {
    const token = { authorization: 'Bearer a-token-for-specs-only' };
    const press = (discordId: string, move = 'process') =>
      request(shop.app.getHttpServer()).post(`/api/bot/orders/999999/${move}`).set(token).send({ discordId });
    await set(PEER_VIP_ROLE, ['tickets']).expect(200);
    expect((await press(member(PEER_VIP_ROLE))).body).toMatchObject({ code: 'FORBIDDEN' });
    expect((await press(member(PEER_STAFF_ROLE))).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await press(member(PEER_STAFF_ROLE), 'cancel')).status).toBe(404);
  });
});

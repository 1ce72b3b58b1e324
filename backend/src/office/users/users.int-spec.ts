import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AdminUser } from '@pax/contracts';
import type { Response } from 'supertest';
import { readBalances, actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { expectInvariants } from '../../../test/invariants.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';

jest.setTimeout(30_000);
const STAFF_ID = '427196530852986881';

describe('accounts in the hands of staff', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let admin: SignedIn;
  let staff: SignedIn;
  beforeAll(async () => {
    await peer.listen();
    peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
    shop = await startShop(peer.settings());
    admin = await shop.signIn({ admin: true });
    // Lists, stories and credit are looked at with their money figures.
    const rights = ['orders', 'users', 'money', 'products', 'tickets', 'move'];
    await admin.agent.put(`/api/admin/role-rights/${PEER_STAFF_ROLE}`).send({ rights }).expect(200);
    staff = await shop.signIn({ discordId: STAFF_ID });
  });
  afterAll(async () => {
    await expectInvariants(shop);
    await shop.close();
    await peer.close();
  });

  const list = async (query: string, agent = staff.agent): Promise<AdminUser[]> =>
    (await agent.get(`/api/admin/users${query}`).expect(200)).body;
  const one = async (id: number): Promise<AdminUser> =>
    (await staff.agent.get(`/api/admin/users/${id}`).expect(200)).body;
  const setCredit = (id: number, body: object, by = admin) =>
    by.agent.patch(`/api/admin/users/${id}/store-credit`).send(body);
  const block = (id: number, body: object, by = admin) =>
    by.agent.patch(`/api/admin/users/${id}/block`).send(body);

  it('are listed with all that a card shows (ADMIN-3.3, ADMIN-7.8)', async () => {
    const { userId } = await shop.signIn({ username: 'Listed_One' });
    await shop.fill(`credit:${userId}`, 1250);
    await shop.fill(`bonus:${userId}`, 500);
    await shop.fill(`points:${userId}`, 77);
    const [listed] = await list('?q=listed_one');
    expect(listed).toEqual({
      id: userId,
      username: 'Listed_One',
      discordUsername: null,
      discordId: null,
      minecraftName: null,
      storeCredit: '12.50',
      creditVersion: expect.any(Number),
      balance: '17.50',
      loyaltyPoints: 77,
      totalSpent: '0.00',
      membershipTier: 'bronze',
      tierFloor: 'bronze',
      deleted: false,
      blocked: false,
      blockedAt: null,
      blockReason: null,
      createdAt: expect.any(String),
      referralCode: expect.stringMatching(/^PAX/),
      referredBy: null,
      version: expect.any(Number),
    });
    expect(await one(userId)).toEqual(listed);
    await staff.agent.get('/api/admin/users/2000000000').expect(404);
  });

  it('are sorted in five ways, each whole over pages of any size (ADMIN-2.25)', async () => {
    const people = await Promise.all(
      ['sort_c', 'sort_a', 'Sort_B'].map((username) => shop.signIn({ username })),
    );
    const [c = 0, a = 0, b = 0] = people.map(({ userId }) => userId);
    const spent = (id: number, cents: number) =>
      shop.database.query('UPDATE users SET total_spent_cents = $2 WHERE id = $1', [id, cents]);
    await Promise.all([spent(a, 300), spent(b, 100), spent(c, 300)]);
    await shop.fill(`credit:${b}`, 900);
    await shop.fill(`points:${c}`, 5);
    const newer = (ids: number[]): number[] => ids.toSorted((one_, other) => other - one_);
    const expected = {
      newest: newer([a, b, c]),
      createdAt: newer([a, b, c]),
      totalSpent: [...newer([a, c]), b],
      storeCredit: [b, ...newer([a, c])],
      loyaltyPoints: [c, ...newer([a, b])],
      username: [a, b, c],
    };
    for (const [sort, ids] of Object.entries(expected))
      for (const limit of [1, 2, 5]) {
        const seen: number[] = [];
        let next: string | undefined = `/api/admin/users?q=sort_&sort=${sort}&limit=${limit}`;
        while (next !== undefined) {
          const page: Response = await staff.agent.get(next).expect(200);
          expect(page.headers['x-total-count']).toBe('3');
          seen.push(...page.body.map(({ id }: { id: number }) => id));
          next = /<([^>]+)>; rel="next"/.exec(page.headers.link ?? '')?.[1];
        }
        expect([sort, limit, seen]).toEqual([sort, limit, ids]);
      }
  });

  it('are found by number, names and Discord id, and read no wildcards', async () => {
    const discordId = '527196530852986880';
    const { userId } = await shop.signIn({ username: 'Found_50', discordId });
    await shop.database.query(`UPDATE users SET minecraft_name = 'DeepMiner' WHERE id = $1`, [userId]);
    for (const q of [`%23${userId}`, 'FOUND_5', discordId, 'discord_986880', 'deepminer'])
      expect([q, (await list(`?q=${q}`)).map(({ id }) => id)]).toEqual([q, expect.arrayContaining([userId])]);
    expect(await list('?q=found%2550')).toEqual([]);
  });

  it('have their free credit set, and the ledger says by whom (ADMIN-7.16, OWN-61, OWN-34)', async () => {
    const { userId } = await shop.signIn();
    await shop.fill(`credit:${userId}`, 1000);
    const { body } = await setCredit(userId, { amount: '25.50' }).expect(200);
    expect(body).toMatchObject({ id: userId, storeCredit: '25.50', balance: '25.50' });
    const actor = `user:${admin.userId}`;
    const [entry] = await shop.database.query(
      `SELECT actor, reason, delta::int FROM ledger_journal JOIN ledger_lines USING (idempotency_key) ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toEqual({ actor, reason: 'credit set', delta: 1550 });
    const [audited] = await shop.database.query(
      'SELECT actor, action, subject, detail FROM audit_log ORDER BY id DESC LIMIT 1',
    );
    const detail = { amount: '25.50' };
    expect(audited).toEqual({ actor, action: 'credit.set', subject: `user:${userId}`, detail });
  });

  it('keep what an open checkout holds of their credit, whose version holds do not move (OWN-195)', async () => {
    const buyer = await shop.signIn();
    await shop.fill(`credit:${buyer.userId}`, 1000);
    const { creditVersion } = await one(buyer.userId);
    const id = await shop.addProduct({ priceCents: 2000 });
    const { checkout } = await place(buyer, [{ id, quantity: 1 }], { useStoreCredit: true });
    const set = await setCredit(buyer.userId, { amount: '3.00', version: creditVersion }).expect(200);
    expect(set.body.storeCredit).toBe('3.00');
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    expect(await readBalances(shop, `credit:${buyer.userId}`, `credit-held:${buyer.userId}`)).toEqual([
      1300, 0,
    ]);
  });

  it('refuse credit that somebody else changed, with what it is now (OWN-195)', async () => {
    const { userId } = await shop.signIn();
    const { creditVersion } = await one(userId);
    const answers = await Promise.all(
      ['5.00', '6.00'].map((amount) => setCredit(userId, { amount, version: creditVersion })),
    );
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
    const stale = answers.find(({ status }) => status === 409)?.body;
    expect(stale).toMatchObject({ code: 'STALE', current: await one(userId) });
  });

  it.each(['', '-5', '-5.00', -5, 1e9, '1000000000', '10000.01', '1,50', 'x', null, {}])(
    'refuse %j as credit (ADMIN-5.15)',
    async (amount) => {
      const before = await one(admin.userId);
      expect((await setCredit(admin.userId, { amount }).expect(400)).body.code).toBe('VALIDATION');
      expect(await one(admin.userId)).toEqual(before);
    },
  );

  it('are blocked with a reason: sessions and sockets end, and the block can be taken back (OWN-17, OWN-18)', async () => {
    const { userId, agent, cookie, username } = await shop.signIn();
    const socket = new SocketClient(shop.url, { origin: shop.url, cookie });
    await socket.waitForRooms(2);
    for (const refused of [{ blocked: true }, { blocked: true, reason: ' ' }, {}])
      await block(userId, refused).expect(400);
    const { body } = await block(userId, { blocked: true, reason: 'fraud' }).expect(200);
    expect(body).toMatchObject({ blocked: true, blockReason: 'fraud', blockedAt: expect.any(String) });
    expect(await socket.waitUntilEnded(5_000)).toBe('io server disconnect');
    await agent.get('/api/auth/me').expect(401);
    expect((await list('?state=blocked')).map(({ username: name }) => name)).toContain(username);
    const back = await block(userId, { blocked: false }).expect(200);
    expect(back.body).toMatchObject({ blocked: false, blockReason: null, blockedAt: null });
    expect((await list('?state=blocked')).map(({ id }) => id)).not.toContain(userId);
    expect((await block(admin.userId, { blocked: true, reason: 'me' }).expect(409)).body.code).toBe(
      'CONFLICT',
    );
  });

  it('are not blocked and get no credit from staff (OWN-61)', async () => {
    const { userId } = await shop.signIn();
    await setCredit(userId, { amount: '5.00' }, staff).expect(403);
    await block(userId, { blocked: true, reason: 'x' }, staff).expect(403);
    expect(await one(userId)).toMatchObject({ storeCredit: '0.00', blocked: false });
  });

  it('tell their story: orders, and what happened to their security (OWN-534, OWN-584)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({});
    const { url, checkout } = await place(buyer, [{ id, quantity: 1 }]);
    await actOnPayPage(url, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    const read = async (what: string) =>
      (await staff.agent.get(`/api/admin/users/${buyer.userId}/${what}`).expect(200)).body;
    expect(await read('orders')).toMatchObject(orders.map((order) => ({ id: order, userId: buyer.userId })));
    await setCredit(buyer.userId, { amount: '5.00' }).expect(200);
    await block(buyer.userId, { blocked: true, reason: 'fraud' }).expect(200);
    const events = await read('events');
    expect(events.slice(0, 2)).toMatchObject([
      { action: 'user.block', actor: admin.username, detail: { reason: 'fraud' } },
      { action: 'credit.set', actor: admin.username, detail: { amount: '5.00' } },
    ]);
    const inAudit = await shop.database.query(
      `SELECT 1 FROM audit_log WHERE detail ? 'reason' AND subject = $1`,
      [`user:${buyer.userId}`],
    );
    expect(inAudit).toEqual([]);
    for (const what of ['orders', 'events'])
      await staff.agent.get(`/api/admin/users/2000000000/${what}`).expect(404);
  });

  it('tell why staff did something with their orders, to staff alone (OWN-707)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 20 });
    const { url, checkout } = await place(buyer, [{ id, quantity: 1 }]);
    await actOnPayPage(url, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    const [order = 0] = orders;
    const act = (move: string, body: object) =>
      admin.agent.patch(`/api/admin/orders/${order}/${move}`).send(body);
    for (const reason of ['x'.repeat(301), ' '.repeat(1_201), 'a\u0000', 7, null])
      expect((await act('process', { reason })).body).toMatchObject({ code: 'VALIDATION' });
    await act('process', { reason: `  ${'ß'.repeat(300)}  ` }).expect(200);
    await act('release', { reason: ' ' }).expect(200);
    await act('cancel', { reason: 'Wanted <b>so</b> by @everyone' }).expect(200);
    const told = (await staff.agent.get(`/api/admin/orders/${order}/reasons`).expect(200)).body;
    expect(told).toMatchObject([
      { action: 'order.cancel', text: 'Wanted <b>so</b> by @everyone', actor: admin.username },
      { action: 'order.process', text: 'ß'.repeat(300), actor: admin.username },
    ]);
    const events = (await staff.agent.get(`/api/admin/users/${buyer.userId}/events`).expect(200)).body;
    expect(events).toMatchObject([
      { action: 'order.cancel', detail: { subject: `order:${order}`, reason: told[0].text } },
      { action: 'order.process', detail: { reason: told[1].text } },
    ]);
    const theirs = await Promise.all(
      ['/api/orders', `/api/checkouts/${checkout}`, '/api/account/export'].map(async (path) =>
        JSON.stringify((await buyer.agent.get(path).expect(200)).body),
      ),
    );
    expect(theirs.join()).not.toMatch(/Wanted|ßß/);
    await buyer.agent.get(`/api/admin/orders/${order}/reasons`).expect(403);
    await staff.agent.get('/api/admin/orders/2000000000/reasons').expect(404);
  });

  it('tell the whole of it page by page, tickets too (OWN-534)', async () => {
    const buyer = await shop.signIn();
    for (const subject of ['First', 'Second'])
      await buyer.agent
        .post('/api/support-tickets')
        .send({ name: 'N', email: 'n@mail.example', subject, message: 'M' })
        .expect(201);
    for (const amount of ['1.00', '2.00', '3.00']) await setCredit(buyer.userId, { amount }).expect(200);
    // An audit row and a notice.
    await buyer.agent.get('/api/account/export').expect(200);
    for (const [what, whole] of [
      ['tickets', 2],
      ['events', 5],
    ] as const) {
      const path = `/api/admin/users/${buyer.userId}/${what}`;
      const all = (await staff.agent.get(path).expect(200)).body;
      expect(all).toHaveLength(whole);
      const paged = [];
      for (let next: string | undefined = `${path}?limit=1`; next !== undefined;) {
        const page: Response = await staff.agent.get(next).expect(200);
        expect(page.headers['x-total-count']).toBe(String(whole));
        paged.push(...page.body);
        next = /<([^>]+)>/.exec(page.headers.link ?? '')?.[1];
      }
      expect(paged).toEqual(all);
      for (const query of ['?cursor=x', '?cursor=1~2', '?sort=price', '?limit=0'])
        expect((await staff.agent.get(`${path}${query}`)).body).toMatchObject({ code: 'VALIDATION' });
      await staff.agent.get(`/api/admin/users/2000000000/${what}`).expect(404);
    }
  });

  it('get a tier from an admin, a floor for later (OWN-51)', async () => {
    const { userId } = await shop.signIn();
    const set = (body: object, by = admin) => by.agent.patch(`/api/admin/users/${userId}/tier`).send(body);
    const { version } = await one(userId);
    await set({ tier: 'gold' }, staff).expect(403);
    for (const body of [{}, { tier: 'emerald' }, { tier: 'gold', spent: 1 }, { tier: null }])
      expect((await set(body)).body).toMatchObject({ code: 'VALIDATION' });
    expect((await set({ tier: 'gold', version }).expect(200)).body).toMatchObject({
      membershipTier: 'gold',
      tierFloor: 'gold',
      version: version + 1,
    });
    const stale = await set({ tier: 'silver', version });
    expect([stale.status, stale.body.code, stale.body.current]).toEqual([409, 'STALE', await one(userId)]);
    expect((await set({ tier: 'bronze' }).expect(200)).body).toMatchObject({ membershipTier: 'bronze' });
    const events = (await staff.agent.get(`/api/admin/users/${userId}/events`).expect(200)).body;
    expect(events).toMatchObject([
      { action: 'user.tier', actor: admin.username, detail: { tier: 'bronze', before: 'gold' } },
      { action: 'user.tier', detail: { tier: 'gold', before: 'bronze' } },
    ]);
  });

  it('keep what they earned above the floor that an admin sets, and fall to it again (OWN-51)', async () => {
    const { userId } = await shop.signIn();
    await shop.database.query(`UPDATE users SET total_spent_cents = 20000, tier = 'gold' WHERE id = $1`, [
      userId,
    ]);
    for (const [tier, membershipTier] of [
      ['silver', 'gold'],
      ['gold', 'gold'],
      ['diamond', 'diamond'],
      ['platinum', 'platinum'],
      ['bronze', 'gold'],
    ]) {
      const { body } = await admin.agent.patch(`/api/admin/users/${userId}/tier`).send({ tier }).expect(200);
      expect(body).toMatchObject({ tierFloor: tier, membershipTier });
    }
  });

  it('are neither counted nor listed with the others once they are deleted', async () => {
    const { userId } = await shop.signIn();
    const counted = async () => (await admin.agent.get('/api/admin/counts').expect(200)).body.users;
    const before = await counted();
    await shop.database.query('UPDATE users SET deleted_at = now() WHERE id = $1', [userId]);
    expect(await counted()).toBe(before - 1);
    const all = await staff.agent.get('/api/admin/users?limit=500').expect(200);
    expect(all.headers['x-total-count']).toBe(String(before - 1));
    expect(all.body.some(({ id }: AdminUser) => id === userId)).toBe(false);
    expect(await list('?state=deleted')).toMatchObject([{ id: userId, deleted: true }]);
    expect(await one(userId)).toMatchObject({ deleted: true });
  });

  it('are told to open panels as they change, and to nobody else (OWN-595)', async () => {
    const panel = new SocketClient(shop.url, { origin: shop.url, cookie: staff.cookie });
    const visitor = new SocketClient(shop.url, { origin: shop.url });
    await Promise.all([panel.waitForRooms(3), visitor.waitForRooms(1)]);
    const { body } = await shop
      .signIn()
      .then(({ agent }) =>
        agent.post('/api/auth/register').send({ username: 'told to panels', password: 'correct-horse-8' }),
      );
    const { id } = body.user;
    await setCredit(id, { amount: '5.00' }).expect(200);
    await block(id, { blocked: true, reason: 'fraud' }).expect(200);
    const heard = await panel.waitForTypes('admin', id, [
      'user.registered',
      'balance.changed',
      'user.blocked',
    ]);
    expect(heard.at(-1)?.data).toEqual(await one(id));
    expect(visitor.messages.filter(({ data }) => Object(data).id === id)).toEqual([]);
    panel.close();
    visitor.close();
  });
});

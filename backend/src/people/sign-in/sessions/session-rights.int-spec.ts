import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_RIGHTS, DEFAULT_STAFF_RIGHTS } from '@pax/contracts';
import { startListeningApp, type ListeningApp } from '../../../../test/app.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../../test/discord-peer.js';
import { signIn, type SignInOptions } from '../../../../test/sign-in.js';
import { SocketClient } from '../../../../test/sockets.js';

const STAFF_ID = '427196530852986890';

describe('rights by sign-in method (OWN-346, ADMIN-6.5)', () => {
  const peer = new DiscordPeer();
  let shop: ListeningApp;
  beforeAll(async () => {
    await peer.listen();
    peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
    shop = await startListeningApp(peer.settings());
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const people = [
    ['admin', { admin: true }],
    ['staff', { discordId: STAFF_ID }],
  ] as const satisfies [string, SignInOptions][];
  const alerts = async (): Promise<number> => {
    const [row]: { n: number }[] = await shop.database.query(
      `SELECT count(*)::int AS n FROM outbox_events WHERE type = 'alert.raised'`,
    );
    return row?.n ?? -1;
  };

  it.each(people)('are a customer’s in a password session of %s, on every call', async (_role, who) => {
    const { agent, userId } = await signIn(shop, { ...who, openedBy: 'password' });
    const before = await alerts();
    const plain = { isAuthorizedUser: false, role: 'customer' };
    for (const path of ['auth/me', 'account/profile'])
      expect((await agent.get(`/api/${path}`).expect(200)).body).toMatchObject(plain);
    expect((await agent.get('/api/admin/check-auth').expect(200)).body).toEqual({
      ...plain,
      rights: [],
      blocked: false,
      signInWith: ['discord', 'admin-code'],
    });
    for (const path of ['coin-stock', 'orders']) {
      const refused = await agent.get(`/api/admin/${path}`).expect(403);
      expect(refused.body).toMatchObject({ code: 'FORBIDDEN' });
    }
    await agent.put('/api/admin/coin-stock').send({ coinStock: 1 }).expect(403);
    const rows = await shop.database.query(
      `SELECT DISTINCT detail FROM audit_log WHERE actor = $1 AND action = 'panel.refused'`,
      [`user:${userId}`],
    );
    expect(rows).toEqual([{ detail: { role: 'customer', blocked: false, openedBy: 'password' } }]);
    expect(await alerts()).toBe(before);
  });

  it.each(people)('keep a socket of such a session of %s out of the panel’s room', async (_role, who) => {
    const { cookie, userId } = await signIn(shop, { ...who, openedBy: 'password' });
    const client = new SocketClient(shop.url, { origin: shop.url, cookie });
    expect(await client.waitForRooms(2)).toEqual(['shop', `user:${userId}`]);
    expect(await client.resume({ room: 'admin', since: 0 })).toEqual({ error: 'FORBIDDEN' });
    client.close();
  });

  it.each(
    people.flatMap(([role, who]) =>
      (['discord', 'admin-code'] as const).map((openedBy) => [role, openedBy, who] as const),
    ),
  )('are whole in a session of %s that was opened by %s', async (role, openedBy, who) => {
    const { agent, cookie, userId } = await signIn(shop, { ...who, openedBy });
    expect((await agent.get('/api/auth/me').expect(200)).body).toMatchObject({
      isAuthorizedUser: true,
      role,
    });
    const check = await agent.get('/api/admin/check-auth').expect(200);
    const rights = role === 'admin' ? STAFF_RIGHTS : DEFAULT_STAFF_RIGHTS;
    expect(check.body).toEqual({ isAuthorizedUser: true, role, rights, blocked: false });
    await agent.get('/api/admin/coin-stock').expect(200);
    const client = new SocketClient(shop.url, { origin: shop.url, cookie });
    expect(await client.waitForRooms(3)).toEqual(['admin', 'shop', `user:${userId}`]);
    client.close();
  });

  it('offer no other method to an account without the right, and raise an alert', async () => {
    const { agent } = await signIn(shop);
    const before = await alerts();
    const check = await agent.get('/api/admin/check-auth').expect(200);
    expect(check.body).toEqual({ isAuthorizedUser: false, role: 'customer', rights: [], blocked: false });
    expect(await alerts()).toBe(before + 1);
  });

  it('let a session of staff last as long as a customer’s when it is by password, and no longer by Discord', async () => {
    const idle = async (openedBy: 'password' | 'discord'): Promise<number> => {
      const { agent, userId } = await signIn(shop, { discordId: STAFF_ID, openedBy });
      await shop.database.query(
        `UPDATE sessions SET last_seen_at = now() - interval '13 hours' WHERE user_id = $1`,
        [userId],
      );
      return (await agent.get('/api/auth/me')).status;
    };
    expect([await idle('password'), await idle('discord')]).toEqual([200, 401]);
  });

  it('last while the session is used, however long ago it was opened', async () => {
    for (const [, who] of people) {
      const { agent, userId } = await signIn(shop, who);
      await shop.database.query(
        `UPDATE sessions SET created_at = now() - interval '5 days', last_seen_at = now() - interval '11 hours'
          WHERE user_id = $1`,
        [userId],
      );
      await agent.get('/api/admin/coin-stock').expect(200);
    }
  });

  it('never block an admin’s or a staff member’s account for wrong codes, also in a password session (OWN-17)', async () => {
    for (const [, who] of people) {
      const { agent } = await signIn(shop, { ...who, openedBy: 'password' });
      for (let n = 0; n < 6; n += 1) {
        await shop.database.query('DELETE FROM rate_limits');
        await agent.post('/api/auth/admin-login').send({ adminCode: 'guess' }).expect(401);
      }
      expect((await agent.get('/api/auth/me').expect(200)).body).toMatchObject({ blocked: false });
    }
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DEFAULT_STAFF_RIGHTS, type RoleRightsAnswer } from '@pax/contracts';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { DiscordPeer, PEER_STAFF_ROLE, PEER_VIP_ROLE } from '../../../test/discord-peer.js';
import { TEST_ADMIN_ID } from '../../../test/settings.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { Clock } from '../../platform/clock.js';
import { DiscordMembers } from './discord-members.js';
import { RoleSource } from './role-source.js';

describe('roles', () => {
  const peer = new DiscordPeer();
  let shop: TestApp;
  let roles: RoleSource;
  let offsetMs = 0;
  let nextId = 427_196_530_852_986_000n;
  const member = (...held: string[]): string => {
    nextId += 1n;
    peer.members.set(String(nextId), held);
    return String(nextId);
  };
  const pass = (ms: number): void => {
    offsetMs += ms;
  };

  beforeAll(async () => {
    await peer.listen();
    shop = await startTestApp({ ...peer.settings(), DISCORD_VIP_ROLE_ID: PEER_VIP_ROLE });
    roles = shop.app.get(RoleSource);
    const clock = shop.app.get(Clock);
    clock.now = () => new Date(Date.now() + offsetMs);
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  it('reads staff from Discord, and admins from the settings alone (OWN-9, OWN-560, SHOP-3.8, ADMIN-3.4)', async () => {
    const staff = await signIn(shop, { discordId: member(PEER_STAFF_ROLE) });
    const check = await staff.agent.get('/api/admin/check-auth').expect(200);
    expect(check.body).toEqual({
      isAuthorizedUser: true,
      role: 'staff',
      rights: DEFAULT_STAFF_RIGHTS,
      blocked: false,
    });
    const me = await staff.agent.get('/api/auth/me').expect(200);
    expect(me.body).toMatchObject({ username: expect.any(String), isAuthorizedUser: true, role: 'staff' });
    expect(me.body).toHaveProperty('discordId', expect.stringMatching(/^\d+$/));
    await staff.agent.get('/api/admin/coin-stock').expect(200);
    const pool = { coinStock: 5 };
    expect((await staff.agent.put('/api/admin/coin-stock').send(pool)).status).toBe(403);
    expect(await roles.readRole(TEST_ADMIN_ID, 'now')).toBe('admin');
    expect(await roles.readRole(member('1184302811487731742'), 'now')).toBe('customer');
    expect(await roles.readRole('999999999999999999', 'now')).toBe('customer');
    expect(await roles.readRole(null, 'now')).toBe('customer');
    expect(peer.calls.some((call) => call.includes(TEST_ADMIN_ID))).toBe(false);
  });

  it('gives a claimed id no right (OWN-9)', async () => {
    const { agent } = await signIn(shop);
    await agent.put('/api/account/profile').send({ discordId: TEST_ADMIN_ID }).expect(200);
    const check = await agent.get('/api/admin/check-auth').expect(200);
    expect(check.body).toMatchObject({ isAuthorizedUser: false, role: 'customer' });
  });

  it('reads from an answer up to 30 s old, and asks again for changes (OWN-7)', async () => {
    const id = member(PEER_STAFF_ROLE);
    expect(await roles.readRole(id, 'recent')).toBe('staff');
    peer.members.set(id, []);
    pass(29_000);
    expect(await roles.readRole(id, 'recent')).toBe('staff');
    expect(await roles.readRole(id, 'now')).toBe('customer');
    expect(await roles.readRole(id, 'recent')).toBe('customer');
    peer.members.set(id, [PEER_STAFF_ROLE]);
    pass(31_000);
    expect(await roles.readRole(id, 'relaxed')).toBe('customer');
    expect(await roles.readRole(id, 'recent')).toBe('staff');
  });

  it('takes an answer for open sockets for 3 s (OWN-564)', async () => {
    const id = member(PEER_STAFF_ROLE);
    await roles.readRole(id, 'now');
    pass(2_800);
    expect(roles.hasFreshAnswer(id)).toBe(true);
    pass(250);
    expect(roles.hasFreshAnswer(id)).toBe(false);
  });

  it('goes on reading everybody’s roles where Discord refuses one id', async () => {
    const [strange, other] = [member(), member(PEER_STAFF_ROLE)];
    peer.refusals.push([400, { code: 50_035, message: 'Invalid Form Body' }]);
    await expect(roles.readRole(strange, 'recent')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await roles.readRole(other, 'recent')).toBe('staff');
  });

  it('shares one request among concurrent reads', async () => {
    const id = member(PEER_STAFF_ROLE);
    const answers = await Promise.all(Array.from({ length: 20 }, () => roles.readRole(id, 'recent')));
    expect(new Set(answers)).toEqual(new Set(['staff']));
    expect(peer.calls.filter((call) => call.endsWith(id))).toHaveLength(1);
  });

  it('asks few times for many changes at once, each time after the change was asked for (OWN-7)', async () => {
    const id = member(PEER_STAFF_ROLE);
    const readAll = (times: number) =>
      Promise.all(Array.from({ length: times }, () => roles.readRole(id, 'now')));
    expect(new Set(await readAll(60))).toEqual(new Set(['staff']));
    const first = roles.readRole(id, 'now');
    const others = readAll(20);
    peer.members.set(id, []);
    expect(await others).toEqual(Array.from({ length: 20 }, () => 'customer'));
    expect(await first).toBe('customer');
    expect(peer.calls.filter((call) => call.endsWith(id)).length).toBeLessThanOrEqual(4);
  });

  it('asks once about a customer who tries to set up a second step again and again (OWN-7)', async () => {
    const id = member();
    const { agent } = await signIn(shop, { discordId: id });
    const asked = () => peer.calls.filter((call) => call.includes(id)).length;
    const before = asked();
    const tries = Array.from({ length: 20 }, () => agent.post('/api/account/second-step/totp').send({}));
    const answers = await Promise.all(tries);
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['METHOD_DISABLED']));
    expect(asked() - before).toBeLessThanOrEqual(2);
  });

  it.each([1, 0])(
    'keeps the answer to the later question, put %i ms after one that is slow (OWN-7)',
    async (ms) => {
      const id = member(PEER_STAFF_ROLE);
      const frozen = Date.now() + offsetMs;
      const now = jest.spyOn(shop.app.get(Clock), 'now').mockImplementation(() => new Date(frozen));
      let release: (held: string[]) => void = () => undefined;
      const asked = jest.spyOn(shop.app.get(DiscordMembers), 'readMemberRoles').mockImplementationOnce(
        () =>
          new Promise((resolve) => {
            release = resolve;
          }),
      );
      try {
        const earlier = roles.readRole(id, 'now');
        await until(
          () => Promise.resolve(asked.mock.calls.length),
          (calls) => calls === 1,
        );
        peer.members.set(id, []);
        now.mockImplementation(() => new Date(frozen + ms));
        expect(await roles.readRole(id, 'now')).toBe('customer');
        release([PEER_STAFF_ROLE]);
        expect(await earlier).toBe('customer');
        for (const freshness of ['recent', 'live', 'relaxed'] as const)
          expect(await roles.readRole(id, freshness)).toBe('customer');
        expect(asked).toHaveBeenCalledTimes(2);
      } finally {
        asked.mockRestore();
        now.mockRestore();
      }
    },
  );

  it('lets staff read while Discord is unavailable, refuses their changes, and never stops admins', async () => {
    const id = member(PEER_STAFF_ROLE);
    expect(await roles.readRole(id, 'recent')).toBe('staff');
    const known = member();
    expect(await roles.readRole(known, 'recent')).toBe('customer');
    peer.isUnavailable = true;
    try {
      pass(60_000);
      expect(await roles.readRole(id, 'recent')).toBe('staff');
      await expect(roles.readRole(id, 'now')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(roles.readRole(member(PEER_STAFF_ROLE), 'now')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
      expect(await roles.readRole(known, 'now')).toBe('customer');
      const unknown = member(PEER_STAFF_ROLE);
      await expect(roles.readRole(unknown, 'recent')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      for (const freshness of ['shown', 'live', 'relaxed'] as const)
        expect(await roles.readRole(unknown, freshness)).toBe('customer');
      const admin = await signIn(shop, { admin: true });
      await admin.agent.put('/api/admin/coin-stock').send({ coinStock: 7 }).expect(200);
      // The answer is 15 minutes old then, but for some seconds.
      pass(14 * 60_000 - 10_000);
      expect(await roles.readRole(id, 'recent')).toBe('staff');
      pass(20_000);
      await expect(roles.readRole(id, 'recent')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await roles.readRole(id, 'live')).toBe('customer');
    } finally {
      peer.isUnavailable = false;
    }
    pass(10_000);
    expect(await roles.readRole(id, 'recent')).toBe('staff');
  });

  describe('and the one that customers get for points (OWN-1159)', () => {
    let agent: SignedIn['agent'];
    let adminId: number;
    beforeAll(async () => {
      ({ agent, userId: adminId } = await signIn(shop, { admin: true }));
    });
    const give = (rights: string[]) => agent.put(`/api/admin/role-rights/${PEER_VIP_ROLE}`).send({ rights });
    const list = async (): Promise<RoleRightsAnswer> =>
      (await agent.get('/api/admin/role-rights').expect(200)).body;
    const vipRole = async () => (await list()).roles.find(({ isVipRole }) => isVipRole);

    it('is given no rights, and those of before count for nothing', async () => {
      expect((await give(['orders']).expect(409)).body).toMatchObject({ code: 'ROLE_IS_VIP' });
      expect(await vipRole()).toMatchObject({ id: PEER_VIP_ROLE, rights: [] });
      await shop.database.query(
        `INSERT INTO role_rights (role_id, rights, version, updated_by, updated_at) VALUES ($1, '{orders}', 0, $2, now())`,
        [PEER_VIP_ROLE, adminId],
      );
      const buyer = await signIn(shop, { discordId: member(PEER_VIP_ROLE) });
      const me = await buyer.agent.get('/api/auth/me').expect(200);
      expect(me.body).toMatchObject({ role: 'customer', rights: [] });
      await buyer.agent.get('/api/admin/orders').expect(403);
      expect(await vipRole()).toMatchObject({ rights: ['orders'] });
      expect((await give([]).expect(200)).body).toMatchObject({ rights: [], isVipRole: true });
    });

    it('is named where it stands above staff, or may do what moderators may', async () => {
      const vip = peer.roles.find(({ id }) => id === PEER_VIP_ROLE);
      if (!vip) throw new Error('no VIP role');
      const risks = async () => (await list()).vipRisks;
      expect(await risks()).toEqual([]);
      vip.permissions = String((1n << 3n) | (1n << 10n));
      expect(await risks()).toEqual(['staff_permissions']);
      [vip.permissions, vip.position] = ['0', 6];
      expect(await risks()).toEqual(['above_staff']);
      vip.position = 1;
    });
  });
});

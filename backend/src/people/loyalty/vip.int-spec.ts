import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DiscordPeer, PEER_VIP_ROLE } from '../../../test/discord-peer.js';
import { linkDiscord } from '../../../test/discord-sign-in.js';
import { bookPoints } from '../../../test/freezable-rewards.js';
import { expectInvariants } from '../../../test/invariants.js';
import { signInMember, redeem } from '../../../test/rewards.js';
import { findLoop } from '../../../test/jobs.js';
import { deleteNow } from '../../../test/own-data.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { GrantVipRoles } from './grant-vip-roles.js';
import { VipRole } from './vip-role.js';

jest.setTimeout(60_000);

describe('the VIP badge (OWN-56)', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let people = 0;

  beforeAll(async () => {
    await peer.listen();
    // Only the spec runs the job.
    shop = await startMoneyShop({ ...peer.settings(), DISCORD_VIP_ROLE_ID: PEER_VIP_ROLE });
    await findLoop(shop.app, 'grant-vip-roles').stop();
  });
  beforeEach(() => {
    peer.isUnavailable = false;
    peer.canAssignRoles = true;
    peer.calls.length = 0;
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const newId = (): string => `5168304722955${String((people += 1)).padStart(5, '0')}`;
  const prove = (user: SignedIn, discordId: string | null) =>
    shop.database.query('UPDATE users SET discord_id = $2 WHERE id = $1', [user.userId, discordId]);
  const vip = async (discordId: string | null): Promise<SignedIn> => {
    const user = await signInMember(shop, 2_000, 'gold');
    await prove(user, discordId);
    await redeem(user, 'vip-badge');
    return user;
  };
  // A moment ago: the database counts microseconds, the shop's clock milliseconds.
  const soon = async () => {
    for (const list of ['role_grants', 'former_roles'])
      await shop.database.query(`UPDATE ${list} SET next_try_at = now() - interval '1 second'`);
  };
  const grantDue = () => shop.app.get(GrantVipRoles).changeDueRoles();
  const asked = () => peer.calls.filter((call) => call.includes('/roles/')).length;
  const alerts = (): Promise<{ title: string }[]> =>
    shop.database.query(
      `SELECT data->>'title' AS title FROM outbox_events WHERE type = 'alert.raised' AND data->>'title' LIKE '%VIP%'`,
    );

  it('shows on the profile at once, and live', async () => {
    const user = await vip(null);
    expect((await user.agent.get('/api/account/profile').expect(200)).body.vipBadge).toBe(true);
    const other = await signInMember(shop, 0);
    expect((await other.agent.get('/api/account/profile').expect(200)).body.vipBadge).toBe(false);
    await expectInvariants(shop);
    const [message]: { data: { vipBadge: boolean } }[] = await shop.database.query(
      `SELECT data FROM stream_messages WHERE room = $1 AND type = 'user.updated' ORDER BY seq DESC LIMIT 1`,
      [`user:${user.userId}`],
    );
    expect(message?.data.vipBadge).toBe(true);
  });

  it('gives the role once, after the badge is there', async () => {
    const id = newId();
    peer.members.set(id, []);
    await vip(id);
    await shop.app.get(GrantVipRoles).changeDueRoles(AbortSignal.abort());
    expect(asked()).toBe(0);
    await grantDue();
    expect(peer.members.get(id)).toEqual([PEER_VIP_ROLE]);
    await soon();
    await grantDue();
    expect(asked()).toBe(1);
  });

  it('does without Discord: the badge is there, and the role comes when Discord is back', async () => {
    peer.isUnavailable = true;
    const id = newId();
    peer.members.set(id, []);
    await vip(id);
    await grantDue();
    expect(peer.members.get(id)).toEqual([]);
    await grantDue();
    expect(asked()).toBe(1);
    peer.isUnavailable = false;
    await soon();
    await grantDue();
    expect(peer.members.get(id)).toEqual([PEER_VIP_ROLE]);
  });

  it('waits for a proven Discord id, and for the person to join the server', async () => {
    const user = await vip(null);
    await grantDue();
    expect(asked()).toBe(0);
    const id = newId();
    await prove(user, id);
    await grantDue();
    expect(asked()).toBe(1);
    peer.members.set(id, []);
    await soon();
    await grantDue();
    expect(peer.members.get(id)).toEqual([PEER_VIP_ROLE]);
    expect(await alerts()).toEqual([]);
  });

  it('alerts staff when the bot may not grant it, and retries', async () => {
    peer.canAssignRoles = false;
    const id = newId();
    peer.members.set(id, []);
    await vip(id);
    for (let n = 0; n < 5; n += 1) {
      await soon();
      await grantDue();
    }
    expect(await alerts()).toEqual([{ title: 'VIP role not granted' }]);
    peer.canAssignRoles = true;
    // As after months: the wait must not overflow, or nobody would get the role.
    await shop.database.query('UPDATE role_grants SET attempts = 2000');
    await soon();
    await grantDue();
    expect(peer.members.get(id)).toEqual([PEER_VIP_ROLE]);
  });

  it('asks once when several workers come at the same time, and never for somebody blocked', async () => {
    const id = newId();
    peer.members.set(id, []);
    await vip(id);
    const blockedId = newId();
    peer.members.set(blockedId, []);
    const blocked = await vip(blockedId);
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [blocked.userId]);
    await Promise.all(Array.from({ length: 5 }, grantDue));
    expect(peer.calls.filter((call) => call.startsWith('PUT') && call.includes('/roles/'))).toHaveLength(1);
    expect(peer.members.get(blockedId)).toEqual([]);
    await shop.database.query('UPDATE users SET blocked_at = NULL WHERE id = $1', [blocked.userId]);
    await grantDue();
    expect(peer.members.get(blockedId)).toEqual([PEER_VIP_ROLE]);
  });

  it('takes the role from who is blocked, and gives it back if it is still earned (OWN-1336)', async () => {
    const id = newId();
    peer.members.set(id, []);
    const user = await signInMember(shop, 0, 'gold');
    await prove(user, id);
    await bookPoints(shop, user, 2_000);
    await redeem(user, 'vip-badge');
    await grantDue();
    expect(peer.members.get(id)).toEqual([PEER_VIP_ROLE]);
    const admin = await shop.signIn({ admin: true });
    const block = (body: { blocked: boolean; reason?: string }) =>
      admin.agent.patch(`/api/admin/users/${user.userId}/block`).send(body).expect(200);
    await block({ blocked: true, reason: 'Fraud' });
    peer.isUnavailable = true;
    await grantDue();
    expect(peer.members.get(id)).toEqual([PEER_VIP_ROLE]);
    peer.isUnavailable = false;
    await soon();
    await grantDue();
    expect(peer.members.get(id)).toEqual([]);
    peer.calls.length = 0;
    await soon();
    await grantDue();
    expect(asked()).toBe(0);
    await block({ blocked: false });
    await grantDue();
    expect(peer.members.get(id)).toEqual([PEER_VIP_ROLE]);
    await block({ blocked: true, reason: 'Fraud' });
    await grantDue();
    await bookPoints(shop, user, -2_000);
    await block({ blocked: false });
    await grantDue();
    expect(peer.members.get(id)).toEqual([]);
  });

  describe('ends with the link to a Discord account (OWN-56)', () => {
    const currentPassword = 'the owner knows it';
    const rolesOf = (id: string) => peer.members.get(id);
    /** An account with badge and role, linked by a sign-in a moment ago. */
    const linkedVip = async () => {
      const id = newId();
      peer.members.set(id, []);
      const user = await shop.signIn({ discordId: id, proven: true });
      await shop.fill(`points:${user.userId}`, 2_000);
      await shop.database.query(`UPDATE users SET tier = 'gold' WHERE id = $1`, [user.userId]);
      await redeem(user, 'vip-badge');
      await grantDue();
      expect(rolesOf(id)).toEqual([PEER_VIP_ROLE]);
      return { user, id };
    };
    const unlink = async ({ agent }: SignedIn) => {
      await agent.post('/api/account/password').send({ newPassword: currentPassword }).expect(200);
      await agent.post('/api/account/discord/unlink').send({ currentPassword }).expect(200);
    };
    const due = async () => {
      await soon();
      await grantDue();
    };
    const former = (): Promise<unknown[]> => shop.database.query('SELECT 1 FROM former_roles');

    it('also after a while without Discord, and comes to the next one', async () => {
      const { user, id } = await linkedVip();
      await unlink(user);
      peer.isUnavailable = true;
      await due();
      expect(rolesOf(id)).toEqual([PEER_VIP_ROLE]);
      peer.isUnavailable = false;
      await due();
      expect([rolesOf(id), await former()]).toEqual([[], []]);
      const next = newId();
      peer.people.set(next, 'the next one');
      peer.members.set(next, []);
      expect((await linkDiscord(user.agent, peer, { personId: next, currentPassword })).status).toBe(302);
      await due();
      expect([rolesOf(id), rolesOf(next)]).toEqual([[], [PEER_VIP_ROLE]]);
    });

    it('but not where an account with the badge has it by then', async () => {
      const { user, id } = await linkedVip();
      await unlink(user);
      await vip(id);
      peer.calls.length = 0;
      await due();
      expect(peer.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
      expect([rolesOf(id), await former()]).toEqual([[PEER_VIP_ROLE], []]);
    });

    it('also where a grant that was under way arrives after it was taken', async () => {
      const { user, id } = await linkedVip();
      await shop.database.query('UPDATE role_grants SET done_at = NULL WHERE user_id = $1', [user.userId]);
      const role = shop.app.get(VipRole);
      const grant = role.grantVipRole.bind(role);
      jest.spyOn(role, 'grantVipRole').mockImplementationOnce(async (discordId) => {
        await unlink(user);
        await due();
        expect(rolesOf(id)).toEqual([]);
        return grant(discordId);
      });
      await due();
      expect(rolesOf(id)).toEqual([PEER_VIP_ROLE]);
      await due();
      expect([rolesOf(id), await former()]).toEqual([[], []]);
    });

    it.each([
      { isUnlinkedAgain: true, roles: [] },
      { isUnlinkedAgain: false, roles: [PEER_VIP_ROLE] },
    ])(
      'after a take that a new link overtook; unlinked once more: $isUnlinkedAgain',
      async ({ isUnlinkedAgain, roles }) => {
        const { user, id } = await linkedVip();
        await unlink(user);
        const role = shop.app.get(VipRole);
        const take = role.revokeVipRole.bind(role);
        jest.spyOn(role, 'revokeVipRole').mockImplementationOnce(async (discordId) => {
          if (isUnlinkedAgain) await take(discordId);
          await prove(user, id);
          await grantDue();
          expect(rolesOf(id)).toEqual([PEER_VIP_ROLE]);
          if (!isUnlinkedAgain) return take(discordId);
          await user.agent.post('/api/account/discord/unlink').send({ currentPassword }).expect(200);
          return true;
        });
        await due();
        await due();
        expect([rolesOf(id), await former()]).toEqual([roles, []]);
      },
    );

    it('and with the account; no id is kept longer than Discord is asked', async () => {
      const { user, id } = await linkedVip();
      await deleteNow(shop, user);
      expect(await former()).toHaveLength(1);
      await due();
      expect([rolesOf(id), await former()]).toEqual([[], []]);
      const [given, kept] = [await linkedVip(), await linkedVip()];
      await unlink(given.user);
      peer.isUnavailable = true;
      await shop.database.query('UPDATE former_roles SET attempts = 58');
      await due();
      expect(await former()).toHaveLength(1);
      await due();
      expect(await former()).toEqual([]);
      await unlink(kept.user);
      const exists = jest.spyOn(shop.app.get(VipRole), 'isSetUp', 'get').mockReturnValue(false);
      await due();
      exists.mockRestore();
      expect(await former()).toEqual([]);
    });
  });

  it.each([
    { late: 'revokeVipRole', answer: 'known', roles: [PEER_VIP_ROLE] },
    { late: 'revokeVipRole', answer: 'lost', roles: [PEER_VIP_ROLE] },
    { late: 'grantVipRole', answer: 'known', roles: [] },
    { late: 'grantVipRole', answer: 'lost', roles: [] },
  ] as const)(
    'has its role as it is in the end, also where a slow $late arrives after another; answer $answer (OWN-56)',
    async ({ late, answer, roles }) => {
      const id = newId();
      peer.members.set(id, []);
      const { userId } = await vip(id);
      await grantDue();
      const setBadge = async (has: boolean) => {
        await shop.database.query(
          `WITH due AS (UPDATE role_grants SET done_at = NULL WHERE user_id = $1)
           UPDATE users SET vip_at = CASE WHEN $2 THEN now() END WHERE id = $1`,
          [userId, has],
        );
        await soon();
      };
      await setBadge(late === 'grantVipRole');
      const role = shop.app.get(VipRole);
      const change = role[late].bind(role);
      jest.spyOn(role, late).mockImplementationOnce(async (discordId) => {
        await setBadge(late === 'revokeVipRole');
        await grantDue();
        expect(peer.members.get(id)).toEqual(roles);
        const isMember = await change(discordId);
        return answer === 'lost' ? Promise.reject(new Error('no answer')) : isMember;
      });
      await grantDue();
      expect(peer.members.get(id)).not.toEqual(roles);
      await soon();
      await grantDue();
      expect(peer.members.get(id)).toEqual(roles);
    },
  );

  it('leaves a reward that was typed, not proven, without a role (OWN-9)', async () => {
    const id = newId();
    peer.members.set(id, []);
    const user = await vip(null);
    await shop.database.query('UPDATE users SET claimed_discord_id = $2 WHERE id = $1', [user.userId, id]);
    await soon();
    await grantDue();
    expect(peer.members.get(id)).toEqual([]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { discordStatusAnswer, discordUserAgent } from '@pax/contracts';
import request from 'supertest';
import { DiscordPeer, PEER_GUILD, PEER_STAFF_ROLE, PEER_VIP_ROLE } from '../../../test/discord-peer.js';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { Clock } from '../../platform/clock.js';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import { RoleSource } from '../../people/rights/role-source.js';
import { VipRole } from '../../people/loyalty/vip-role.js';
import { ClaimJoinReward } from '../join-reward/join-reward.js';
import { ServerInfoSource } from './server-info.js';

jest.setTimeout(30_000);

const METRICS_TOKEN = 'a metrics token for specs';
const OTHER_GUILD = '1184301928354734999';
const NOT_MEMBER: [string, [number, object]][] = [
  ['10007', [404, { message: 'Unknown Member', code: 10_007 }]],
  ['10013', [404, { message: 'Unknown User', code: 10_013 }]],
];
const TOKEN_CALLS: [string, (api: DiscordApi) => Promise<unknown>][] = [
  ['a person’s', (api) => api.callAsPerson('/users/@me', 'unknown', 'a network')],
  ['an interaction’s', (api) => api.callInteraction('unknown')],
];
const SETUP: [string, string, (peer: DiscordPeer) => void][] = [
  ['does not know the server (10004)', 'GUILD_UNKNOWN', (peer) => (peer.guildId = OTHER_GUILD)],
  [
    'has a server without the bot (50001)',
    'GUILD_UNKNOWN',
    (peer) =>
      peer.refusals.push(
        ...Array.from({ length: 50 }, (): [number, object] => [
          403,
          { message: 'Missing Access', code: 50_001 },
        ]),
      ),
  ],
  ['refuses the token (401)', 'TOKEN_REFUSED', (peer) => (peer.isTokenGood = false)],
];

describe('a set-up that Discord does not know (OWN-7)', () => {
  const peer = new DiscordPeer();
  let shop: ListeningApp;
  let admin: SignedIn;
  let roles: RoleSource;
  let movedMs = 0;
  let lastEvent = 0;
  let nextId = 427_196_530_852_987_000n;
  const member = (...held: string[]): string => {
    nextId += 1n;
    peer.members.set(String(nextId), held);
    return String(nextId);
  };
  const status = async () =>
    discordStatusAnswer.parse((await admin.agent.get('/api/admin/discord/status').expect(200)).body);
  const alerts = async (): Promise<string[]> => {
    const rows: { title: string }[] = await shop.database.query(
      `SELECT data->>'title' AS title FROM outbox_events WHERE type = 'alert.raised' AND id > $1 ORDER BY id`,
      [lastEvent],
    );
    return rows.map(({ title }) => title);
  };

  beforeAll(async () => {
    await peer.listen();
    shop = await startListeningApp({
      ...peer.settings(),
      DISCORD_VIP_ROLE_ID: PEER_VIP_ROLE,
      STRIPE_SECRET_KEY: 'sk_test_spec',
      STRIPE_WEBHOOK_SECRET: 'whsec_spec',
      METRICS_TOKEN,
    });
    shop.app.get(Clock).now = () => new Date(Date.now() + movedMs);
    roles = shop.app.get(RoleSource);
    admin = await signIn(shop, { admin: true });
  });
  afterEach(async () => {
    Object.assign(peer, { guildId: PEER_GUILD, isTokenGood: true });
    peer.refusals.length = 0;
    movedMs += 60_000;
    await status();
    const [newest]: { id: number }[] = await shop.database.query('SELECT max(id) AS id FROM outbox_events');
    lastEvent = newest?.id ?? 0;
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  it.each(NOT_MEMBER)('knows who is no member: %s', async (_, refusal) => {
    peer.refusals.push(refusal, refusal);
    expect(await roles.readRole(member(PEER_STAFF_ROLE), 'now')).toBe('customer');
    expect(await shop.app.get(VipRole).grantVipRole(member())).toBe(false);
    expect((await status()).problems).toEqual([{ code: 'BOT_AWAY' }]);
    expect(await alerts()).toEqual([]);
  });

  it.each(SETUP)('makes nobody a customer silently: Discord %s', async (_, problem, spoil) => {
    const staffId = member(PEER_STAFF_ROLE);
    const staff = await signIn(shop, { discordId: staffId });
    await staff.agent.get('/api/admin/posts').expect(200);
    spoil(peer);
    movedMs += 31_000;
    // Former staff may still read; changes, and people without a known role, get DISCORD_AWAY.
    await staff.agent.get('/api/admin/posts').expect(200);
    await expect(roles.readRole(staffId, 'now')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const unknown = await signIn(shop, { discordId: member(PEER_STAFF_ROLE) });
    expect((await unknown.agent.get('/api/admin/posts')).body).toMatchObject({ code: 'UNAVAILABLE' });
    expect((await unknown.agent.get('/api/admin/check-auth')).body).toMatchObject({ code: 'UNAVAILABLE' });
    // What works for everybody does not depend on Discord.
    expect((await unknown.agent.get('/api/auth/me').expect(200)).body).toMatchObject({ role: 'customer' });
    const claim = await shop.app.get(ClaimJoinReward).execute(unknown.userId);
    expect(claim).toMatchObject({ success: false, reason: 'DISCORD_AWAY' });
    await expect(shop.app.get(VipRole).grantVipRole(staffId)).rejects.toThrow('Discord answered 4');
    expect(await shop.app.get(ServerInfoSource).readInfo()).toMatchObject({ inviteLink: expect.any(String) });
    const { problems } = await status();
    expect(problems.map(({ code }) => code)).toContain(problem);
    expect(await alerts()).toHaveLength(1);
  });

  it.each([401, 403, 404])('takes no page of a proxy for a verdict of Discord: %i (OWN-7)', async (code) => {
    const staffId = member(PEER_STAFF_ROLE);
    peer.refusals.push(...Array.from({ length: 20 }, (): [number, object] => [code, {}]));
    await expect(roles.readRole(staffId, 'now')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await status()).problems).toContainEqual({
      code: 'DISCORD_AWAY',
      detail: `Discord answered ${code}`,
    });
    const health = async (): Promise<unknown> =>
      (await request(shop.url).get('/api/health/ready').set('authorization', `Bearer ${METRICS_TOKEN}`)).body;
    expect(await health()).toMatchObject({ discord: 'away' });
    peer.refusals.length = 0;
    await status();
    expect(await health()).toMatchObject({ discord: 'connected' });
    expect(await alerts()).toEqual([]);
  });

  it('raises an alert again only when it recurs after a fix', async () => {
    peer.guildId = OTHER_GUILD;
    await status();
    await status();
    expect(await alerts()).toHaveLength(1);
    peer.guildId = PEER_GUILD;
    expect((await status()).problems).toEqual([{ code: 'BOT_AWAY' }]);
    peer.guildId = OTHER_GUILD;
    await status();
    expect(await alerts()).toEqual(
      Array.from({ length: 2 }, () => 'Discord does not know the server of the shop'),
    );
  });

  it('costs Discord few calls while it lasts, and is over as soon as a call works', async () => {
    const id = member(PEER_STAFF_ROLE);
    peer.isTokenGood = false;
    const before = peer.calls.length;
    for (let turn = 0; turn < 5; turn += 1) await roles.readRole(id, 'now').catch(() => undefined);
    expect(peer.calls).toHaveLength(before + 1);
    peer.isTokenGood = true;
    movedMs += 8_000;
    await expect(roles.readRole(id, 'now')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    movedMs += 2_000;
    expect(await roles.readRole(id, 'now')).toBe('staff');
  });

  it('waits as long as Discord’s rate limit says, for calls of that kind alone', async () => {
    const id = member(PEER_STAFF_ROLE);
    peer.refusals.push([429, { message: 'You are being rate limited.', retry_after: 7, global: false }]);
    await expect(roles.readRole(id, 'now')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    movedMs += 6_500;
    await expect(roles.readRole(id, 'now')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await shop.app.get(VipRole).grantVipRole(id)).toBe(true);
    movedMs += 1_000;
    expect(await roles.readRole(id, 'now')).toBe('staff');
  });

  it('waits with calls of every kind when the rate limit is a global one, a minute at most', async () => {
    const id = member(PEER_STAFF_ROLE);
    peer.refusals.push([429, { message: 'You are being rate limited.', retry_after: 600, global: true }]);
    await expect(roles.readRole(id, 'now')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    movedMs += 59_000;
    await expect(shop.app.get(VipRole).grantVipRole(id)).rejects.toThrow('limits the shop');
    movedMs += 1_500;
    expect(await roles.readRole(id, 'now')).toBe('staff');
  });

  it.each(TOKEN_CALLS.flatMap(([whose, call]) => [true, false].map((global) => ({ whose, call, global }))))(
    'waits after a rate limit of $whose token with such calls alone, global or not: $global (OWN-1342)',
    async ({ call, global }) => {
      const api = shop.app.get(DiscordApi);
      const id = member(PEER_STAFF_ROLE);
      peer.tokenRefusals.push([429, { message: 'You are being rate limited.', retry_after: 25, global }]);
      await expect(call(api)).rejects.toThrow('limits the shop for 25 s');
      expect(await roles.readRole(id, 'now')).toBe('staff');
      for (const [, other] of TOKEN_CALLS.filter(([, one]) => one !== call))
        await expect(other(api)).rejects.toThrow('Discord answered 40');
      movedMs += 24_000;
      const asked = peer.calls.length;
      await expect(call(api)).rejects.toThrow('limits the shop for 25 s');
      expect(peer.calls).toHaveLength(asked);
      movedMs += 2_000;
      await expect(call(api)).rejects.toThrow('Discord answered 40');
    },
  );

  it('waits with calls of people everywhere once fifty networks wait, and only as long (OWN-1342)', async () => {
    const api = shop.app.get(DiscordApi);
    const call = (network: number) => api.callAsPerson('/users/@me', 'unknown', String(network));
    const id = member(PEER_STAFF_ROLE);
    for (let network = 1; network <= 50; network += 1) {
      await expect(call(0)).rejects.toThrow('Discord answered 401');
      peer.tokenRefusals.push([
        429,
        { message: 'You are being rate limited.', retry_after: 25, global: true },
      ]);
      await expect(call(network)).rejects.toThrow('limits the shop');
    }
    const asked = peer.calls.length;
    await expect(call(0)).rejects.toThrow('limits the shop');
    expect(peer.calls).toHaveLength(asked);
    expect(await roles.readRole(id, 'now')).toBe('staff');
    movedMs += 26_000;
    await expect(call(0)).rejects.toThrow('Discord answered 401');
  });

  it('makes the health degraded, and shows in the metrics', async () => {
    const health = async () => (await admin.agent.get('/api/health/ready').expect(200)).body;
    const metrics = async (): Promise<string> =>
      (await admin.agent.get('/api/metrics').set('authorization', `Bearer ${METRICS_TOKEN}`).expect(200))
        .text;
    peer.guildId = OTHER_GUILD;
    await status();
    expect(await health()).toMatchObject({ status: 'degraded', discord: 'away' });
    expect(await metrics()).toContain('\npax_discord_faults 1\n');
    peer.guildId = PEER_GUILD;
    await status();
    expect(await health()).toMatchObject({ discord: 'connected' });
    expect(await metrics()).toContain('\npax_discord_faults 0\n');
  });

  it('names the shop and its version in every call', async () => {
    await roles.readRole(member(), 'now');
    await shop.app.get(VipRole).grantVipRole(member());
    expect(peer.userAgents).toEqual(new Set([discordUserAgent(shop.url)]));
  });
});

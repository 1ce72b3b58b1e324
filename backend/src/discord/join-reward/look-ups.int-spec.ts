import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { RoleSource } from '../../people/rights/role-source.js';
import { ClaimJoinReward } from './join-reward.js';

jest.setTimeout(30_000);

describe('members whom customers have looked up at Discord (OWN-1343)', () => {
  const peer = new DiscordPeer();
  let shop: TestApp;
  let last = 627_941_583_306_857_000n;
  beforeAll(async () => {
    await peer.listen();
    shop = await startTestApp({
      ...DISCORD_SETTINGS,
      ...peer.settings(),
      DISCORD_INVITE_URL: 'https://discord.gg/pax',
      RATE_LIMIT_FACTOR: '1',
    });
  });
  beforeEach(() => shop.database.query('DELETE FROM rate_limits'));
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const newId = (): string => String((last += 1n));
  const claim = ({ userId }: SignedIn): Promise<string | undefined> =>
    shop.app
      .get(ClaimJoinReward)
      .execute(userId)
      .then(
        (answer) => (answer.success ? undefined : answer.reason),
        (error: { code?: string }) => error.code,
      );
  const invite = async ({ agent }: SignedIn): Promise<number> =>
    (await agent.post('/api/discord/invite-to-server')).status;
  /** As if the period of the look-ups was over. */
  const nextPeriod = () => shop.database.query(`DELETE FROM rate_limits WHERE key LIKE 'member-look-ups:%'`);
  const unlink = ({ userId }: SignedIn) =>
    shop.database.query('UPDATE users SET discord_id = NULL WHERE id = $1', [userId]);
  const askedAbout = (id: string): number => peer.calls.filter((call) => call.endsWith(id)).length;

  it('are ten for a Discord account in a quarter of an hour, whatever accounts it is linked to', async () => {
    const discordId = newId();
    const first = await signIn(shop, { discordId });
    for (let n = 0; n < 10; n += 1) expect(await claim(first)).toBe('NOT_MEMBER');
    const asked = askedAbout(discordId);
    await nextPeriod();
    expect(await claim(first)).toBe('RATE_LIMITED');
    await unlink(first);
    expect(await claim(await signIn(shop, { discordId }))).toBe('RATE_LIMITED');
    expect(askedAbout(discordId)).toBe(asked);
  });

  it('are five invites an hour for a Discord account, whatever accounts it is linked to', async () => {
    const discordId = newId();
    const first = await signIn(shop, { discordId });
    for (let n = 0; n < 5; n += 1) expect(await invite(first)).toBe(200);
    await unlink(first);
    await nextPeriod();
    expect(await invite(await signIn(shop, { discordId }))).toBe(429);
  });

  it('are twelve in five seconds together, so that those of staff find room', async () => {
    const staffId = newId();
    peer.members.set(staffId, [PEER_STAFF_ROLE]);
    const crowd = await Promise.all(Array.from({ length: 30 }, () => signIn(shop, { discordId: newId() })));
    const before = peer.calls.length;
    const reasons = await Promise.all(crowd.map(claim));
    expect(reasons.filter((reason) => reason === 'NOT_MEMBER')).toHaveLength(12);
    expect(reasons.filter((reason) => reason === 'DISCORD_AWAY')).toHaveLength(18);
    expect(peer.calls).toHaveLength(before + 12);
    expect(await shop.app.get(RoleSource).readRole(staffId, 'now')).toBe('staff');
  });

  it('are counted in periods of five seconds', async () => {
    const who = await signIn(shop, { discordId: newId() });
    const began = Date.now();
    expect(await claim(who)).toBe('NOT_MEMBER');
    const [row]: { left: number }[] = await shop.database.query(
      `SELECT expire::float8 - $1 AS left FROM rate_limits WHERE key LIKE 'member-look-ups:%'`,
      [began],
    );
    expect(row?.left).toBeGreaterThan(4_950);
    expect(row?.left).toBeLessThan(5_400);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { linkedRolesAnswer } from '@pax/contracts';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { linkDiscord } from '../../../test/discord-browser.js';
import { DiscordPeer } from '../../../test/discord-peer.js';
import { deleteNow } from '../../../test/own-data.js';
import { signIn, type SignedIn, type SignInOptions } from '../../../test/sign-in.js';
import { WITH_TOKEN_KEY } from '../../../test/second-step.js';
import { loopOf } from '../../../test/jobs.js';
import { Clock } from '../../platform/clock.js';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import { DiscordUnavailableError } from '../../platform/discord/discord-errors.js';
import { DiscordGrants } from '../../platform/discord/discord-grants.js';
import { readSettings, SETTINGS, type Settings } from '../../settings.js';
import { RoleMetadata } from './role-metadata.js';
import { TellRoleConnections } from './tell-role-connections.js';

jest.setTimeout(60_000);

describe('linked roles', () => {
  const peer = new DiscordPeer();
  let shop: ListeningApp;
  let last = 712_530_472_295_546_000n;
  beforeAll(async () => {
    await peer.listen();
    const settings = { ...peer.settings(), ...WITH_TOKEN_KEY, DISCORD_LINKED_ROLES: 'on' };
    shop = await startListeningApp({ ...settings, RATE_LIMIT_FACTOR: '100' }, { handMade: true });
    // Only the spec runs the jobs.
    for (const job of ['tell-role-connections', 'role-metadata']) await loopOf(shop.app, job).stop();
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const newPerson = (): string => {
    last += 1n;
    peer.people.set(String(last), 'somebody');
    return String(last);
  };
  /** Goes to Discord for it and comes back. @param as who says yes there */
  const grant = async ({ agent }: SignedIn, as: string) => {
    const start = await agent.get('/api/auth/discord').query({ roles: '1' }).expect(302);
    return agent.get(peer.approve(start.headers.location ?? '', as));
  };
  const linked = async (options: SignInOptions = {}): Promise<SignedIn & { discordId: string }> => {
    const discordId = newPerson();
    const person = await signIn(shop, { discordId, ...options });
    const answer = await grant(person, discordId);
    expect([answer.status, answer.headers.location]).toEqual([302, '/account?roles=linked#discord']);
    return { ...person, discordId };
  };
  const told = async (): Promise<void> => {
    await shop.database.query(
      `UPDATE role_connections SET next_try_at = '-infinity' WHERE next_try_at < 'infinity'`,
    );
    await shop.app.get(TellRoleConnections).tellDue();
  };
  const rowOf = async (userId: number): Promise<{ sealed: string } | undefined> =>
    (await shop.database.query('SELECT sealed FROM role_connections WHERE user_id = $1', [userId]))[0];
  const refreshOf = (discordId: string): string[] =>
    [...peer.roleGrants].flatMap(([token, { personId }]) => (personId === discordId ? [token] : []));

  it('tell Discord tier, spending and age, again when they change (OWN-750)', async () => {
    const { userId, discordId, agent } = await linked();
    await told();
    expect(peer.connections.get(discordId)).toEqual({
      platform_name: 'Pax Market',
      metadata: { tier: '0', spent: '0', member_since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    });
    await shop.database.query(
      `UPDATE users SET total_spent_cents = 25999, tier = 'silver', version = version + 1 WHERE id = $1`,
      [userId],
    );
    await told();
    expect(peer.connections.get(discordId)?.metadata).toMatchObject({ tier: '1', spent: '259' });
    const before = peer.calls.length;
    await told();
    expect(peer.calls.slice(before)).toEqual([]);
    const { body } = await agent.get('/api/account/linked-roles').expect(200);
    expect(linkedRolesAnswer.parse(body)).toEqual({ isOffered: true, isLinked: true });
  });

  it('tell what changed while Discord was being told (OWN-750)', async () => {
    const { userId, discordId } = await linked();
    peer.whileTold = async () => {
      peer.whileTold = async () => undefined;
      await shop.database.query(
        `UPDATE users SET total_spent_cents = 7700, version = version + 1 WHERE id = $1`,
        [userId],
      );
    };
    await told();
    expect(peer.connections.get(discordId)?.metadata).toMatchObject({ spent: '0' });
    await told();
    expect(peer.connections.get(discordId)?.metadata).toMatchObject({ spent: '77' });
  });

  it('ask for that right only then, and of the linked person alone (OWN-750)', async () => {
    const discordId = newPerson();
    const person = await signIn(shop, { discordId });
    const plain = await person.agent.get('/api/auth/discord').expect(302);
    expect(new URL(plain.headers.location ?? '').searchParams.get('scope')).toBe('identify');
    const other = await grant(person, newPerson());
    expect([other.status, other.body.code]).toEqual([409, 'DISCORD_MISMATCH']);
    expect(await rowOf(person.userId)).toBeUndefined();
    await request(shop.url).get('/api/account/linked-roles').expect(401);
  });

  it('store the grant encrypted, and renew it before it ends (OWN-750)', async () => {
    const { userId, discordId } = await linked();
    const stored = JSON.stringify(await rowOf(userId));
    const [refresh = ''] = refreshOf(discordId);
    for (const secret of [refresh, peer.roleGrants.get(refresh)?.access ?? '?', discordId])
      expect(stored).not.toContain(secret);
    await shop.database.query('UPDATE users SET version = version + 1 WHERE id = $1', [userId]);
    const inAWeek = new Date(Date.now() + 7 * 24 * 3_600_000);
    const now = jest.spyOn(shop.app.get(Clock), 'now').mockReturnValue(inAWeek);
    await told();
    now.mockRestore();
    const [renewed = ''] = refreshOf(discordId);
    expect([refreshOf(discordId).length, renewed === refresh]).toEqual([1, false]);
    expect(JSON.stringify(await rowOf(userId))).not.toBe(stored);
  });

  it('are given back when the owner says so, unlinks, or is blocked (OWN-752)', async () => {
    const ends: ((person: SignedIn) => Promise<unknown>)[] = [
      ({ agent }) => agent.delete('/api/account/linked-roles').expect(200),
      ({ userId }) =>
        shop.database.query('UPDATE users SET discord_id = NULL, version = version + 1 WHERE id = $1', [
          userId,
        ]),
      ({ userId }) =>
        shop.database.query('UPDATE users SET blocked_at = now(), version = version + 1 WHERE id = $1', [
          userId,
        ]),
    ];
    for (const end of ends) {
      const person = await linked();
      await told();
      expect(refreshOf(person.discordId)).toHaveLength(1);
      await end(person);
      await told();
      expect(peer.connections.get(person.discordId)?.metadata).toEqual({});
      expect(refreshOf(person.discordId)).toEqual([]);
      expect(await rowOf(person.userId)).toBeUndefined();
    }
  });

  it('are given back after the calls that unlink, block and delete an account (OWN-752)', async () => {
    const admin = await signIn(shop, { admin: true });
    const calls: ((person: SignedIn) => Promise<unknown>)[] = [
      async ({ agent }) => {
        await agent.post('/api/account/password').send({ newPassword: 'the owner knows it' }).expect(200);
        const currentPassword = 'the owner knows it';
        await agent.post('/api/account/discord/unlink').send({ currentPassword }).expect(200);
      },
      ({ userId }) =>
        admin.agent
          .patch(`/api/admin/users/${userId}/block`)
          .send({ blocked: true, reason: 'fraud' })
          .expect(200),
      (person) => deleteNow(shop, person),
    ];
    for (const carryOut of calls) {
      const person = await linked({ proven: true });
      await told();
      expect(refreshOf(person.discordId)).toHaveLength(1);
      await carryOut(person);
      await told();
      expect(peer.connections.get(person.discordId)?.metadata).toEqual({});
      expect(refreshOf(person.discordId)).toEqual([]);
      expect(await rowOf(person.userId)).toBeUndefined();
    }
  });

  it('are given back when the setting is switched off (OWN-752)', async () => {
    const person = await linked();
    await told();
    const settings = shop.app.get<Settings>(SETTINGS);
    const off = new TellRoleConnections(
      shop.app.get(DataSource),
      shop.app.get(DiscordGrants),
      shop.app.get(Clock),
      {
        ...settings,
        discord: { ...settings.discord, linkedRoles: false },
      },
    );
    await off.tellDue();
    expect(peer.connections.get(person.discordId)?.metadata).toEqual({});
    expect(refreshOf(person.discordId)).toEqual([]);
    expect(await rowOf(person.userId)).toBeUndefined();
  });

  it('are given back with a new token where the stored one ended, as each does in a week (OWN-752)', async () => {
    const person = await linked();
    await told();
    expect(await rowOf(person.userId)).toBeDefined();
    peer.endAccessTokens();
    await shop.database.query('UPDATE users SET blocked_at = now(), version = version + 1 WHERE id = $1', [
      person.userId,
    ]);
    await told();
    expect(peer.connections.get(person.discordId)?.metadata).toEqual({});
    expect(refreshOf(person.discordId)).toEqual([]);
    expect(await rowOf(person.userId)).toBeUndefined();
  });

  it('are told with a new token where Discord ended the stored one before its time (OWN-752)', async () => {
    const { userId, discordId } = await linked();
    peer.endAccessTokens();
    await told();
    expect(peer.connections.get(discordId)?.metadata).toMatchObject({ tier: '0' });
    expect(await rowOf(userId)).toBeDefined();
  });

  it('are kept when the owner gives them anew while the former grant ends (OWN-752)', async () => {
    const person = await linked();
    await told();
    await person.agent.delete('/api/account/linked-roles').expect(200);
    peer.whileRevoking = async () => {
      await grant(person, person.discordId);
    };
    await told();
    peer.whileRevoking = async () => undefined;
    const { body } = await person.agent.get('/api/account/linked-roles').expect(200);
    expect(linkedRolesAnswer.parse(body)).toEqual({ isOffered: true, isLinked: true });
    await told();
    expect(peer.connections.get(person.discordId)?.metadata).toMatchObject({ tier: '0' });
  });

  it('end where the person took it back at Discord, and wait while Discord is away', async () => {
    const { userId, discordId } = await linked();
    peer.isUnavailable = true;
    await told();
    expect(await rowOf(userId)).toBeDefined();
    peer.isUnavailable = false;
    await told();
    expect(peer.connections.get(discordId)?.metadata).toMatchObject({ tier: '0' });
    for (const token of refreshOf(discordId)) peer.revoke(token);
    await shop.database.query('UPDATE users SET version = version + 1 WHERE id = $1', [userId]);
    await told();
    expect(await rowOf(userId)).toBeUndefined();
  });

  it.each([
    ['the address', 403, { message: 'internal network error', code: 40_333 }],
    ['the form', 400, { message: 'Invalid Form Body', code: 50_035 }],
    ['a proxy, without Discord’s code', 401, {}],
  ])('outlive a refusal of %s, which is not of the grant', async (_, status, body) => {
    const { userId, discordId } = await linked();
    await told();
    peer.endAccessTokens();
    await shop.database.query('UPDATE users SET version = version + 1, tier = $2 WHERE id = $1', [
      userId,
      'gold',
    ]);
    // It refuses the telling first, then the renewal that follows a token's end.
    for (const isAtFirst of [true, false]) {
      if (!isAtFirst) peer.grantRefusals.push([401, { message: '401: Unauthorized', code: 0 }]);
      peer.grantRefusals.push([status, body]);
      await told();
      expect([refreshOf(discordId).length, peer.grantRefusals]).toEqual([1, []]);
      expect(await rowOf(userId)).toBeDefined();
    }
    await told();
    expect(peer.connections.get(discordId)?.metadata).toMatchObject({ tier: '2' });
  });

  it('are given back of the former Discord account where another was linked since without a grant of its own (OWN-752)', async () => {
    const { agent, userId, discordId: former } = await linked({ proven: true });
    await told();
    const currentPassword = 'the owner knows it';
    await agent.post('/api/account/password').send({ newPassword: currentPassword }).expect(200);
    await agent.post('/api/account/discord/unlink').send({ currentPassword }).expect(200);
    const answer = await linkDiscord(agent, peer, { personId: newPerson(), currentPassword });
    expect(answer.status).toBe(302);
    await told();
    expect(peer.connections.get(former)?.metadata).toEqual({});
    expect(refreshOf(former)).toEqual([]);
    expect(await rowOf(userId)).toBeUndefined();
  });

  it('are given back of the former Discord account too where another was allowed since (OWN-752)', async () => {
    const person = await linked();
    await told();
    const other = newPerson();
    await shop.database.query('UPDATE users SET discord_id = $2, version = version + 1 WHERE id = $1', [
      person.userId,
      other,
    ]);
    await grant(person, other);
    await told();
    expect(peer.connections.get(person.discordId)?.metadata).toEqual({});
    expect(refreshOf(person.discordId)).toEqual([]);
    expect(peer.connections.get(other)?.metadata).toMatchObject({ tier: '0' });
    expect(refreshOf(other)).toHaveLength(1);
  });

  it('are told again by the account that has the Discord account now, once the former one gave its grant back (OWN-752)', async () => {
    const former = await linked();
    await told();
    const rests = (userId: number) =>
      shop.database.query(`UPDATE role_connections SET next_try_at = 'infinity' WHERE user_id = $1`, [
        userId,
      ]);
    await shop.database.query('UPDATE users SET discord_id = NULL, version = version + 1 WHERE id = $1', [
      former.userId,
    ]);
    await rests(former.userId);
    const now = await signIn(shop, { discordId: former.discordId });
    await grant(now, former.discordId);
    await told();
    await shop.database.query('UPDATE role_connections SET next_try_at = now() WHERE user_id = $1', [
      former.userId,
    ]);
    await told();
    expect(await rowOf(former.userId)).toBeUndefined();
    await told();
    expect(peer.connections.get(former.discordId)?.metadata).toMatchObject({ tier: '0' });
    expect(refreshOf(former.discordId)).toHaveLength(1);
    const before = peer.calls.length;
    await told();
    expect(peer.calls.slice(before)).toEqual([]);
  });

  it('are given back at once after a block, however long Discord was away before (OWN-752)', async () => {
    const { userId } = await linked();
    await shop.database.query(
      `UPDATE role_connections SET attempts = 9, next_try_at = now() + interval '1 hour' WHERE user_id = $1`,
      [userId],
    );
    const due = () =>
      shop.database.query('SELECT next_try_at <= now() AS due FROM role_connections WHERE user_id = $1', [
        userId,
      ]);
    await shop.database.query('UPDATE users SET version = version + 1 WHERE id = $1', [userId]);
    expect(await due()).toEqual([{ due: false }]);
    await shop.database.query('UPDATE users SET blocked_at = now(), version = version + 1 WHERE id = $1', [
      userId,
    ]);
    expect(await due()).toEqual([{ due: true }]);
  });

  it('tell Discord their fields, and the status page when it does not know them (OWN-446)', async () => {
    const metadata = shop.app.get(RoleMetadata);
    peer.roleMetadata = [];
    expect(await metadata.problem()).toBe('tier, spent, member_since');
    await metadata.register();
    expect(peer.roleMetadata.map(({ key }) => key)).toEqual(['tier', 'spent', 'member_since']);
    expect(await metadata.problem()).toBeUndefined();
  });

  it('are told to Discord again after minutes when it did not take them, then once an hour (OWN-750)', async () => {
    const every = Number(Reflect.get(loopOf(shop.app, 'role-metadata'), 'everyMs'));
    expect(every).toBeLessThanOrEqual(5 * 60_000);
    const metadata = shop.app.get(RoleMetadata);
    const puts = (): number => peer.calls.filter((call) => call.startsWith('PUT /v10/applications/')).length;
    const now = jest.spyOn(shop.app.get(Clock), 'now').mockReturnValue(new Date(Date.now() + 2 * 3_600_000));
    const before = puts();
    const away = new DiscordUnavailableError('Discord did not answer');
    jest.spyOn(shop.app.get(DiscordApi), 'callAsBot').mockRejectedValueOnce(away);
    await metadata.register();
    expect(puts()).toBe(before);
    await metadata.register();
    expect(puts()).toBe(before + 1);
    await metadata.register();
    expect(puts()).toBe(before + 1);
    now.mockReturnValue(new Date(Date.now() + 3 * 3_600_000 + 60_000));
    await metadata.register();
    expect(puts()).toBe(before + 2);
    now.mockRestore();
  });

  it('need a key to encrypt under, and a bot', () => {
    const given = {
      DATABASE_URL: 'postgres://shop@127.0.0.1:5432/shop',
      NODE_ENV: 'test',
      SESSION_SECRET: 'a secret for specs',
    };
    expect(() => readSettings({ ...given, DISCORD_LINKED_ROLES: 'on' })).toThrow(
      /TOKEN_KEY: is needed beside DISCORD_LINKED_ROLES/,
    );
    expect(readSettings(given).discord.linkedRoles).toBe(false);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { joinServerAnswer, type JoinServerAnswer } from '@pax/contracts';
import { worldUser } from '@pax/stand-ins';
import { z } from 'zod';
import { startTestApp } from '../../../test/app.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { startShop, type Shop } from '../../../test/shop.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { SETTINGS, type Settings } from '../../settings.js';

jest.setTimeout(30_000);

const MEMBER = worldUser('staff');
const STRANGER = worldUser('stranger');
const madeInvite = z.object({ max_age: z.number() });

const invited = async ({ agent }: SignedIn): Promise<JoinServerAnswer> =>
  joinServerAnswer.parse((await agent.post('/api/discord/invite-to-server').expect(200)).body);

describe('joining the Discord server', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({}, { hasDiscord: true });
  });
  afterAll(() => shop.close());

  const act = (action: string, body: object) =>
    fetch(`${shop.peers.url}/discord/actions/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const stranger = async (): Promise<SignedIn> => {
    await act('leave', { user: STRANGER.id });
    return shop.signIn({ discordId: STRANGER.id });
  };
  /** Where Discord asks; the query is what the account page links to. */
  const asks = async ({ agent }: SignedIn, query: object = { join: '1' }): Promise<URL> =>
    new URL((await agent.get('/api/auth/discord').query(query).expect(302)).headers['location'] ?? '');
  /** The person answers there, and the browser comes back. @returns the page it ends at */
  const comesBack = async (who: SignedIn, page: URL, form: Record<string, string>) => {
    const answer = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    const back = new URL(answer.headers.get('location') ?? '');
    return who.agent.get(back.pathname + back.search).set('accept', 'text/html');
  };
  const joins = async (who: SignedIn, user: string): Promise<string | undefined> =>
    (await comesBack(who, await asks(who), { user })).headers['location'];

  /** Seconds that an invite can be used. */
  const lifeOf = async (code: string): Promise<number> => {
    const headers = { authorization: `Bot ${shop.app.get<Settings>(SETTINGS).discord.token}` };
    const answer = await fetch(`${shop.peers.url}/discord/api/v10/invites/${code}`, { headers });
    return madeInvite.parse(await answer.json()).max_age;
  };

  it('gives an invite for one person and an hour, a new one each time (ADMIN-1.5, ADMIN-7.25, OWN-158)', async () => {
    const who = await stranger();
    const codes = [];
    for (const answer of [await invited(who), await invited(who)]) {
      if (!answer.success) throw new Error('no invite');
      expect(answer.canBeAdded).toBe(true);
      const [base, code = ''] = answer.inviteUrl.split('/invite/');
      expect(base).toBe(`${shop.peers.url}/discord`);
      codes.push(code);
      expect(await lifeOf(code)).toBe(3_600);
      expect((await act('join', { user: STRANGER.id, invite: code })).status).toBe(200);
      await act('leave', { user: STRANGER.id });
      expect((await act('join', { user: STRANGER.id, invite: code })).status).toBe(404);
    }
    expect(new Set(codes).size).toBe(2);
  });

  it('adds who lets the shop do that, asks for the right only then, and leaves the session as it is (OWN-158)', async () => {
    const who = await stranger();
    expect((await asks(who, { next: '/account' })).searchParams.get('scope')).toBe('identify');
    expect((await asks(who)).searchParams.get('scope')).toBe('identify guilds.join');
    const sessions = async () => (await who.agent.get('/api/account/sessions').expect(200)).body;
    const before = (await sessions()).map(({ id }: { id: string }) => id);
    expect(await joins(who, STRANGER.id)).toBe('/account?joined=added');
    expect((await sessions()).map(({ id }: { id: string }) => id)).toEqual(before);
    expect(await invited(who)).toMatchObject({ success: false, reason: 'MEMBER' });
    expect(await joins(who, STRANGER.id)).toBe('/account?joined=member');
  });

  it('adds nobody but the linked person (OWN-158)', async () => {
    const who = await stranger();
    expect(await joins(who, worldUser('customer').id)).toBe('/account?error=DISCORD_MISMATCH#discord');
    expect(await invited(who)).toMatchObject({ success: true });
    const denied = await comesBack(who, await asks(who), { decision: 'deny' });
    expect(denied.headers['location']).toBe('/account?error=ACCESS_DENIED#discord');
    expect(await invited(who)).toMatchObject({ success: true });
  });

  it('counts a typed id for nothing: neither as a member nor to be added (OWN-9)', async () => {
    const who = await shop.signIn();
    await who.agent.put('/api/account/profile').send({ discordId: MEMBER.id }).expect(200);
    expect(await invited(who)).toMatchObject({ success: true, canBeAdded: false });
    const start = await who.agent.get('/api/auth/discord').query({ join: '1' });
    expect([start.status, start.body.code]).toEqual([409, 'DISCORD_NOT_LINKED']);
  });

  it('says why Discord adds somebody not (OWN-158)', async () => {
    const who = await stranger();
    await act('ban', { user: STRANGER.id });
    expect(await joins(who, STRANGER.id)).toBe('/account?joined=banned');
    await act('ban', { user: STRANGER.id, banned: false });
  });

  it('refuses visitors and blocked accounts (ADMIN-6.2)', async () => {
    const blocked = await shop.signIn({ blocked: true });
    expect((await blocked.agent.post('/api/discord/invite-to-server')).status).toBe(403);
    const visitor = await fetch(`${shop.url}/api/discord/invite-to-server`, { method: 'POST' });
    expect(visitor.status).toBe(401);
  });

  it('gives 200 an hour to all accounts together (OWN-158)', async () => {
    const row = `rate_limits WHERE key LIKE 'discord-invites:%'`;
    await shop.database.query(`DELETE FROM ${row}`);
    const statusOf = async (): Promise<number> =>
      (await (await stranger()).agent.post('/api/discord/invite-to-server')).status;
    const began = Date.now();
    expect(await statusOf()).toBe(200);
    const [{ ms }] = await shop.database.query(`SELECT (expire - $1)::float8 AS ms FROM ${row}`, [began]);
    expect(Math.abs(ms / 3_600_000 - 1)).toBeLessThan(0.01);
    const { rateLimitFactor } = shop.app.get<Settings>(SETTINGS);
    await shop.database.query(`UPDATE rate_limits SET points = $1 WHERE key LIKE 'discord-invites:%'`, [
      200 * rateLimitFactor - 1,
    ]);
    expect([await statusOf(), await statusOf()]).toEqual([200, 503]);
    await shop.database.query(`DELETE FROM ${row}`);
  });

  it('says that Discord does not answer where the bot may not invite and no lasting invite is set (OWN-158)', async () => {
    const general = 'general';
    await act('permission', { channel: general, permission: 'CREATE_INSTANT_INVITE', allowed: false });
    const refused = await (await stranger()).agent.post('/api/discord/invite-to-server');
    expect([refused.status, refused.body.code]).toEqual([503, 'UNAVAILABLE']);
    await act('permission', { channel: general, permission: 'CREATE_INSTANT_INVITE', allowed: true });
  });
});

describe('joining while Discord is away', () => {
  it('gives the lasting invite, and five an hour to one account (OWN-158)', async () => {
    const shop = await startTestApp({ ...DISCORD_SETTINGS, DISCORD_INVITE_URL: 'https://discord.gg/pax' });
    const who = await signIn(shop, { discordId: '612530472295546111' });
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => who.agent.post('/api/discord/invite-to-server')),
    );
    const given = tries.filter(({ status }) => status === 200);
    expect(given.map(({ body }) => body.inviteUrl)).toEqual(Array(5).fill('https://discord.gg/pax'));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(3);
    const other = await signIn(shop);
    await other.agent.post('/api/discord/invite-to-server').expect(200);
    await shop.close();
  });
});

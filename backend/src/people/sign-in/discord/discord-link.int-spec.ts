import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { SecurityNotice } from '@pax/contracts';
import request from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../../test/app.js';
import { linkDiscord, signInWithDiscord } from '../../../../test/discord-sign-in.js';
import { DiscordPeer } from '../../../../test/discord-peer.js';
import { TEST_ADMIN_ID } from '../../../../test/settings.js';
import { signIn } from '../../../../test/sign-in.js';
import { SocketClient, disableSocketChecks } from '../../../../test/sockets.js';
import { FormerIdentities } from '../../accounts/former-identities.js';
import { StartUserSession } from '../sessions/start-user-session.js';

jest.setTimeout(30_000);

type Agent = ReturnType<typeof request.agent>;

const PASSWORD = 'the owner knows it';
const NEW = 'a thief would like it';

describe('linking and unlinking Discord', () => {
  const peer = new DiscordPeer();
  let shop: ListeningApp;
  let names = 0;
  let last = 612_530_472_295_546_000n;

  beforeAll(async () => {
    await peer.listen();
    shop = await startListeningApp(
      { ...peer.settings(), RATE_LIMIT_FACTOR: '20' },
      { prepare: disableSocketChecks },
    );
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const browser = (): Agent => request.agent(shop.app.getHttpServer());
  const person = (name = 'somebody'): string => {
    last += 1n;
    peer.people.set(String(last), name);
    return String(last);
  };
  const registered = async (): Promise<{ agent: Agent; username: string }> => {
    names += 1;
    const username = `linker number ${names}`;
    const agent = browser();
    await agent.post('/api/auth/register').send({ username, password: PASSWORD }).expect(201);
    return { agent, username };
  };
  const signedIn = async (username: string, password = PASSWORD): Promise<Agent> => {
    const agent = browser();
    await agent.post('/api/auth/login').send({ username, password }).expect(200);
    return agent;
  };
  const link = async (agent: Agent, personId: string, currentPassword: string | undefined = PASSWORD) => {
    const answer = await linkDiscord(agent, peer, { personId, currentPassword });
    return answer.status === 302 ? 'linked' : `${answer.status} ${answer.body.code}`;
  };
  const unlink = async (agent: Agent, currentPassword: string | undefined = PASSWORD): Promise<string> => {
    const answer = await agent.post('/api/account/discord/unlink').send({ currentPassword });
    return answer.status === 200 ? 'unlinked' : `${answer.status} ${answer.body.code}`;
  };
  const discordOf = async (agent: Agent): Promise<unknown> =>
    (await agent.get('/api/account/profile').expect(200)).body.discordId;
  const noticesOf = async (agent: Agent): Promise<string[]> =>
    (await agent.get('/api/account/security-notices').expect(200)).body.map(
      ({ kind }: SecurityNotice) => kind,
    );
  const setPassword = async (agent: Agent, body: object): Promise<string> => {
    const answer = await agent.post('/api/account/password').send(body);
    return answer.status === 200 ? 'changed' : `${answer.status} ${answer.body.code}`;
  };

  it('does not link for a stolen cookie (OWN-360)', async () => {
    const { agent: thief, username } = await registered();
    const own = person('thief');
    const start = await thief.get('/api/auth/discord').query({ next: '/account' });
    expect([start.status, start.body.code]).toEqual([409, 'DISCORD_NOT_LINKED']);
    const page = await thief.get('/api/auth/discord').set('accept', 'text/html').expect(302);
    expect(page.headers.location).toBe('/account?error=DISCORD_NOT_LINKED#discord');
    const answer = await thief.post('/api/account/discord/link').send({});
    expect([answer.status, answer.body.code]).toEqual([403, 'CURRENT_PASSWORD_REQUIRED']);
    expect(await link(thief, own, 'a guess')).toBe('403 CURRENT_PASSWORD_WRONG');
    expect(await discordOf(thief)).toBeNull();
    expect(await setPassword(thief, { newPassword: NEW })).toBe('403 CURRENT_PASSWORD_REQUIRED');
    await signedIn(username);
  });

  it('links with the current password, replaces the claim, starts a new session, and notifies the owner (OWN-360, OWN-366)', async () => {
    const { agent } = await registered();
    await agent.put('/api/account/profile').send({ discordId: '888888888888888888' }).expect(200);
    const id = person('linked_one');
    const before = (await agent.get('/api/account/sessions').expect(200)).body;
    const answer = await linkDiscord(agent, peer, { personId: id, currentPassword: PASSWORD });
    expect([answer.status, answer.headers.location]).toEqual([302, '/account#discord']);
    const profile = await agent.get('/api/account/profile').expect(200);
    expect(profile.body).toMatchObject({
      discordId: id,
      discordUsername: 'linked_one',
      claimedDiscordId: null,
    });
    const after = (await agent.get('/api/account/sessions').expect(200)).body;
    expect(after).toHaveLength(1);
    expect(after[0].id).not.toBe(before[0].id);
    expect(await noticesOf(agent)).toEqual(['discord_linked']);
    const typed = await agent.put('/api/account/profile').send({ discordId: '777777777777777777' });
    expect([typed.status, typed.body.code]).toEqual([409, 'CONFLICT']);
    await agent.put('/api/account/profile').send({ discordId: id }).expect(200);
    expect(await link(agent, person())).toBe('409 CONFLICT');
  });

  it('never merges: an id of another account stays there (OWN-9)', async () => {
    const owned = person('owned');
    expect((await signInWithDiscord(browser(), peer, owned)).status).toBe(302);
    const { agent } = await registered();
    expect(await link(agent, owned)).toBe('409 CONFLICT');
    expect(await discordOf(agent)).toBeNull();
  });

  it('links one of two accounts that ask for the same id concurrently, and one of two ids to one account', async () => {
    const id = person('wanted');
    const [one, two] = [await registered(), await registered()];
    const both = await Promise.all([link(one.agent, id), link(two.agent, id)]);
    expect(both.toSorted()).toEqual(['409 CONFLICT', 'linked']);
    const { agent, username } = await registered();
    const other = await signedIn(username);
    const answers = await Promise.all([link(agent, person()), link(other, person())]);
    expect(answers.toSorted()).toEqual(['409 CONFLICT', 'linked']);
  });

  it('links for the browser and session that began it only (OWN-11)', async () => {
    const id = person('leaver');
    const begin = async (agent: Agent): Promise<string> => {
      const start = await agent.post('/api/account/discord/link').send({ currentPassword: PASSWORD });
      expect(start.status).toBe(200);
      return peer.approve(String(start.body.url), id);
    };
    const { agent, username } = await registered();
    const other = await signedIn(username);
    expect((await other.get(await begin(agent))).body.code).toBe('OAUTH_STATE_INVALID');
    const callback = await begin(agent);
    await agent.post('/api/auth/logout').expect(200);
    expect((await agent.get(callback)).body.code).toBe('OAUTH_STATE_INVALID');
    expect(await discordOf(other)).toBeNull();
    // Somebody else who signs in to the same browser meanwhile gave no password for a link.
    const { username: second } = await registered();
    const begun = await begin(other);
    await other.post('/api/auth/login').send({ username: second, password: PASSWORD }).expect(200);
    expect((await other.get(begun)).body.code).toBe('OAUTH_STATE_INVALID');
    expect(await discordOf(other)).toBeNull();
  });

  it('links nothing for a session that a new password ends meanwhile', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { agent: owner, username } = await registered();
      const thief = await signedIn(username);
      const start = await thief
        .post('/api/account/discord/link')
        .send({ currentPassword: PASSWORD })
        .expect(200);
      const callback = peer.approve(String(start.body.url), person());
      const [changed, linked] = await Promise.all([
        setPassword(owner, { currentPassword: PASSWORD, newPassword: NEW }),
        thief.get(callback),
      ]);
      // Linked first, then the password: the owner is told, and the link is too young to reset it.
      const isLinked = (await discordOf(owner)) !== null;
      expect(changed).toBe('changed');
      // Where the password came between link and new session, the link stays and the session is refused.
      expect(isLinked || linked.status !== 302).toBe(true);
      expect((await thief.get('/api/auth/me')).status).toBe(401);
      expect((await noticesOf(owner)).includes('discord_linked')).toBe(isLinked);
    }
  });

  it('refuses a blocked account, and a malformed request', async () => {
    const blocked = await signIn(shop, { blocked: true });
    expect(await link(blocked.agent, person())).toBe('403 BLOCKED');
    expect(await unlink(blocked.agent)).toBe('403 BLOCKED');
    const { agent } = await registered();
    for (const body of [{ currentPassword: '' }, { currentPassword: 'x'.repeat(129) }, { password: 'x' }])
      for (const action of ['link', 'unlink']) {
        const answer = await agent.post(`/api/account/discord/${action}`).send(body);
        expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION']);
      }
  });

  it('stays linked while a dispute is open, since a block follows the Discord id (OWN-1152)', async () => {
    const { agent, username } = await registered();
    expect(await link(agent, person('disputing'))).toBe('linked');
    const suspend = (is: boolean): Promise<unknown> =>
      shop.database.query('UPDATE users SET purchases_suspended = $2 WHERE username = $1', [username, is]);
    await suspend(true);
    expect(await unlink(agent)).toBe('409 DISPUTE_OPEN');
    await suspend(false);
    expect(await unlink(agent)).toBe('unlinked');
  });

  it('unlinks with the current password only, ends all other sessions, and notifies the owner (OWN-360)', async () => {
    const { agent, username } = await registered();
    const id = person('left_behind');
    expect(await link(agent, id)).toBe('linked');
    const byPassword = await signedIn(username);
    const byDiscord = browser();
    expect((await signInWithDiscord(byDiscord, peer, id)).status).toBe(302);
    const refused = await agent.post('/api/account/discord/unlink').send({});
    expect([refused.status, refused.body.code]).toEqual([403, 'CURRENT_PASSWORD_REQUIRED']);
    expect(await unlink(agent, 'a guess')).toBe('403 CURRENT_PASSWORD_WRONG');
    expect(await discordOf(agent)).toBe(id);
    expect(await unlink(agent)).toBe('unlinked');
    expect(await discordOf(agent)).toBeNull();
    for (const other of [byPassword, byDiscord]) expect((await other.get('/api/auth/me')).status).toBe(401);
    expect((await noticesOf(agent))[0]).toBe('discord_unlinked');
    expect(await unlink(agent)).toBe('409 DISCORD_NOT_LINKED');
    // The id is nobody's now: it makes an account of its own.
    const anew = browser();
    expect((await signInWithDiscord(anew, peer, id)).status).toBe(302);
    const [mine, theirs] = [await agent.get('/api/auth/me'), await anew.get('/api/auth/me')];
    expect(theirs.body.id).not.toBe(mine.body.id);
    const recorded = await shop.database.query(
      `SELECT action, detail FROM audit_log WHERE actor = $1 AND subject = $1 AND action LIKE 'discord.%' ORDER BY id`,
      [`user:${mine.body.id}`],
    );
    const detail = { discord: shop.app.get(FormerIdentities).hashIdentity('discord', id) };
    expect(recorded).toEqual([
      { action: 'discord.link', detail },
      { action: 'discord.unlink', detail },
    ]);
    expect(JSON.stringify(recorded)).not.toContain(id);
  });

  it('does not remove the only sign-in method (OWN-360)', async () => {
    const agent = browser();
    const id = person('only_discord');
    expect((await signInWithDiscord(agent, peer, id)).status).toBe(302);
    expect(await unlink(agent)).toBe('409 LAST_WAY_IN');
    expect(await discordOf(agent)).toBe(id);
    expect(await setPassword(agent, { newPassword: NEW })).toBe('changed');
    expect(await unlink(agent, NEW)).toBe('unlinked');
    const { username } = (await agent.get('/api/auth/me')).body;
    await signedIn(username, NEW);
  });

  it('unlinks once when asked twice concurrently', async () => {
    const { agent } = await registered();
    expect(await link(agent, person())).toBe('linked');
    const answers = await Promise.all([unlink(agent), unlink(agent), unlink(agent)]);
    expect(answers.toSorted()).toEqual(['409 DISCORD_NOT_LINKED', '409 DISCORD_NOT_LINKED', 'unlinked']);
    expect(await noticesOf(agent)).toEqual(['discord_unlinked', 'discord_linked']);
  });

  it('lets one of a concurrent unlink and reset through Discord succeed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { agent, username } = await registered();
      const id = person();
      expect(await link(agent, id)).toBe('linked');
      await shop.database.query(
        `UPDATE users SET discord_linked_at = now() - interval '8 days' WHERE username = $1`,
        [username],
      );
      const thief = browser();
      expect((await signInWithDiscord(thief, peer, id)).status).toBe(302);
      const [unlinked, reset] = await Promise.all([
        unlink(agent),
        setPassword(thief, { newPassword: `${NEW} ${round}` }),
      ]);
      // Whoever comes second finds the link, or the session, gone.
      expect([unlinked, reset].filter((answer) => /^[uc]/.test(answer))).toHaveLength(1);
      await signedIn(username, reset === 'changed' ? `${NEW} ${round}` : PASSWORD);
    }
  });

  it('removes the open sockets of an admin who unlinks from the panel’s room at once', async () => {
    const { agent } = await registered();
    peer.people.set(TEST_ADMIN_ID, 'the_admin');
    const answer = await linkDiscord(agent, peer, { personId: TEST_ADMIN_ID, currentPassword: PASSWORD });
    const cookies = [answer.headers['set-cookie']].flat().map((one) => String(one).split(';', 1)[0]);
    const cookie = cookies.find((one) => one?.startsWith('pax_session=')) ?? '';
    const socket = new SocketClient(shop.url, { origin: shop.url, cookie });
    expect(await socket.waitForRooms(3)).toContain('admin');
    expect(await unlink(agent)).toBe('unlinked');
    await socket.waitUntilEnded();
    const again = new SocketClient(shop.url, { origin: shop.url, cookie });
    expect(await again.waitForRooms(2)).not.toContain('admin');
    again.close();
  });

  it('opens no session for a sign-in with Discord that was in progress when the link was removed (OWN-360)', async () => {
    const { agent } = await registered();
    const id = person('was under way');
    expect(await link(agent, id)).toBe('linked');
    const starting = shop.app.get(StartUserSession);
    const execute = starting.execute.bind(starting);
    jest.spyOn(starting, 'execute').mockImplementationOnce(async (input) => {
      expect(await unlink(agent)).toBe('unlinked');
      return execute(input);
    });
    const late = browser();
    const answer = await signInWithDiscord(late, peer, id);
    expect([answer.status, answer.body.code]).toEqual([400, 'OAUTH_FAILED']);
    await late.get('/api/auth/me').expect(401);
    expect((await agent.get('/api/account/sessions').expect(200)).body).toHaveLength(1);
  });
});

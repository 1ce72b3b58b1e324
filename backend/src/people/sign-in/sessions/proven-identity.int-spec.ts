import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../../test/app.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../../test/discord-peer.js';
import { linkDiscord, signInWithDiscord } from '../../../../test/discord-sign-in.js';
import { TEST_ADMIN_ID } from '../../../../test/settings.js';
import { issueAdminCode } from '../../../../test/sign-in.js';
import { disableSocketChecks } from '../../../../test/sockets.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { IssueAdminCode } from '../admin-code/admin-code.js';
import { createOperator, revokeOperator } from '../admin-code/operator-accounts.js';
import { StartUserSession } from './start-user-session.js';

jest.setTimeout(30_000);

type Agent = ReturnType<typeof request.agent>;

const PASSWORD = 'the owner knows it';
const NEW = 'a thief would like it';
const HOUR_MS = 3_600_000;

describe('the rights of a session are those of the Discord id that it proved', () => {
  const peer = new DiscordPeer();
  let shop: ListeningApp;
  let names = 0;
  let lastId = 742_530_472_295_546_000n;
  let movedMs = 0;

  beforeAll(async () => {
    await peer.listen();
    shop = await startListeningApp(
      { ...peer.settings(), RATE_LIMIT_FACTOR: '100' },
      { prepare: disableSocketChecks },
    );
    shop.app.get(Clock).now = () => new Date(Date.now() + movedMs);
    peer.people.set(TEST_ADMIN_ID, 'the_admin');
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const browser = (): Agent => request.agent(shop.app.getHttpServer());
  const person = (...roles: string[]): string => {
    lastId += 1n;
    peer.people.set(String(lastId), `person_${lastId}`);
    if (roles.length > 0) peer.members.set(String(lastId), roles);
    return String(lastId);
  };
  const registered = async (): Promise<{ agent: Agent; username: string; userId: number }> => {
    names += 1;
    const username = `owner number ${names}`;
    const agent = browser();
    const { body } = await agent
      .post('/api/auth/register')
      .send({ username, password: PASSWORD })
      .expect(201);
    return { agent, username, userId: body.user.id };
  };
  const signedIn = async (username: string, password = PASSWORD): Promise<Agent> => {
    const agent = browser();
    await agent.post('/api/auth/login').send({ username, password }).expect(200);
    return agent;
  };
  const link = async (agent: Agent, personId: string): Promise<void> => {
    const answer = await linkDiscord(agent, peer, { personId, currentPassword: PASSWORD });
    expect([answer.status, answer.headers.location]).toEqual([302, '/account#discord']);
  };
  const unlink = (agent: Agent) =>
    agent.post('/api/account/discord/unlink').send({ currentPassword: PASSWORD }).expect(200);
  const roleOf = async (agent: Agent): Promise<string> =>
    (await agent.get('/api/auth/me').expect(200)).body.role;
  const enter = async (code: string): Promise<[number, string | undefined]> => {
    const { status, body } = await browser().post('/api/auth/admin-login').send({ adminCode: code });
    return [status, body.code];
  };

  it.each([
    ['staff', () => person(PEER_STAFF_ROLE)],
    ['admin', () => TEST_ADMIN_ID],
  ])('gives a thief nothing of an owner who links Discord later: %s (OWN-1348)', async (role, newId) => {
    const { username } = await registered();
    const thief = await signedIn(username);
    await link(thief, person());
    await unlink(thief);
    const owner = await signedIn(username);
    await link(owner, newId());
    expect([await roleOf(owner), await roleOf(thief)]).toEqual([role, 'customer']);
    expect((await thief.get('/api/admin/orders')).status).toBe(403);
    expect((await owner.get('/api/admin/orders')).status).toBe(200);
  });

  it('asks for another sign-in after the id was unlinked and linked again elsewhere (OWN-1348)', async () => {
    const { agent, username } = await registered();
    const id = person(PEER_STAFF_ROLE);
    await link(agent, id);
    await unlink(agent);
    expect(await roleOf(agent)).toBe('customer');
    await link(await signedIn(username), id);
    expect(await roleOf(agent)).toBe('customer');
    expect((await signInWithDiscord(agent, peer, id)).status).toBe(302);
    expect(await roleOf(agent)).toBe('staff');
  });

  it('gives a code made through one Discord id nothing of the next (OWN-1349)', async () => {
    const { username, userId } = await registered();
    const thief = await signedIn(username);
    const id = person(PEER_STAFF_ROLE);
    await link(thief, id);
    const code = await issueAdminCode(shop, userId);
    await unlink(thief);
    await link(await signedIn(username), person(PEER_STAFF_ROLE));
    expect(await enter(code)).toEqual([401, 'ADMIN_CODE_INVALID']);
    // A command whose check was passed before the links changed makes no code either.
    const late = shop.app.get(IssueAdminCode).execute(userId, id);
    await expect(late).rejects.toMatchObject({ code: 'DISCORD_NOT_LINKED' });
  });

  it.each([
    [
      'a new password',
      (agent: Agent) =>
        agent.post('/api/account/password').send({ currentPassword: PASSWORD, newPassword: NEW }),
    ],
    ['ending all other sessions', (agent: Agent) => agent.delete('/api/account/sessions')],
  ])('ends unused codes by %s (OWN-1349)', async (_, act) => {
    const { agent, userId } = await registered();
    await link(agent, person(PEER_STAFF_ROLE));
    const code = await issueAdminCode(shop, userId);
    expect((await act(agent)).status).toBe(200);
    expect(await enter(code)).toEqual([401, 'ADMIN_CODE_INVALID']);
    expect(await enter(await issueAdminCode(shop, userId))).toEqual([200, undefined]);
  });

  it('ends unused codes by a longer password at sign-in (OWN-1349)', async () => {
    const agent = browser();
    const username = 'owner of a short password';
    const account = { username, password: 'sh0rt one' };
    const { body } = await agent.post('/api/auth/register').send(account).expect(201);
    const personId = person(PEER_STAFF_ROLE);
    const linked = await linkDiscord(agent, peer, { personId, currentPassword: account.password });
    expect(linked.status).toBe(302);
    const code = await issueAdminCode(shop, body.user.id);
    await browser()
      .post('/api/auth/login')
      .send({ ...account, newPassword: NEW })
      .expect(200);
    expect(await enter(code)).toEqual([401, 'ADMIN_CODE_INVALID']);
  });

  it('finishes no link that was begun with the password of before (OWN-1350)', async () => {
    const { agent, username } = await registered();
    const start = await agent
      .post('/api/account/discord/link')
      .send({ currentPassword: PASSWORD })
      .expect(200);
    const callback = peer.approve(String(start.body.url), person());
    // The thief has a copy of this very session's cookie, so that the new password does not end it.
    await agent
      .post('/api/account/password')
      .send({ currentPassword: PASSWORD, newPassword: NEW })
      .expect(200);
    expect((await agent.get(callback)).body.code).toBe('OAUTH_STATE_INVALID');
    const profile = await (await signedIn(username, NEW)).get('/api/account/profile').expect(200);
    expect(profile.body.discordId).toBeNull();
  });

  it('does not keep an idle session of staff alive while Discord is away (OWN-1351)', async () => {
    const id = person(PEER_STAFF_ROLE);
    const staff = browser();
    expect((await signInWithDiscord(staff, peer, id)).status).toBe(302);
    movedMs += 13 * HOUR_MS;
    peer.isUnavailable = true;
    await staff.get('/api/loyalty').expect(200);
    peer.isUnavailable = false;
    movedMs += 60_000;
    expect((await staff.get('/api/admin/orders')).status).toBe(401);
  });

  it('opens no session for a code of an operator whose right was revoked meanwhile (OWN-350)', async () => {
    const transactions = shop.app.get(Transactions);
    const now = shop.app.get(Clock).now();
    const { code } = await transactions.run((tx) => createOperator(tx, { username: 'Keeper', now }));
    const starter = shop.app.get(StartUserSession);
    const execute = starter.execute.bind(starter);
    const start = jest.spyOn(starter, 'execute').mockImplementationOnce(async (input) => {
      await transactions.run((tx) => revokeOperator(tx, { username: 'Keeper' }));
      return execute(input);
    });
    try {
      expect(await enter(code)).toEqual([401, 'ADMIN_CODE_INVALID']);
    } finally {
      start.mockRestore();
    }
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AccountSession } from '@pax/contracts';
import request from 'supertest';
import { linkDiscord, signInWithDiscord } from '../../../test/discord-sign-in.js';
import { deleteNow } from '../../../test/own-data.js';
import {
  startAppSetup,
  passSecondStep,
  describeAnswer,
  startSecondStepShop,
  readSecondStep,
  type SecondStepShop,
} from '../../../test/second-step.js';
import { TEST_ADMIN_ID } from '../../../test/settings.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { MAX_SESSIONS } from '../../platform/sessions/session-rows.js';
import { resetSecondStep } from './remove-step-method.js';

jest.setTimeout(60_000);

const STEP = '/api/account/second-step';
const MINUTE_MS = 60_000;

type Agent = SignedIn['agent'];

/** What a stolen Discord account, or a copied cookie, could do to the account itself. */
describe('the second step of who changes the own account (OWN-665)', () => {
  const PASSWORD = 'a lantern in the harbour';
  let shop: SecondStepShop;
  beforeAll(async () => {
    shop = await startSecondStepShop();
    shop.peer.people.set(TEST_ADMIN_ID, 'the_admin');
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.moveClock(0);
    await shop.database.query('DELETE FROM second_steps');
    await shop.database.query('DELETE FROM sessions');
    await shop.database.query('DELETE FROM departed_identities');
    await shop.database.query('DELETE FROM rate_limits');
    await shop.database.query('UPDATE users SET discord_id = NULL');
  });

  const pool = async (agent: Agent): Promise<string> =>
    describeAnswer(await agent.get('/api/admin/coin-stock'));
  const bySignIn = async (personId = TEST_ADMIN_ID): Promise<Agent> => {
    const agent = request.agent(shop.app.getHttpServer());
    expect((await signInWithDiscord(agent, shop.peer, personId)).status).toBe(302);
    return agent;
  };
  const userIdOf = async (agent: Agent): Promise<number> =>
    (await agent.get('/api/auth/me').expect(200)).body.id;
  const setPassword = (agent: Agent, body: object = {}) =>
    agent.post('/api/account/password').send({ newPassword: PASSWORD, ...body });
  const unlink = (agent: Agent) =>
    agent.post('/api/account/discord/unlink').send({ currentPassword: PASSWORD });
  /** An admin with an app, who signed in with Discord. */
  const owner = async () => {
    const agent = await bySignIn();
    const app = await startAppSetup(shop, agent);
    await agent
      .post(`${STEP}/totp/confirm`)
      .send({ code: app.code(-1) })
      .expect(200);
    return { agent, app, userId: await userIdOf(agent) };
  };
  /** Every act that the account's own step guards. */
  const acts = (agent: Agent): Record<string, PromiseLike<request.Response>> => ({
    password: setPassword(agent, { currentPassword: PASSWORD }),
    unlink: unlink(agent),
    proof: agent.post('/api/account/proof').send({ currentPassword: PASSWORD }),
    export: agent.get('/api/account/export'),
    delete: agent.delete('/api/account'),
    others: agent.delete('/api/account/sessions'),
    other: agent.delete(`/api/account/sessions/${'0'.repeat(64)}`),
  });
  const answersOf = async (agent: Agent): Promise<Record<string, string>> => {
    const answers: Record<string, string> = {};
    for (const [name, answer] of Object.entries(acts(agent))) answers[name] = describeAnswer(await answer);
    return answers;
  };
  const REFUSED = Object.fromEntries(
    ['password', 'unlink', 'proof', 'export', 'delete', 'others', 'other'].map((name) => [
      name,
      '403 SECOND_STEP_REQUIRED',
    ]),
  );

  it('lets a stolen Discord account set no password, where there is none', async () => {
    const { userId } = await owner();
    const thief = await bySignIn();
    expect(await userIdOf(thief)).toBe(userId);
    expect(describeAnswer(await setPassword(thief))).toBe('403 SECOND_STEP_REQUIRED');
  });

  it('is asked by password, unlinking, proof, export and deletion, and again after ten minutes', async () => {
    const { agent, app } = await owner();
    expect(describeAnswer(await setPassword(agent))).toBe('200');
    const thief = await bySignIn();
    expect(await answersOf(thief)).toEqual(REFUSED);
    // Linked long ago, Discord alone would reset the password.
    await shop.database.query(`UPDATE users SET discord_linked_at = now() - interval '8 days'`);
    expect(describeAnswer(await setPassword(thief))).toBe('403 SECOND_STEP_REQUIRED');
    shop.moveClock(9 * MINUTE_MS);
    const late = await bySignIn();
    expect(await passSecondStep(late, app.code())).toBe('200');
    shop.moveClock(20 * MINUTE_MS);
    expect(await answersOf(late)).toEqual({
      ...REFUSED,
      export: '403 FRESH_SIGN_IN_REQUIRED',
      delete: '403 FRESH_SIGN_IN_REQUIRED',
    });
    expect(await passSecondStep(late, app.code())).toBe('200');
    expect(describeAnswer(await setPassword(late, { currentPassword: PASSWORD }))).toBe('200');
  });

  it('is asked where it was set up in another session while the act began', async () => {
    const waiting = await bySignIn();
    const { app } = await owner();
    expect(describeAnswer(await setPassword(waiting))).toBe('403 SECOND_STEP_REQUIRED');
    expect(await passSecondStep(waiting, app.code())).toBe('200');
    expect(describeAnswer(await setPassword(waiting))).toBe('200');
  });

  it('is asked before a link, and while it comes back from Discord', async () => {
    const { agent } = await owner();
    expect(describeAnswer(await setPassword(agent))).toBe('200');
    expect(describeAnswer(await unlink(agent))).toBe('200');
    const begin = () => agent.post('/api/account/discord/link').send({ currentPassword: PASSWORD });
    const { body } = await begin().expect(200);
    await shop.database.query('UPDATE sessions SET second_step_at = NULL');
    const back = await agent.get(shop.peer.approve(String(body.url), TEST_ADMIN_ID));
    expect(describeAnswer(back)).toBe('403 SECOND_STEP_REQUIRED');
    expect(describeAnswer(await begin())).toBe('403 SECOND_STEP_REQUIRED');
  });

  describe('of who ends sessions (OWN-665)', () => {
    const byPassword = async (username: string): Promise<Agent> => {
      const agent = request.agent(shop.app.getHttpServer());
      await agent.post('/api/auth/login').send({ username, password: PASSWORD }).expect(200);
      return agent;
    };
    /** An owner with a password, and the id of the session that passed the step. */
    const ownerWithPassword = async () => {
      const known = await owner();
      expect(describeAnswer(await setPassword(known.agent))).toBe('200');
      const { username } = (await known.agent.get('/api/auth/me').expect(200)).body;
      return { ...known, username, sessionId: await ownId(known.agent) };
    };
    const ownId = async (agent: Agent): Promise<string> => {
      const sessions: AccountSession[] = (await agent.get('/api/account/sessions').expect(200)).body;
      return sessions.find(({ current }) => current)?.id ?? '';
    };
    const end = async (agent: Agent, id = ''): Promise<string> =>
      describeAnswer(await agent.delete(`/api/account/sessions${id && `/${id}`}`));

    it('is asked of a password session, which ends itself alone', async () => {
      const { agent, username, sessionId } = await ownerWithPassword();
      const [thief, other] = [await byPassword(username), await byPassword(username)];
      expect(await end(thief)).toBe('403 SECOND_STEP_REQUIRED');
      expect(await end(thief, sessionId)).toBe('403 SECOND_STEP_REQUIRED');
      expect(await end(thief, await ownId(thief))).toBe('200');
      expect(describeAnswer(await thief.get('/api/auth/me'))).toBe('401 UNAUTHENTICATED');
      expect(await pool(agent)).toBe('200');
      expect(await end(agent, await ownId(other))).toBe('200');
      expect(await end(agent)).toBe('200');
    });

    it('is asked again after ten minutes', async () => {
      const { agent, app, username } = await ownerWithPassword();
      const other = await byPassword(username);
      shop.moveClock(20 * MINUTE_MS);
      expect(await end(agent, await ownId(other))).toBe('403 SECOND_STEP_REQUIRED');
      expect(await end(agent)).toBe('403 SECOND_STEP_REQUIRED');
      expect(await passSecondStep(agent, app.code())).toBe('200');
      expect(await end(agent, await ownId(other))).toBe('200');
    });

    it('keeps one that passed it while sign-ins by password are too many', async () => {
      const { agent, username } = await ownerWithPassword();
      for (let n = 1; n <= MAX_SESSIONS; n += 1) {
        shop.moveClock(n * 1_000);
        await shop.database.query('DELETE FROM rate_limits');
        await byPassword(username);
      }
      expect(await pool(agent)).toBe('200');
      const sessions = (await agent.get('/api/account/sessions').expect(200)).body;
      expect(sessions).toHaveLength(MAX_SESSIONS);
    });
  });

  describe('stays owed by a Discord account (OWN-666)', () => {
    /** The next account of the admin's Discord id has no rights, and can change that by nothing of its own. */
    const expectOwed = async (formerId: number): Promise<Agent> => {
      const next = await bySignIn();
      expect(await userIdOf(next)).not.toBe(formerId);
      expect(await readSecondStep(next)).toMatchObject({ status: 'pending', ways: [], isOwed: true });
      expect(await pool(next)).toBe('403 SECOND_STEP_REQUIRED');
      expect(describeAnswer(await next.post(`${STEP}/totp`))).toBe('403 SECOND_STEP_REQUIRED');
      expect(await passSecondStep(next, '123456')).toBe('403 SECOND_STEP_WRONG');
      expect(await pool(next)).toBe('403 SECOND_STEP_REQUIRED');
      return next;
    };

    it('that was unlinked, whatever account it comes back with', async () => {
      const { agent, userId } = await owner();
      expect([describeAnswer(await setPassword(agent)), describeAnswer(await unlink(agent))]).toEqual([
        '200',
        '200',
      ]);
      const next = await expectOwed(userId);
      // What is the person's own needs no step: there is none that could be passed.
      expect([describeAnswer(await setPassword(next)), describeAnswer(await unlink(next))]).toEqual([
        '200',
        '200',
      ]);
      await expectOwed(userId);
    });

    it('that is linked to another account', async () => {
      const { agent } = await owner();
      expect([describeAnswer(await setPassword(agent)), describeAnswer(await unlink(agent))]).toEqual([
        '200',
        '200',
      ]);
      const other = request.agent(shop.app.getHttpServer());
      await other
        .post('/api/auth/register')
        .send({ username: 'another one', password: PASSWORD })
        .expect(201);
      const linked = await linkDiscord(other, shop.peer, {
        personId: TEST_ADMIN_ID,
        currentPassword: PASSWORD,
      });
      expect(linked.status).toBe(302);
      expect(await pool(other)).toBe('403 SECOND_STEP_REQUIRED');
      expect(await readSecondStep(other)).toMatchObject({ status: 'pending', isOwed: true });
    });

    it('but not by the account that has the step itself, linked again', async () => {
      const { agent } = await owner();
      expect([describeAnswer(await setPassword(agent)), describeAnswer(await unlink(agent))]).toEqual([
        '200',
        '200',
      ]);
      await linkDiscord(agent, shop.peer, { personId: TEST_ADMIN_ID, currentPassword: PASSWORD });
      expect(await readSecondStep(agent)).toMatchObject({
        status: 'pending',
        ways: ['totp', 'recovery-code'],
        isOwed: false,
      });
    });

    it('whose account was deleted seven days ago', async () => {
      const { agent, userId } = await owner();
      await deleteNow(shop, { agent, userId });
      await expectOwed(userId);
    });

    it('until somebody with a shell on the server takes it back', async () => {
      const { agent, userId } = await owner();
      await deleteNow(shop, { agent, userId });
      const next = await expectOwed(userId);
      const { username } = (await next.get('/api/auth/me').expect(200)).body;
      await runTransaction(shop.database, (tx) => resetSecondStep(tx, { username }));
      expect(describeAnswer(await next.get('/api/auth/me'))).toBe('401 UNAUTHENTICATED');
      const free = await bySignIn();
      expect(await readSecondStep(free)).toMatchObject({ status: 'none', isOwed: false });
      expect(await pool(free)).toBe('200');
      await startAppSetup(shop, free);
    });

    it('but of nobody whose account never had one', async () => {
      const agent = await bySignIn();
      expect(describeAnswer(await setPassword(agent))).toBe('200');
      expect(describeAnswer(await unlink(agent))).toBe('200');
      expect(await readSecondStep(await bySignIn())).toMatchObject({ status: 'none', isOwed: false });
    });
  });
});

import { issueAdminCode } from './sign-in.js';
import { expect } from '@jest/globals';
import { randomRef } from '../src/platform/secrets.js';
import { OauthStates } from '../src/people/sign-in/discord/oauth-states.js';
import { RunDeletions } from '../src/office/own-data/account-deletions.js';
import { startAppSetup, readSecondStep, signInWithApp, removeSecondStep } from './second-step.js';
import {
  DAY_MS,
  HOUR_MS,
  http,
  rowExists,
  MINUTE_MS,
  newDiscordId,
  now,
  runSql,
  shop,
  type Period,
} from './stopped-clock-shop.js';

const REF = randomRef();

/** Creates an account and carries out its deletion. */
async function createDeletedAccount(): Promise<{ userId: number; username: string }> {
  const { agent, userId, username } = await shop.signIn();
  await agent.delete('/api/account').expect(200);
  await runSql('UPDATE account_deletions SET due_at = $2 WHERE user_id = $1', userId, now());
  await shop.app.get(RunDeletions).runDueDeletions();
  return { userId, username };
}

/** Promised periods of accounts, sessions and proofs. */
export const ACCOUNT_PERIODS: readonly Period[] = [
  [
    "a customer's session without a call",
    14 * DAY_MS,
    async () => {
      const { agent } = await shop.signIn();
      return async () => (await agent.get('/api/account/sessions')).status === 200;
    },
  ],
  [
    'a session that is used',
    30 * DAY_MS,
    async () => {
      const { agent, userId } = await shop.signIn();
      return async () => {
        await runSql('UPDATE sessions SET last_seen_at = $2 WHERE user_id = $1', userId, now());
        return (await agent.get('/api/account/sessions')).status === 200;
      };
    },
  ],
  [
    "an admin's session without a call",
    12 * HOUR_MS,
    async () => {
      const { agent } = await shop.signIn({ admin: true });
      return async () => (await agent.get('/api/admin/orders')).status === 200;
    },
  ],
  [
    'a sign-in with Discord as proof',
    10 * MINUTE_MS,
    async () => {
      const { agent } = await shop.signIn({ discordId: newDiscordId(), proven: true });
      return async () => (await agent.get('/api/account/password').expect(200)).body.freeUntil !== null;
    },
  ],
  [
    'a link to Discord that may not reset the password',
    7 * DAY_MS,
    async () => {
      const { agent, userId } = await shop.signIn({ discordId: newDiscordId() });
      await runSql(
        `UPDATE users SET password_hash = 'x', discord_linked_at = $2 WHERE id = $1`,
        userId,
        now(),
      );
      return async () => (await agent.get('/api/account/password').expect(200)).body.resetFrom !== null;
    },
  ],
  [
    'an admin code',
    10 * MINUTE_MS,
    async () => {
      const { userId } = await shop.signIn({ admin: true });
      const code = await issueAdminCode(shop, userId);
      return async () =>
        (await http().post('/api/auth/admin-login').send({ adminCode: code })).status === 200;
    },
  ],
  [
    'four wrong admin codes, of which a fifth blocks the account',
    DAY_MS,
    async () => {
      const { agent, userId } = await shop.signIn();
      const isBlocked = (): Promise<boolean> =>
        rowExists('SELECT 1 FROM users WHERE id = $1 AND blocked_at IS NOT NULL', userId);
      const wrong = () => agent.post('/api/auth/admin-login').send({ adminCode: REF }).expect(401);
      for (let tried = 0; tried < 4; tried += 1) await wrong();
      expect(await isBlocked()).toBe(false);
      return async () => {
        await wrong();
        return isBlocked();
      };
    },
  ],
  [
    'a sign-in at Discord',
    10 * MINUTE_MS,
    async () => {
      const states = shop.app.get(OauthStates);
      const state = await states.createState({
        browser: REF,
        codeVerifier: REF,
        purpose: 'sign-in',
        userId: null,
        nextPath: '/',
        proofHash: null,
      });
      return async () => (await states.consumeState(state, REF)) !== undefined;
    },
  ],
  [
    "the offer of an authenticator app's key",
    10 * MINUTE_MS,
    async () => {
      const { agent, userId } = await shop.signIn({ admin: true, proven: true });
      const app = await startAppSetup(shop, agent);
      return async () => {
        await runSql(
          'UPDATE sessions SET discord_proven_at = $2, created_at = $2 WHERE user_id = $1',
          userId,
          now(),
        );
        const code = app.code();
        const { status } = await agent.post('/api/account/second-step/totp/confirm').send({ code });
        await removeSecondStep(shop, userId);
        return status === 200;
      };
    },
  ],
  [
    'a passed second step for what needs a fresh one',
    10 * MINUTE_MS,
    async () => {
      const { agent, userId } = await signInWithApp(shop);
      return async () => {
        const { status } = await readSecondStep(agent);
        await removeSecondStep(shop, userId);
        return status === 'fresh';
      };
    },
  ],
  [
    'an account whose deletion can be taken back',
    7 * DAY_MS,
    async () => {
      const { agent, userId } = await shop.signIn();
      await agent.delete('/api/account').expect(200);
      return async () => {
        await shop.app.get(RunDeletions).runDueDeletions();
        return rowExists('SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NULL', userId);
      };
    },
  ],
  [
    'an emptied account before it is emptied once more',
    HOUR_MS,
    async () => {
      const { userId } = await createDeletedAccount();
      return async () => {
        await shop.app.get(RunDeletions).runDueDeletions();
        return rowExists('SELECT 1 FROM account_deletions WHERE user_id = $1 AND swept_at IS NULL', userId);
      };
    },
  ],
  [
    'the name of a deleted account, which nobody may take',
    90 * DAY_MS,
    async () => {
      const { username } = await createDeletedAccount();
      return async () => {
        const person = { username, password: 'a lantern in the fog' };
        return (await http().post('/api/auth/register').send(person)).status === 409;
      };
    },
  ],
];

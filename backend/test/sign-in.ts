import request from 'supertest';
import type { SessionOrigin } from '../src/platform/calls/access.js';
import { randomRef } from '../src/platform/secrets.js';
import { nameSkeleton } from '../src/people/usernames/name-skeleton.js';
import { sessionCookieName } from '../src/platform/sessions/session-cookie.js';
import { Sessions } from '../src/platform/sessions/sessions.js';
import { usernameKey } from '../src/people/usernames/username-key.js';
import type { TestApp } from './app.js';
import { insertCreationEvent } from './creation-event.js';
import { TEST_ADMIN_ID } from './settings.js';
import { FormerIdentities } from '../src/people/accounts/former-identities.js';
import { IssueAdminCode } from '../src/people/sign-in/admin-code/admin-code.js';

export interface SignInOptions {
  username?: string;
  /** A proven Discord id. */
  discordId?: string;
  blocked?: boolean;
  /** Signs in as an admin by the id that test settings name. */
  admin?: boolean;
  /**
   * How the session was opened: by Discord if there is a Discord id, else by password. A password session carries
   * customer rights only.
   */
  openedBy?: SessionOrigin;
  /** True if the sign-in with Discord counts as recent, as it does for ten minutes. */
  proven?: boolean;
}

export interface SignedIn {
  /** Sends the session's cookie with every call. */
  agent: ReturnType<typeof request.agent>;
  userId: number;
  username: string;
  /** The cookie as a header, for sockets. */
  cookie: string;
  /** Game name for purchases, if it must belong to this account only. */
  inGameName?: string;
}

/** Inserts an account with a live session, without the sign-in calls. The same Discord id reuses its account. */
export async function signIn(shop: TestApp, options: SignInOptions = {}): Promise<SignedIn> {
  const username = options.username ?? `spec ${randomRef().replaceAll('-', '_').slice(0, 12)}`;
  const discordId = options.discordId ?? (options.admin === true ? TEST_ADMIN_ID : null);
  const rows: { id: number; username: string }[] = await shop.database.query(
    `INSERT INTO users (username, username_key, username_skeleton, discord_id, discord_username, blocked_at, referral_code)
     VALUES ($1, $2, $7, $3, $4, $5, $6)
     ON CONFLICT (discord_id) DO UPDATE SET blocked_at = EXCLUDED.blocked_at
     RETURNING id, username`,
    [
      username,
      usernameKey(username),
      discordId,
      discordId && `discord_${discordId.slice(-6)}`,
      options.blocked === true ? new Date() : null,
      `PAX${randomRef().replaceAll(/[-_]/g, '0').slice(0, 6).toUpperCase()}`,
      nameSkeleton(username),
    ],
  );
  const user = rows[0];
  if (!user) throw new Error('no account was made');
  await insertCreationEvent(shop.database, 'user.registered', user.id);
  const openedBy = options.openedBy ?? (discordId === null ? 'password' : 'discord');
  const opened = { userId: user.id, openedBy, isDiscordProven: options.proven === true };
  const { token } = await shop.app.get(Sessions).openSession(opened, shop.database.manager);
  const cookie = `${sessionCookieName(false)}=${token}`;
  const agent = request.agent(shop.app.getHttpServer());
  agent.jar.setCookie(`${cookie}; Path=/`, '127.0.0.1', '/');
  return { agent, userId: user.id, username: user.username, cookie };
}

/** Signs in an account with a Discord id that another account had before. */
export async function signInSuccessor(shop: TestApp, formerId: number, discordId: string): Promise<SignedIn> {
  const successor = await signIn(shop, { discordId });
  const departed = shop.app.get(FormerIdentities);
  await shop.database.transaction(async (tx) => {
    await departed.storeIdentities(tx, formerId, [{ kind: 'discord', value: discordId }]);
    await departed.recordNewOwner(tx, successor.userId, discordId);
  });
  return successor;
}

/** Makes an admin code for an account, as `/admin-code` does for the Discord id that the account is linked with. */
export async function issueAdminCode(shop: TestApp, userId: number): Promise<string> {
  const [row]: { discord_id: string }[] = await shop.database.query(
    'SELECT discord_id FROM users WHERE id = $1',
    [userId],
  );
  return (await shop.app.get(IssueAdminCode).execute(userId, row?.discord_id ?? '')).code;
}

import { Injectable } from '@nestjs/common';
import type { Actor, SessionOrigin } from '../../../common/access.js';
import { ShopError } from '../../../common/problem.js';
import { Transactions, type Tx } from '../../../infra/database/transaction.js';
import { Sessions, type SessionDetails } from '../../../infra/sessions/sessions.js';
import { noticeOwner } from '../../accounts/security-notices.js';
import { SecurityLog } from '../../audit/security-log.js';
import { KnownBrowsers } from './known-browsers.js';

export interface StartUserSessionInput extends SessionDetails {
  userId: number;
  /** How the person proved who it is. */
  by: SessionOrigin | 'registration';
  /** Who the browser was signed in as until now; that session ends. */
  previous?: Actor;
  address: string;
  /** The mark of a browser that signed in before, unchecked. */
  browser?: string;
  /** The hash that the password was checked against; a session is opened only while it is still the account's. */
  passwordHash?: string | null;
  /** The Discord id that was proven; a session is opened only while it is still linked. */
  discordId?: string;
}

export interface StartedSession {
  /** The value of the session's cookie. */
  token: string;
  /** The browser's mark from now on. */
  browser: string;
}

/**
 * Signs somebody in: always a new session, and the one the browser had before is gone (OWN-26). The owner is told of
 * a browser that never signed in before (OWN-366).
 */
@Injectable()
export class StartUserSession {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly browsers: KnownBrowsers,
    private readonly security: SecurityLog,
  ) {}

  /** @throws ShopError INVALID_CREDENTIALS, OAUTH_FAILED when password or link is another one meanwhile */
  async execute(input: StartUserSessionInput): Promise<StartedSession> {
    const { userId, by, previous, address, browser: had, passwordHash, discordId, ...details } = input;
    const { token, ended, browser } = await this.transactions.run(async (tx) => {
      await lockProven(tx, { userId, passwordHash, discordId });
      // Before the new one: it makes the room, so that no other browser is signed out for it.
      if (previous) await this.sessions.closeWithin(previous.sessionId, tx);
      const subject = `user:${userId}`;
      const detail = { by };
      await this.security.write(tx, { actor: subject, action: 'session.open', subject, detail, address });
      const openedBy = by === 'registration' ? 'password' : by;
      const opened = await this.sessions.open({ userId, openedBy, ...details }, tx);
      const remembered = await this.browsers.remember(tx, userId, had);
      const userAgent = details.userAgent ?? null;
      if (remembered.isNew) await noticeOwner(tx, { userId, kind: 'new_browser', userAgent });
      return { ...opened, browser: remembered.mark };
    });
    for (const sessionId of ended) this.sessions.notify(sessionId);
    if (previous) this.sessions.notify(previous.sessionId);
    return { token, browser };
  }
}

/**
 * Locks the account, as strongly as `Sessions.open`: two that share a weaker lock would wait for each other there. A
 * slow sign-in must outlive neither its password nor its link, whose end ended the sessions they opened (OWN-363).
 */
async function lockProven(
  tx: Tx,
  { userId, passwordHash, discordId }: Pick<StartUserSessionInput, 'userId' | 'passwordHash' | 'discordId'>,
): Promise<void> {
  const [now]: { password: string | null; discord: string | null }[] = await tx.query(
    'SELECT password_hash AS password, discord_id AS discord FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  if (passwordHash !== undefined && (passwordHash === null || passwordHash !== now?.password))
    throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
  if (discordId !== undefined && discordId !== now?.discord)
    throw new ShopError('OAUTH_FAILED', 'Signing in with Discord did not work.');
}

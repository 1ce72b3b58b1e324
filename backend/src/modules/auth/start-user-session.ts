import { Injectable } from '@nestjs/common';
import type { Actor, SessionOrigin } from '../../common/access.js';
import { ShopError } from '../../common/problem.js';
import { Transactions, type Tx } from '../../infra/database/transaction.js';
import { Sessions, type SessionDetails } from '../../infra/sessions/sessions.js';
import { noticeOwner } from '../accounts/security-notices.js';
import { SecurityLog } from '../audit/security-log.js';
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
      if (passwordHash !== undefined) await requirePassword(tx, userId, passwordHash);
      if (discordId !== undefined) await requireLink(tx, userId, discordId);
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
    if (previous) await this.sessions.close(previous.sessionId);
    return { token, browser };
  }
}

/** A login that was slow must not outlive the change of the password it was made with. */
async function requirePassword(tx: Tx, userId: number, passwordHash: string | null): Promise<void> {
  // As strong as the lock of `Sessions.open`: two that share a weaker one would wait for each other there.
  const rows: unknown[] = await tx.query(
    'SELECT id FROM users WHERE id = $1 AND password_hash = $2 FOR NO KEY UPDATE',
    [userId, passwordHash],
  );
  if (rows.length === 0) throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
}

/** Nor may a sign-in with Discord outlive the link: whoever takes it away ends the sessions it opened (OWN-363). */
async function requireLink(tx: Tx, userId: number, discordId: string): Promise<void> {
  const rows: unknown[] = await tx.query(
    'SELECT id FROM users WHERE id = $1 AND discord_id = $2 FOR NO KEY UPDATE',
    [userId, discordId],
  );
  if (rows.length === 0) throw new ShopError('OAUTH_FAILED', 'Signing in with Discord did not work.');
}

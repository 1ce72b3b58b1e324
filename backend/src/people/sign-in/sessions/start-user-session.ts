import { Injectable, Inject } from '@nestjs/common';
import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';
import type { AccountIdentity, Actor, SessionOrigin } from '../../../platform/calls/access.js';
import { ShopError } from '../../../platform/shop-error.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import type { SessionDetails } from '../../../platform/sessions/session-rows.js';
import { Sessions } from '../../../platform/sessions/sessions.js';
import { notifyOwner } from '../../accounts/security-notices.js';
import { SecurityLog } from '../../audit/security-log.js';
import { KnownBrowsers } from './known-browsers.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  knownBrowserOf,
  writeKnownBrowserCookie,
  writeSessionCookie,
} from '../../../platform/sessions/session-cookie.js';
import { SETTINGS, type Settings } from '../../../settings.js';

const passwordRow = z.object({
  password: z.string().nullable(),
  discord: z.string().nullable(),
  operator: z.boolean(),
  deleted: z.boolean(),
});

export interface StartUserSessionInput extends SessionDetails {
  userId: number;
  /** How the person proved the identity: by password, Discord, admin code or registration. */
  by: SessionOrigin | 'registration';
  /** The browser's present session, which will be ended. */
  previous?: Actor;
  address: string;
  /** Value of the known-browser cookie, not verified yet. */
  browser?: string;
  /**
   * The hash that the password was verified against. No session is opened if the account's hash has changed since.
   */
  passwordHash?: string | null;
  /** True when the session continues the previous one, which must not have ended meanwhile. */
  isContinuation?: boolean;
  /**
   * The account as it was when Discord or an admin code proved it. No session is opened if another Discord id is
   * linked or the operator's right was revoked since.
   */
  proven?: Partial<AccountIdentity>;
}

interface StartedSession {
  /** Value of the session cookie. */
  token: string;
  /** Value of the known-browser cookie. */
  browser: string;
}

/**
 * Starts a new session and ends the browser's previous one. Notifies the owner if the browser never signed in
 * before.
 */
@Injectable()
export class StartUserSession {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly browsers: KnownBrowsers,
    private readonly security: SecurityLog,
  ) {}

  /**
   * @throws ShopError INVALID_CREDENTIALS, OAUTH_FAILED, ADMIN_CODE_INVALID, UNAUTHENTICATED when password, link, right
   * or session changed meanwhile
   */
  async execute(input: StartUserSessionInput): Promise<StartedSession> {
    const { userId, by, previous, isContinuation, address, browser: presented, ...rest } = input;
    const { passwordHash, proven, ...details } = rest;
    const { token, ended, browser } = await this.transactions.run(async (tx) => {
      await lockAccountAndRecheck(tx, { userId, by, passwordHash, proven });
      if (isContinuation && previous) await this.sessions.requireLiveSession(tx, userId, previous.sessionId);
      const isSameAccount = previous?.userId === userId;
      if (previous && !isSameAccount) await this.sessions.closeSessionWithin(previous.sessionId, tx);
      const subject = `user:${userId}`;
      const detail = { by };
      await this.security.writeEvent(tx, {
        actor: subject,
        action: 'session.open',
        subject,
        detail,
        address,
      });
      const openedBy = by === 'registration' ? 'password' : by;
      const replaces = isSameAccount ? previous?.sessionId : undefined;
      await sql(tx).run('DELETE FROM second_step_offers WHERE session_id = $1', [replaces]);
      const opened = await this.sessions.openSession({ userId, openedBy, replaces, ...details }, tx);
      const remembered = await this.browsers.rememberBrowser(tx, userId, presented);
      const userAgent = details.userAgent ?? null;
      if (remembered.isNew) await notifyOwner(tx, { userId, kind: 'new_browser', userAgent });
      return { ...opened, browser: remembered.browserToken };
    });
    for (const sessionId of ended) this.sessions.announceSessionEnd(sessionId);
    if (previous) this.sessions.announceSessionEnd(previous.sessionId);
    return { token, browser };
  }
}

/**
 * Checks password, Discord link and operator's right again under the lock, because a change of any ends sessions.
 * Uses the lock of `Sessions.openSession`, because a weaker one would deadlock there.
 */
async function lockAccountAndRecheck(
  tx: Tx,
  {
    userId,
    by,
    passwordHash,
    proven = {},
  }: Pick<StartUserSessionInput, 'userId' | 'by' | 'passwordHash' | 'proven'>,
): Promise<void> {
  const now = await sql(tx).first(
    passwordRow,
    `SELECT password_hash AS password, discord_id AS discord, operator_since IS NOT NULL AS operator,
            deleted_at IS NOT NULL AS deleted
       FROM users WHERE id = $1 FOR NO KEY UPDATE`,
    [userId],
  );
  if (now?.deleted) throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
  if (passwordHash !== undefined && (passwordHash === null || passwordHash !== now?.password))
    throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
  const { discordId = now?.discord, isOperator = now?.operator } = proven;
  if (discordId === now?.discord && isOperator === now?.operator) return;
  throw by === 'admin-code'
    ? new ShopError('ADMIN_CODE_INVALID', 'This code is wrong, used or expired.')
    : new ShopError('OAUTH_FAILED', 'Signing in with Discord did not work.');
}

/** Fields of the session's input that are read from the HTTP request. */
type RequestField = 'previous' | 'address' | 'browser' | 'userAgent';

/** Starts a session for the browser that sent a request, and sets its cookies. */
@Injectable()
export class StartBrowserSession {
  constructor(
    private readonly startSession: StartUserSession,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError as StartUserSession says */
  async execute(
    request: FastifyRequest,
    reply: FastifyReply,
    input: Omit<StartUserSessionInput, RequestField>,
  ): Promise<void> {
    const { token, browser } = await this.startSession.execute({
      ...input,
      previous: request.sessionOwner,
      address: request.ip,
      browser: knownBrowserOf(request, this.settings),
      userAgent: request.headers['user-agent'],
    });
    writeSessionCookie(reply, this.settings, token);
    writeKnownBrowserCookie(reply, this.settings, browser);
  }
}

import { Injectable } from '@nestjs/common';
import type { AccountSession } from '@pax/contracts';
import type { Actor } from '../../../platform/calls/access.js';
import { ShopError } from '../../../platform/shop-error.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { Sessions } from '../../../platform/sessions/sessions.js';
import { parseBrowserInfo, notifyOwner } from '../../accounts/security-notices.js';
import { lockUser } from '../../accounts/user-row.js';
import { SecurityLog } from '../../audit/security-log.js';
import type { CallOrigin } from '../../../platform/http/request-context.js';
import { sql } from '../../../platform/database/sql.js';
import { deleteUnusedCodes } from '../admin-code/admin-code.js';

/** Lists and ends the sessions of an account. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly security: SecurityLog,
  ) {}

  /** Lists the live sessions of the account: the caller's own first, then by last use. */
  async listSessions({ userId, sessionId }: Actor): Promise<AccountSession[]> {
    const sessions = await this.sessions.listSessions(userId);
    const own = sessions.filter(({ id }) => id === sessionId);
    const others = sessions.filter(({ id }) => id !== sessionId);
    return [...own, ...others].map(({ id, openedBy, createdAt, lastSeenAt, userAgent }) => ({
      ...parseBrowserInfo(userAgent),
      id,
      openedBy,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: id === sessionId,
    }));
  }

  /**
   * Ends one session of the account; ending a session other than the caller's needs the second step.
   * @throws ShopError NOT_FOUND when the account has no such session, SECOND_STEP_REQUIRED
   */
  async endSession(
    { userId, sessionId: ownId }: Actor,
    sessionId: string,
    { address }: CallOrigin,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      await lockUser(tx, userId);
      if (sessionId !== ownId) await this.sessions.requireOwnerSession({ userId, sessionId: ownId }, tx);
      if (!(await this.sessions.closeSessionOf(userId, sessionId, tx)))
        throw new ShopError('NOT_FOUND', 'There is no such session.');
      const subject = `user:${userId}`;
      await this.security.writeEvent(tx, { actor: subject, action: 'session.end', subject, address });
    });
    this.sessions.announceSessionEnd(sessionId);
  }

  /**
   * Ends all sessions but the caller's, and unused admin codes, and notifies the owner.
   * @returns the number of ended sessions
   * @throws ShopError SECOND_STEP_REQUIRED
   */
  async endOtherSessions({ userId, sessionId }: Actor, { address, userAgent }: CallOrigin): Promise<number> {
    const ended = await this.transactions.run(async (tx) => {
      await lockUser(tx, userId);
      await this.sessions.requireOwnerSession({ userId, sessionId }, tx);
      const count = await this.sessions.closeOtherSessionsOf(userId, sessionId, tx);
      await deleteUnusedCodes(tx, userId);
      if (count === 0) return 0;
      await notifyOwner(tx, { userId, kind: 'sessions_ended', userAgent });
      const subject = `user:${userId}`;
      const detail = { count };
      await this.security.writeEvent(tx, {
        actor: subject,
        action: 'session.end-others',
        subject,
        detail,
        address,
      });
      return count;
    });
    this.sessions.announceAccountEnd(userId, sessionId);
    return ended;
  }
}

/** Deletes all sign-in methods of an account except password and Discord link; its sessions are ended elsewhere. */
export async function deleteSignInMethods(tx: Tx, userId: number): Promise<void> {
  for (const table of ['known_browsers', 'admin_codes', 'oauth_states', 'second_steps'])
    await sql(tx).run(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
}

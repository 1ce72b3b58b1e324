import { Injectable } from '@nestjs/common';
import { DELETION_DAYS } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { lockUser } from '../../people/accounts/lock-user.js';
import { noticeOwner } from '../../people/accounts/security-notices.js';
import { SecurityLog } from '../../people/audit/security-log.js';
import { freshSignInRequired } from '../../people/sign-in/password/owner-proof.js';
import type { CallOrigin } from '../../people/access/call-origin.js';
import { OwnDataQueries } from './own-data.queries.js';

const DAY_MS = 86_400_000;

/** A person asks to delete the own account, or takes that back within seven days. */
@Injectable()
export class AskDeletion {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly queries: OwnDataQueries,
    private readonly security: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Asked again, the first time counts.
   * @throws ShopError FRESH_SIGN_IN_REQUIRED, SECOND_STEP_REQUIRED, DELETION_REFUSED {obstacles}
   */
  async ask({ userId, sessionId }: Actor, { address, userAgent }: CallOrigin): Promise<void> {
    await this.transactions.run(async (tx) => {
      await lockUser(tx, userId);
      await this.sessions.requireLive(tx, userId, sessionId);
      if ((await this.sessions.freshUntil(sessionId, tx)) === null) throw freshSignInRequired();
      await this.sessions.requireOwner({ userId, sessionId }, tx);
      const obstacles = await this.queries.obstacles(tx, userId);
      if (obstacles.length > 0)
        throw new ShopError(
          'DELETION_REFUSED',
          'Something is still open or owed. Please try again when it is done.',
          {
            obstacles,
          },
        );
      const isNew = await sql(tx).exists(
        `INSERT INTO account_deletions (user_id, asked_at, due_at) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING RETURNING user_id`,
        [userId, this.clock.now(), this.clock.in(DELETION_DAYS * DAY_MS)],
      );
      if (!isNew) return;
      await noticeOwner(tx, { userId, kind: 'deletion_asked', userAgent });
      const subject = `user:${userId}`;
      await this.security.write(tx, { actor: subject, action: 'account.delete-asked', subject, address });
    });
  }

  /** Takes back a waiting deletion; without one nothing changes. */
  async takeBack({ userId, sessionId }: Actor, { address, userAgent }: CallOrigin): Promise<void> {
    await this.transactions.run(async (tx) => {
      await lockUser(tx, userId);
      await this.sessions.requireLive(tx, userId, sessionId);
      const count = await sql(tx).affected(
        'DELETE FROM account_deletions WHERE user_id = $1 AND done_at IS NULL',
        [userId],
      );
      if (count === 0) return;
      await noticeOwner(tx, { userId, kind: 'deletion_taken_back', userAgent });
      const subject = `user:${userId}`;
      await this.security.write(tx, {
        actor: subject,
        action: 'account.delete-taken-back',
        subject,
        address,
      });
    });
  }
}

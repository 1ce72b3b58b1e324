import { Injectable, Logger } from '@nestjs/common';
import { DELETION_GRACE_DAYS } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { lockUser } from '../../people/accounts/user-row.js';
import { notifyOwner } from '../../people/accounts/security-notices.js';
import { SecurityLog } from '../../people/audit/security-log.js';
import { freshSignInRequiredError } from '../../people/sign-in/password/owner-proof.js';
import type { CallOrigin } from '../../platform/http/request-context.js';
import { OwnDataQueries } from './own-data.queries.js';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { errorText } from '../../platform/describe-error.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { bonusAccount, creditAccount, pointsAccount } from '../../people/ledger/accounts.js';
import { readBalances, book } from '../../people/ledger/ledger.js';
import { lockReferrals } from '../../people/referrals/referral-locks.js';
import { EraseAccount } from './erase-account.js';
import { EraseRemains } from './erase-remains.js';

const DAY_MS = 86_400_000;

/** Requests the deletion of one's own account, or cancels the request within seven days. */
@Injectable()
export class RequestDeletion {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly queries: OwnDataQueries,
    private readonly security: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Requests the deletion; a repeated request keeps the date of the first.
   * @throws ShopError FRESH_SIGN_IN_REQUIRED, SECOND_STEP_REQUIRED, DELETION_REFUSED {obstacles}
   */
  async requestDeletion({ userId, sessionId }: Actor, { address, userAgent }: CallOrigin): Promise<void> {
    await this.transactions.run(async (tx) => {
      await lockUser(tx, userId);
      await this.sessions.requireLiveSession(tx, userId, sessionId);
      if ((await this.sessions.readFreshnessEnd(sessionId, tx)) === null) throw freshSignInRequiredError();
      await this.sessions.requireOwnerSession({ userId, sessionId }, tx);
      const obstacles = await this.queries.listObstacles(tx, userId);
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
        [userId, this.clock.now(), this.clock.fromNow(DELETION_GRACE_DAYS * DAY_MS)],
      );
      if (!isNew) return;
      await notifyOwner(tx, { userId, kind: 'deletion_asked', userAgent });
      const subject = `user:${userId}`;
      await this.security.writeEvent(tx, {
        actor: subject,
        action: 'account.delete-asked',
        subject,
        address,
      });
    });
  }

  /** Cancels a requested deletion; without a request nothing changes. */
  async cancelDeletion({ userId, sessionId }: Actor, { address, userAgent }: CallOrigin): Promise<void> {
    await this.transactions.run(async (tx) => {
      await lockUser(tx, userId);
      await this.sessions.requireLiveSession(tx, userId, sessionId);
      const count = await sql(tx).affected(
        'DELETE FROM account_deletions WHERE user_id = $1 AND done_at IS NULL',
        [userId],
      );
      if (count === 0) return;
      await notifyOwner(tx, { userId, kind: 'deletion_taken_back', userAgent });
      const subject = `user:${userId}`;
      await this.security.writeEvent(tx, {
        actor: subject,
        action: 'account.delete-taken-back',
        subject,
        address,
      });
    });
  }
}

const EVERY_MS = 300_000;
const FIRST_AFTER_MS = 60_000;
/**
 * Time after which an erased account is erased a second time, ms, because calls in progress may have written
 * data after the first.
 */
const SWEEP_AFTER_MS = 3_600_000;

const dueRow = z.object({ userId: z.number() });
const lockedRow = z.object({ done: z.boolean() });

/** Deletes the accounts whose deletion is due. Open orders or owed money postpone a deletion. */
@Injectable()
export class RunDeletions {
  private readonly logger = new Logger(RunDeletions.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly queries: OwnDataQueries,
    private readonly eraseAccount: EraseAccount,
    private readonly eraseRemains: EraseRemains,
    private readonly departed: FormerIdentities,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'carry-out-deletions', every: EVERY_MS, firstAfter: FIRST_AFTER_MS, role: 'worker' })
  async runDueDeletions(signal: AbortSignal = new AbortController().signal): Promise<void> {
    await this.departed.deleteExpiredIdentities(this.database.manager);
    for (const userId of await this.findDueDeletions()) {
      if (signal.aborted) return;
      // A failed deletion stays due and does not stop the deletions of other accounts.
      await this.deleteWithRemains(userId, signal).catch((error: unknown) =>
        this.logger.error(`Account ${userId} was not deleted; the next run tries again: ${errorText(error)}`),
      );
    }
  }

  /** Erases what an earlier run left, ends the account when that is due, and erases what remains of it. */
  private async deleteWithRemains(userId: number, signal: AbortSignal): Promise<void> {
    await this.eraseRemains.execute(userId, signal);
    await this.deleteAccount(userId);
    await this.eraseRemains.execute(userId, signal);
  }

  private async findDueDeletions(): Promise<number[]> {
    const rows = await sql(this.database).rows(
      dueRow,
      `SELECT user_id AS "userId" FROM account_deletions
        WHERE remains IS NOT NULL
           OR swept_at IS NULL AND due_at <= $1 AND (done_at IS NULL OR done_at <= $2) ORDER BY due_at`,
      [this.clock.now(), this.sweepCutoff()],
    );
    return rows.map(({ userId }) => userId);
  }

  private sweepCutoff(): Date {
    return new Date(this.clock.now().getTime() - SWEEP_AFTER_MS);
  }

  /**
   * Ends an account in one transaction, so that a crash leaves it either whole or ended; the relay goes on meanwhile.
   */
  private async deleteAccount(userId: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      await lockReferrals(tx);
      const user = await lockUser(tx, userId);
      const row = await this.lockDueDeletion(tx, userId);
      if (!row) return;
      if (!row.done && (await this.queries.listObstacles(tx, userId)).length > 0) return;
      await this.eraseAccount.execute(tx, user);
      // Calls that were in progress at the first deletion may have booked balances since.
      await writeOffBalances(tx, userId, row.done ? 'swept' : 'done');
      if (row.done) return this.setDeletionTimestamp(tx, userId, 'swept_at');
      await this.setDeletionTimestamp(tx, userId, 'done_at');
      await writeAuditRow(tx, { actor: 'shop', action: 'account.delete', subject: `user:${userId}` });
    });
    this.sessions.announceAccountEnd(userId);
  }

  /**
   * Locks the row of a due deletion. Another process may have run the deletion meanwhile, or the owner
   * cancelled it.
   */
  private lockDueDeletion(tx: Tx, userId: number): Promise<z.infer<typeof lockedRow> | undefined> {
    return sql(tx).first(
      lockedRow,
      `SELECT done_at IS NOT NULL AS done FROM account_deletions
        WHERE user_id = $1 AND remains IS NULL AND swept_at IS NULL AND due_at <= $2
          AND (done_at IS NULL OR done_at <= $3) FOR UPDATE`,
      [userId, this.clock.now(), this.sweepCutoff()],
    );
  }

  private async setDeletionTimestamp(tx: Tx, userId: number, column: 'done_at' | 'swept_at'): Promise<void> {
    await sql(tx).run(`UPDATE account_deletions SET ${column} = $2 WHERE user_id = $1`, [
      userId,
      this.clock.now(),
    ]);
  }
}

/** Writes off the deleted account's credit, bonus and points, which nobody can spend any more. */
async function writeOffBalances(tx: Tx, userId: number, pass: 'done' | 'swept'): Promise<void> {
  const balances = await readBalances(tx, [
    creditAccount(userId),
    bonusAccount(userId),
    pointsAccount(userId),
  ]);
  const lines = [...balances].flatMap(([account, balance]) =>
    balance > 0 ? [{ account, delta: -balance }] : [],
  );
  if (lines.length === 0) return;
  const idempotencyKey = `delete-account:${userId}${pass === 'done' ? '' : ':swept'}`;
  const entry = { idempotencyKey, reason: 'account deleted', actor: 'shop' };
  await book(tx, entry, lines);
}

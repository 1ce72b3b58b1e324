import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { errorText } from '../../platform/error-text.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { pauseRelay } from '../../platform/outbox/empty-messages.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { DepartedPeople } from '../../people/accounts/departed-people.js';
import { lockUser } from '../../people/accounts/lock-user.js';
import { audit } from '../../people/audit/audit.js';
import { bonus, credit, points } from '../../people/ledger/accounts.js';
import { balancesOf, book } from '../../people/ledger/ledger.js';
import { lockReferrals } from '../../people/referrals/referral-locks.js';
import { EmptyEverything } from './empty-everything.js';
import { OwnDataQueries } from './own-data.queries.js';

const EVERY_MS = 300_000;
const FIRST_AFTER_MS = 60_000;
/** An emptied account is emptied once more, of what calls under way had still written. */
const SWEPT_AFTER_MS = 3_600_000;

const dueRow = z.object({ userId: z.number() });
const lockedRow = z.object({ done: z.boolean() });

/** Carries out the deletions that are due; what is open or owed by then puts one off. */
@Injectable()
export class CarryOutDeletions {
  private readonly logger = new Logger(CarryOutDeletions.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly queries: OwnDataQueries,
    private readonly everything: EmptyEverything,
    private readonly departed: DepartedPeople,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'carry-out-deletions', every: EVERY_MS, firstAfter: FIRST_AFTER_MS, role: 'worker' })
  async run(signal: AbortSignal = new AbortController().signal): Promise<void> {
    await this.departed.forgetRested(this.database.manager);
    for (const userId of await this.due()) {
      if (signal.aborted) return;
      // One that fails stays due, and holds up no other.
      await this.carryOut(userId).catch((error: unknown) =>
        this.logger.error(`Account ${userId} was not deleted; the next run tries again: ${errorText(error)}`),
      );
    }
  }

  private async due(): Promise<number[]> {
    const rows = await sql(this.database).rows(
      dueRow,
      `SELECT user_id AS "userId" FROM account_deletions
        WHERE swept_at IS NULL AND due_at <= $1 AND (done_at IS NULL OR done_at <= $2) ORDER BY due_at`,
      [this.clock.now(), this.sweptBefore()],
    );
    return rows.map(({ userId }) => userId);
  }

  private sweptBefore(): Date {
    return new Date(this.clock.now().getTime() - SWEPT_AFTER_MS);
  }

  /** In one transaction, so that a crash leaves an account whole or empties all of it. */
  private async carryOut(userId: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      await pauseRelay(tx);
      await lockReferrals(tx);
      const user = await lockUser(tx, userId);
      const row = await this.lockDue(tx, userId);
      if (!row) return;
      if (!row.done && (await this.queries.obstacles(tx, userId)).length > 0) return;
      await this.everything.execute(tx, user);
      // Calls under way may have booked something since the first time.
      await bookOut(tx, userId, row.done ? 'swept' : 'done');
      if (row.done) return this.mark(tx, userId, 'swept_at');
      await this.mark(tx, userId, 'done_at');
      await audit(tx, { actor: 'shop', action: 'account.delete', subject: `user:${userId}` });
    });
    this.sessions.announceEnd(userId);
  }

  /** Another process may have carried it out, or its owner may have taken it back. */
  private lockDue(tx: Tx, userId: number): Promise<z.infer<typeof lockedRow> | undefined> {
    return sql(tx).first(
      lockedRow,
      `SELECT done_at IS NOT NULL AS done FROM account_deletions
        WHERE user_id = $1 AND swept_at IS NULL AND due_at <= $2 AND (done_at IS NULL OR done_at <= $3) FOR UPDATE`,
      [userId, this.clock.now(), this.sweptBefore()],
    );
  }

  private async mark(tx: Tx, userId: number, column: 'done_at' | 'swept_at'): Promise<void> {
    await sql(tx).run(`UPDATE account_deletions SET ${column} = $2 WHERE user_id = $1`, [
      userId,
      this.clock.now(),
    ]);
  }
}

/** Books out the credit, bonus and points that remain; nobody can spend them any more. */
async function bookOut(tx: Tx, userId: number, pass: 'done' | 'swept'): Promise<void> {
  const balances = await balancesOf(tx, [credit(userId), bonus(userId), points(userId)]);
  const lines = [...balances].flatMap(([account, balance]) =>
    balance > 0 ? [{ account, delta: -balance }] : [],
  );
  if (lines.length === 0) return;
  const idempotencyKey = `delete-account:${userId}${pass === 'done' ? '' : ':swept'}`;
  const entry = { idempotencyKey, reason: 'account deleted', actor: 'shop' };
  await book(tx, entry, lines);
}

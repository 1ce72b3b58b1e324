import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { deletionObstacle, type DeletionObstacle, type OwnDataAnswer } from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Actor } from '../../platform/calls/access.js';
import { sql } from '../../platform/database/sql.js';
import { hasWaitingActSql } from '../../platform/outbox/undoable-acts.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';

const obstacleRow = z.object({ obstacle: deletionObstacle });
const deletionRow = z.object({ askedAt: z.date(), dueAt: z.date() });

const OBSTACLES = `
  SELECT 'open_checkout' AS obstacle WHERE EXISTS (
    SELECT FROM checkouts WHERE user_id = $1 AND state IN ('open', 'confirming'))
  UNION ALL SELECT 'open_order' WHERE EXISTS (
    SELECT FROM orders WHERE user_id = $1
       AND (status IN ('pending', 'processing') OR ${hasWaitingActSql(`'order:' || orders.id`)}))
  UNION ALL SELECT 'open_refund' WHERE EXISTS (
    SELECT FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN checkouts c ON c.id = p.checkout_id
     WHERE c.user_id = $1 AND r.state <> 'done')
  UNION ALL SELECT 'open_dispute' WHERE EXISTS (
    SELECT FROM disputes d JOIN payments p ON p.id = d.payment_id JOIN checkouts c ON c.id = p.checkout_id
     WHERE c.user_id = $1 AND d.state = 'open')
    OR EXISTS (SELECT FROM users WHERE id = $1 AND purchases_suspended AND blocked_at IS NULL)
  UNION ALL SELECT 'negative_balance' WHERE EXISTS (
    SELECT FROM ledger_balances
     WHERE account IN ('credit:' || $1::int, 'bonus:' || $1::int, 'points:' || $1::int) AND balance < 0)`;

/** Reads which requests about their own data a person may make now. */
@Injectable()
export class OwnDataQueries {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly sessions: Sessions,
  ) {}

  /** Reads the state of export and deletion that the account page shows. */
  async readOwnDataState({ userId, sessionId }: Actor): Promise<OwnDataAnswer> {
    const { manager } = this.database;
    const user = await this.accounts.findById(userId);
    const fresh = await this.sessions.readFreshnessEnd(sessionId);
    const deletion = await sql(manager).first(
      deletionRow,
      'SELECT asked_at AS "askedAt", due_at AS "dueAt" FROM account_deletions WHERE user_id = $1 AND done_at IS NULL',
      [userId],
    );
    return {
      hasPassword: typeof user?.passwordHash === 'string',
      provenUntil: fresh?.toISOString() ?? null,
      deletion: deletion
        ? { askedAt: deletion.askedAt.toISOString(), dueAt: deletion.dueAt.toISOString() }
        : null,
      obstacles: await this.listObstacles(manager, userId),
    };
  }

  /**
   * Lists everything that prevents a deletion: open orders, owed money. A caller that acts on the list must
   * hold the account's lock.
   */
  async listObstacles(manager: EntityManager, userId: number): Promise<DeletionObstacle[]> {
    const rows = await sql(manager).rows(obstacleRow, OBSTACLES, [userId]);
    return rows.map(({ obstacle }) => obstacle);
  }
}

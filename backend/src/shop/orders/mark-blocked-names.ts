import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { gameNameKey } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { InheritedBlocks } from '../../people/accounts/inherited-blocks.js';
import { lockUser } from '../../people/accounts/user-row.js';

const EVERY_MS = 5_000;
const namedRow = z.object({ id: z.number(), name: z.string() });
const nameRow = z.object({ name: z.string() });
const changedRow = z.object({ id: z.number(), version: z.number() });

/**
 * Blocks accounts that now have a Discord id of a blocked account, and marks unfinished orders for game names that
 * blocked accounts paid for. A name only causes a mark, because anybody may order for it.
 */
@Injectable()
export class MarkBlockedNames {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly former: InheritedBlocks,
  ) {}

  @Periodic({ name: 'blocked-names', every: EVERY_MS, role: 'worker' })
  async markDueAccounts(): Promise<void> {
    for (const { id, blockedAt } of await this.departed.findAccountsWithChangedBlock(this.database.manager)) {
      // Blocks before marking, because the mark completes the job for this account.
      if (blockedAt) await this.former.blockSuccessors(id);
      await this.transactions.run((tx) => this.markAccount(tx, id, blockedAt));
    }
  }

  private async markAccount(tx: Tx, userId: number, seen: Date | null): Promise<void> {
    const { blockedAt } = await lockUser(tx, userId);
    // Leaves the account due if its block changed meanwhile.
    if (blockedAt?.getTime() !== seen?.getTime()) return;
    const isBlocked = blockedAt !== null;
    const names = await findOrderedNames(tx, userId);
    await this.departed.syncOrderedNames(tx, userId, names, isBlocked);
    const keys = new Set(names.map(gameNameKey));
    const isAffected = async ({ name }: z.infer<typeof namedRow>): Promise<boolean> =>
      keys.has(gameNameKey(name)) && (await this.departed.isNameOfBlocked(tx, name)) === isBlocked;
    const checkouts = await filterIds(await findUnfinishedCheckouts(tx, !isBlocked), isAffected);
    await sql(tx).run(
      `UPDATE checkouts SET blocked_name = $2
        WHERE id IN (SELECT id FROM checkouts WHERE id = ANY($1) ORDER BY id FOR UPDATE)`,
      [checkouts, isBlocked],
    );
    const orders = await filterIds(await findUnfinishedOrders(tx, !isBlocked), isAffected);
    const changed = await sql(tx).rows(
      changedRow,
      `UPDATE orders SET blocked_name = $2, version = version + 1
        WHERE id IN (SELECT id FROM orders WHERE id = ANY($1) ORDER BY id FOR UPDATE) RETURNING id, version`,
      [orders, isBlocked],
    );
    for (const { id, version } of changed)
      appendEvent(tx, { type: 'order.updated', aggregate: 'order', aggregateId: String(id), version });
  }
}

async function filterIds<T extends { id: number }>(
  rows: readonly T[],
  isMeant: (row: T) => Promise<boolean>,
): Promise<number[]> {
  const ids: number[] = [];
  for (const row of rows) if (await isMeant(row)) ids.push(row.id);
  return ids;
}

/**
 * Finds the game names of an account's checkouts that cost it money or were delivered: others cost nothing, so
 * that anybody could have strangers' orders marked.
 */
async function findOrderedNames(tx: Tx, userId: number): Promise<string[]> {
  const rows = await sql(tx).rows(
    nameRow,
    `SELECT DISTINCT game_name AS name FROM checkouts c
      WHERE user_id = $1 AND paid_at IS NOT NULL AND (total_cents > 0 OR credit_cents > 0
        OR EXISTS (SELECT FROM orders o WHERE o.checkout_id = c.id AND o.completed_at IS NOT NULL))`,
    [userId],
  );
  return rows.map(({ name }) => name);
}

function findUnfinishedCheckouts(tx: Tx, isMarked: boolean): Promise<z.infer<typeof namedRow>[]> {
  return sql(tx).rows(
    namedRow,
    `SELECT id, game_name AS name FROM checkouts
      WHERE state IN ('open', 'confirming') AND blocked_name = $1 ORDER BY id`,
    [isMarked],
  );
}

function findUnfinishedOrders(tx: Tx, isMarked: boolean): Promise<z.infer<typeof namedRow>[]> {
  return sql(tx).rows(
    namedRow,
    `SELECT id, minecraft_name AS name FROM orders
      WHERE status IN ('pending', 'processing') AND minecraft_name IS NOT NULL AND blocked_name = $1 ORDER BY id`,
    [isMarked],
  );
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Transactions, type Tx } from '../../infra/database/transaction.js';
import { Sessions } from '../../infra/sessions/sessions.js';
import { auditNumbered } from '../audit/audit.js';
import { sql } from '../../infra/database/sql.js';
import { lockUser, saveUser } from './lock-user.js';

export interface BlockUserInput {
  userId: number;
  /** Why, in the shop's own words. */
  reason: string;
  /** Who blocks, as audit rows name it. */
  actor: string;
}

/** Blocks an account and ends all its sessions (OWN-17, OWN-18). The checkout sweeper cancels its open checkouts. */
@Injectable()
export class BlockUser {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  /** @returns whether the account was not blocked before. @throws ShopError NOT_FOUND */
  async execute(input: BlockUserInput): Promise<boolean> {
    const isNew = await this.transactions.run((tx) => this.blockIn(tx, input));
    this.sessions.announceEnd(input.userId);
    return isNew;
  }

  /** Blocks within the caller's transaction, which locks no other user before a smaller id. */
  async blockIn(tx: Tx, { userId, reason, actor }: BlockUserInput): Promise<boolean> {
    const user = await lockUser(tx, userId);
    if (user.blockedAt !== null) return false;
    user.blockedAt = this.clock.now();
    user.blockReason = reason;
    await saveUser(tx, user, 'user.blocked');
    await this.sessions.closeAllOf(userId, tx);
    const auditId = await auditNumbered(tx, { actor, action: 'user.block', subject: `user:${userId}` });
    const statement = 'INSERT INTO block_reasons (audit_id, user_id, text) VALUES ($1, $2, $3)';
    await sql(tx).run(statement, [auditId, userId, reason]);
    return true;
  }
}

const reasonRow = z.object({ auditId: z.number(), text: z.string() });

/** Why accounts were blocked, by the audit rows that say so; a deleted account's is emptied. */
export async function blockReasons(
  manager: EntityManager,
  auditIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql(manager).rows(
    reasonRow,
    'SELECT audit_id AS "auditId", text FROM block_reasons WHERE audit_id = ANY($1)',
    [auditIds],
  );
  return new Map(rows.map(({ auditId, text }) => [auditId, text]));
}

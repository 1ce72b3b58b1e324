import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { writeAuditRowWithId, isAuditedAfter } from '../audit/audit.js';
import { RoleSource, type AccountStanding } from '../rights/role-source.js';
import { FormerIdentities } from './former-identities.js';
import { lockUser, saveUser } from './user-row.js';

export interface BlockUserInput {
  userId: number;
  /** The reason for the block, in the shop's own words. */
  reason: string;
  /** The person or program that blocks, as audit rows name it. */
  actor: string;
}

/** Reason for blocking an account whose Discord account belonged to a blocked account before. */
export const BLOCKED_BEFORE = 'A former account of this Discord account was blocked.';

/** Standings of people whose accounts the shop may not block: all but customers. */
export type UnblockableStanding = Exclude<AccountStanding, 'customer'>;

/**
 * Blocks an account, ends its sessions, and blocks its successors: customers who now have a Discord id that
 * the account unlinked. The checkout sweeper cancels their open checkouts.
 */
@Injectable()
export class BlockUser {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly departed: FormerIdentities,
    private readonly roles: RoleSource,
  ) {}

  /**
   * Blocks the account before asking Discord about successors; a job blocks successors that a crash left out.
   * @param isDue condition checked within the transaction
   * @returns false if the account was blocked before
   * @throws ShopError NOT_FOUND
   */
  async execute(
    input: BlockUserInput,
    isDue: (tx: Tx) => Promise<boolean> = async () => true,
  ): Promise<boolean> {
    const isNew = await this.transactions.run(
      async (tx) => (await isDue(tx)) && this.blockUserInTransaction(tx, input),
    );
    if (isNew) await this.endConnectionsAndBlockSuccessors(input.userId);
    return isNew;
  }

  /**
   * Ends the connections of a blocked account and blocks its successors.
   * @returns the successors that stay unblocked, because they are staff or Discord does not say
   */
  async endConnectionsAndBlockSuccessors(userId: number): Promise<Map<number, UnblockableStanding>> {
    // Ends sessions before asking Discord, which may answer slowly.
    this.sessions.announceAccountEnd(userId);
    const standings = await this.readSuccessorStandings(userId);
    const { blocked, left } = await this.transactions.run((tx) =>
      this.blockSuccessors(tx, userId, standings),
    );
    for (const id of blocked) this.sessions.announceAccountEnd(id);
    return left;
  }

  /**
   * Finds the accounts that now have the Discord ids of a blocked account, and the successors of customers among
   * them. Call before the transaction, because Discord is asked.
   */
  private async readSuccessorStandings(userId: number): Promise<Map<number, AccountStanding>> {
    const found = new Map<number, AccountStanding>();
    const blocked = [userId];
    for (const id of blocked) {
      const successors = await this.departed.findSuccessors(this.database.manager, id);
      const fresh = successors.filter((one) => one.id !== userId && !found.has(one.id));
      // Asks Discord about all accounts at once, so that slow answers delay the block only once.
      const standings = await Promise.all(fresh.map((one) => this.roles.readStanding(one)));
      for (const [index, { id: successorId }] of fresh.entries()) {
        const standing = standings[index] ?? 'unknown';
        found.set(successorId, standing);
        if (standing === 'customer') blocked.push(successorId);
      }
    }
    return found;
  }

  /**
   * Blocks the customers among the successors.
   * @param standings Discord standings of all successors
   * @returns the blocked accounts, and those left unblocked because they are staff or Discord does not say
   */
  private async blockSuccessors(
    tx: Tx,
    userId: number,
    standings: ReadonlyMap<number, AccountStanding>,
  ): Promise<{ blocked: number[]; left: Map<number, UnblockableStanding> }> {
    const blocked: number[] = [];
    const left = new Map<number, UnblockableStanding>();
    const customers = [...standings].flatMap(([id, standing]) => (standing === 'customer' ? id : []));
    // Locks accounts in the order of their ids, as every use case does, to prevent deadlocks.
    for (const id of [userId, ...customers].toSorted((a, b) => a - b)) await lockUser(tx, id);
    if ((await lockUser(tx, userId)).blockedAt === null) return { blocked, left };
    const followed = [userId];
    for (const id of followed)
      // Reads the successors again under the lock, because an account may have unlinked its Discord id
      // meanwhile.
      for (const next of await this.departed.findSuccessors(tx, id)) {
        const standing = standings.get(next.id);
        if (standing === undefined || (await wasUnblockedSince(tx, next.id, id))) continue;
        if (standing !== 'customer') left.set(next.id, standing);
        else if (
          await this.blockUserInTransaction(tx, { userId: next.id, reason: BLOCKED_BEFORE, actor: 'shop' })
        ) {
          blocked.push(next.id);
          followed.push(next.id);
        }
      }
    return { blocked, left };
  }

  /**
   * Blocks one account within the caller's transaction. The caller may not lock an account with a smaller id
   * later, to prevent deadlocks.
   */
  async blockUserInTransaction(tx: Tx, { userId, reason, actor }: BlockUserInput): Promise<boolean> {
    const user = await lockUser(tx, userId);
    if (user.blockedAt !== null) return false;
    user.blockedAt = this.clock.now();
    user.blockReason = reason;
    // Makes the job `blocked-names` store the account's names again, even if it never saw that the account
    // was unblocked.
    user.namesKept = false;
    await saveUser(tx, user, 'user.blocked');
    await this.sessions.closeAllSessionsOf(userId, tx);
    const auditId = await writeAuditRowWithId(tx, { actor, action: 'user.block', subject: `user:${userId}` });
    const statement = 'INSERT INTO block_reasons (audit_id, user_id, text) VALUES ($1, $2, $3)';
    await sql(tx).run(statement, [auditId, userId, reason]);
    return true;
  }
}

/**
 * Tells whether staff unblocked the account after the former account was blocked, and so decided in its
 * favour.
 */
export function wasUnblockedSince(
  manager: EntityManager,
  userId: number,
  blockedId: number,
): Promise<boolean> {
  const unblock = { action: 'user.unblock', subject: `user:${userId}` } as const;
  return isAuditedAfter(manager, unblock, { action: 'user.block', subject: `user:${blockedId}` });
}

const reasonRow = z.object({ auditId: z.number(), text: z.string() });

/** Reads the reasons of blocks by the ids of their audit rows; reasons of deleted accounts are gone. */
export async function readBlockReasons(
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

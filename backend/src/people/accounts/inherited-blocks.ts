import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Role } from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import { idRow, sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { findLatestActor } from '../audit/audit.js';
import { RoleSource } from '../rights/role-source.js';
import { BLOCKED_BEFORE, BlockUser, type UnblockableStanding, wasUnblockedSince } from './block-user.js';
import { FormerIdentities } from './former-identities.js';
import { lockUser } from './user-row.js';
import { updateOwedSecondStep } from './owed-second-step.js';
import type { User } from './user.entity.js';

/** A Discord id that an account gets, and whether the block of a former account of that id applies. */
export interface AssignedDiscordId {
  discordId: string;
  block: 'none' | 'goes-on' | 'told';
  setBy: BlockOrigin;
}

/** The person of a Discord id, and the account that gets the id unless a new one is created. */
interface DiscordIdTaker {
  discordId: string;
  isOperator: boolean;
  userId?: number;
}

/** The kind of actor that set the strictest block among the accounts that had a Discord id before. */
type BlockOrigin = 'admin' | 'shop' | undefined;

const TRIES = 4;

/** The block of a former account changed after its effect was decided. */
class BlockChangedError extends Error {}

/**
 * Passes a block and the duty of a second step on to the next account of a Discord id. Blocks by admins apply
 * to everybody, blocks by the shop only to customers.
 */
@Injectable()
export class InheritedBlocks {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly roles: RoleSource,
    private readonly blockUser: BlockUser,
  ) {}

  /**
   * Tells whether the block of a former account applies to a person without an account.
   * @param role the person's role at Discord
   */
  async isPersonBlocked(discordId: string, role: Role): Promise<boolean> {
    const setBy = await this.findBlockOrigin(this.database.manager, discordId);
    return setBy === 'admin' || (setBy === 'shop' && role === 'customer');
  }

  /**
   * Runs the transaction in which an account gets a Discord id; runs again if a former account was blocked
   * meanwhile. `work` must call `inheritFromFormerAccounts`.
   * @throws ShopError UNAVAILABLE while Discord does not say whether a person whom a block would reach is
   * staff
   */
  async assignDiscordId<T>(
    taker: DiscordIdTaker,
    work: (tx: Tx, taken: AssignedDiscordId) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      // Decides about the block before the transaction, because Discord may be asked.
      const taken = await this.decideInheritedBlock(taker);
      try {
        return await this.transactions.run((tx) => work(tx, taken));
      } catch (error) {
        if (attempt >= TRIES || !(error instanceof BlockChangedError)) throw error;
      }
    }
  }

  private async decideInheritedBlock({
    discordId,
    isOperator,
    userId,
  }: DiscordIdTaker): Promise<AssignedDiscordId> {
    const setBy = await this.findBlockOrigin(this.database.manager, discordId, userId);
    if (setBy !== 'shop') return { discordId, setBy, block: setBy === 'admin' ? 'goes-on' : 'none' };
    const standing = await this.roles.readStanding({ discordId, isOperator });
    if (standing === 'unknown')
      throw new ShopError('UNAVAILABLE', 'Discord does not answer, so this can not be checked now.');
    return { discordId, setBy, block: standing === 'customer' ? 'goes-on' : 'told' };
  }

  /** Locks the account that gets a Discord id, and the accounts that had the id before. */
  async lockWithFormerAccounts(tx: Tx, discordId: string, userId: number): Promise<User> {
    const former = await this.departed.findFormerAccountIds(tx, discordId);
    // Locks accounts in the order of their ids, as every use case does, to prevent deadlocks.
    for (const id of [...former, userId].toSorted((a, b) => a - b)) await lockUser(tx, id);
    return lockUser(tx, userId);
  }

  /**
   * Applies the block and the second step of former accounts of a Discord id to the account that just got it.
   * Call within `assignDiscordId`.
   * @param user locked or new
   * @returns the changed account
   */
  async inheritFromFormerAccounts(
    tx: Tx,
    user: User,
    { discordId, block, setBy }: AssignedDiscordId,
  ): Promise<User> {
    await this.departed.recordNewOwner(tx, user.id, discordId);
    // Locks the former accounts, so that a block of one of them waits for this transaction and then finds the
    // new account.
    await this.lockWithFormerAccounts(tx, discordId, user.id);
    if ((await this.findBlockOrigin(tx, discordId, user.id)) !== setBy) throw new BlockChangedError();
    await updateOwedSecondStep(tx, this.departed, user);
    if (block === 'told') alertUnblockedSuccessor(tx, user.id, 'staff');
    if (block !== 'goes-on') return user;
    await this.blockUser.blockUserInTransaction(tx, {
      userId: user.id,
      reason: BLOCKED_BEFORE,
      actor: 'shop',
    });
    return lockUser(tx, user.id);
  }

  /**
   * Blocks the customers who now have a Discord id of a blocked account, and alerts about other holders: staff, and
   * people of whom Discord does not say whether they are.
   */
  async blockSuccessors(blockedId: number): Promise<void> {
    const left = await this.blockUser.endConnectionsAndBlockSuccessors(blockedId);
    for (const [userId, standing] of left)
      await this.transactions.run((tx) => alertUnblockedSuccessor(tx, userId, standing));
  }

  /**
   * Finds who set the strictest block among the accounts that had this Discord id before.
   * @param takerId as in `DiscordIdTaker`
   */
  private async findBlockOrigin(
    manager: EntityManager,
    discordId: string,
    takerId?: number,
  ): Promise<BlockOrigin> {
    const blocked = await sql(manager).rows(
      idRow,
      `SELECT DISTINCT u.id FROM departed_identities d JOIN users u ON u.id = d.user_id
        WHERE d.kind = 'discord' AND d.hash = ANY($1) AND u.blocked_at IS NOT NULL`,
      [this.departed.listIdentityHashes('discord', discordId)],
    );
    let setBy: BlockOrigin;
    for (const { id } of blocked) {
      if (takerId !== undefined && (await wasUnblockedSince(manager, takerId, id))) continue;
      if ((await findLatestActor(manager, { action: 'user.block', subject: `user:${id}` })) !== 'shop')
        return 'admin';
      setBy = 'shop';
    }
    return setBy;
  }
}

const UNBLOCKED_REASONS: Record<UnblockableStanding, string> = {
  staff: "The account that has it now is an admin's, an operator's or staff's, so it is not blocked",
  unknown:
    "Discord does not say whether the account that has it now is staff's, so it is not blocked; block it in the panel if it is a customer's",
};

function alertUnblockedSuccessor(tx: Tx, userId: number, standing: UnblockableStanding): void {
  raiseAlert(tx, {
    kind: 'security',
    title: 'A former account of a Discord account is blocked',
    detail: `${UNBLOCKED_REASONS[standing]} · user:${userId}`,
  });
}

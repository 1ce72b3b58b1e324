import { Injectable } from '@nestjs/common';
import {
  parseDecimalToCents,
  type AdminUser,
  type StoreCreditRequest,
  getTierForSpending,
  type SetTierRequest,
} from '@pax/contracts';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions } from '../../platform/database/transaction.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { creditAccount, creditHeldAccount } from '../../people/ledger/accounts.js';
import { setOnHand } from '../../people/ledger/set-on-hand.js';
import { UsersQueries } from './users.queries.js';
import { lockUser, saveUser } from '../../people/accounts/user-row.js';
import { hasOpenDispute } from '../../shop/payments/open-disputes.js';

/** Sets an account's free store credit to the amount an admin chose; the ledger books the difference. */
@Injectable()
export class SetStoreCredit {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersQueries,
  ) {}

  /** @throws ShopError NOT_FOUND; STALE with the account as it is now */
  execute(actor: Actor, userId: number, { amount, version }: StoreCreditRequest): Promise<AdminUser> {
    return this.transactions.run(async (tx) => {
      await this.users.readUser(userId, tx);
      const by = actorName(actor);
      try {
        await setOnHand(tx, {
          free: creditAccount(userId),
          held: creditHeldAccount(userId),
          target: parseDecimalToCents(amount),
          isTargetFree: true,
          version,
          actor: by,
          reason: 'credit set',
        });
      } catch (error) {
        if (!(error instanceof ShopError) || error.code !== 'STALE') throw error;
        throw new ShopError('STALE', error.message, { current: await this.users.readUser(userId, tx) });
      }
      await writeAuditRow(tx, {
        actor: by,
        action: 'credit.set',
        subject: `user:${userId}`,
        detail: { amount },
      });
      return this.users.readUser(userId, tx);
    });
  }
}

/** Sets the lowest tier an account can have, as an admin chose, even if refunds reduce its spending. */
@Injectable()
export class SetTier {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersQueries,
  ) {}

  /** @throws ShopError NOT_FOUND; STALE with the account as it is now */
  execute(actor: Actor, userId: number, { tier, version }: SetTierRequest): Promise<AdminUser> {
    return this.transactions.run(async (tx) => {
      const user = await lockUser(tx, userId);
      const current = await this.users.readUser(userId, tx);
      if (version !== undefined && version !== current.version)
        throw new ShopError('STALE', 'This account was changed in the meantime.', { current });
      if (tier === user.tierFloor) return current;
      const before = user.tierFloor;
      user.tierFloor = tier;
      user.tier = getTierForSpending(user.totalSpentCents, tier);
      await saveUser(tx, user);
      const detail = { tier, before };
      await writeAuditRow(tx, {
        actor: actorName(actor),
        action: 'user.tier',
        subject: `user:${userId}`,
        detail,
      });
      return this.users.readUser(userId, tx);
    });
  }
}

/** Lifts an account's block, and with it the suspension after a lost dispute. */
@Injectable()
export class UnblockUser {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Lifts the block. Sessions opened while blocked get their rights back; an open dispute still prevents
   * purchases.
   * @throws ShopError NOT_FOUND
   */
  async execute({ userId, actor }: { userId: number; actor: string }): Promise<void> {
    await this.transactions.run(async (tx) => {
      const user = await lockUser(tx, userId);
      const wasBlocked = user.blockedAt !== null;
      const staysSuspended = user.purchasesSuspended && (await hasOpenDispute(tx, userId));
      if (!wasBlocked && user.purchasesSuspended === staysSuspended && !user.lossUndecided) return;
      // Makes the job `blocked-names` release the names kept for this block or an earlier one, even if the job has
      // not seen this block yet.
      if (wasBlocked) user.namesKept = true;
      const unblocked = { blockedAt: null, blockReason: null, purchasesSuspended: staysSuspended };
      Object.assign(user, unblocked, { lossUndecided: false });
      await saveUser(tx, user, wasBlocked ? 'user.unblocked' : 'user.updated');
      await writeAuditRow(tx, { actor, action: 'user.unblock', subject: `user:${userId}` });
    });
  }
}

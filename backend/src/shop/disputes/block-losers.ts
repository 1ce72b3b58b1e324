import { Injectable } from '@nestjs/common';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { BlockUser } from '../../people/accounts/block-user.js';
import { lockUser, saveUser } from '../../people/accounts/user-row.js';
import type { User } from '../../people/accounts/user.entity.js';
import { RoleSource } from '../../people/rights/role-source.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { liftBuyerSuspension } from './disputed-purchase.js';

const EVERY_MS = 10 * 60_000;
const FIRST_AFTER_MS = 3 * 60_000;

/**
 * Decides about accounts that lost a dispute while Discord did not say whether they are staff: blocks customers,
 * and lets staff buy again.
 */
@Injectable()
export class BlockLosers {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
    private readonly roles: RoleSource,
    private readonly blockUser: BlockUser,
  ) {}

  @Periodic({ name: 'block-losers', every: EVERY_MS, firstAfter: FIRST_AFTER_MS, role: 'worker' })
  async blockUndecided(): Promise<void> {
    for (const identity of await this.accounts.listUndecidedLosers()) {
      const userId = identity.id;
      const standing = await this.roles.readStanding(identity);
      if (standing === 'unknown') continue;
      const isDecisionDue = async (tx: Tx) => (await endUndecidedLoss(tx, userId)) !== undefined;
      if (standing === 'customer')
        await this.blockUser.execute({ userId, reason: 'dispute lost', actor: 'shop' }, isDecisionDue);
      else
        await this.transactions.run(async (tx) => {
          const user = await endUndecidedLoss(tx, userId);
          if (user) await liftBuyerSuspension(tx, user);
        });
    }
  }
}

/** Marks the decision about a lost dispute as made, and locks the account; undefined if staff decided meanwhile. */
async function endUndecidedLoss(tx: Tx, userId: number): Promise<User | undefined> {
  const user = await lockUser(tx, userId);
  if (!user.lossUndecided || user.blockedAt !== null) return undefined;
  await saveUser(tx, Object.assign(user, { lossUndecided: false }));
  return user;
}

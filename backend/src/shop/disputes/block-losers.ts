import { Injectable } from '@nestjs/common';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { BlockUser } from '../../people/accounts/block-user.js';
import { lockUser, saveUser } from '../../people/accounts/user-row.js';
import type { User } from '../../people/accounts/user.entity.js';
import { RoleSource } from '../../people/rights/role-source.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { hasOpenDispute } from '../payments/open-disputes.js';

const EVERY_MS = 10 * 60_000;
const FIRST_AFTER_MS = 3 * 60_000;

/**
 * Decides on accounts that lost a dispute while Discord did not say whose they are: blocks customers, and lets staff
 * buy again.
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
    for (const identity of await this.accounts.listSuspended()) {
      const userId = identity.id;
      if (!(await this.transactions.run((tx) => lockUndecided(tx, userId)))) continue;
      const standing = await this.roles.standingOf(identity);
      const isDue = async (tx: Tx): Promise<boolean> => (await lockUndecided(tx, userId)) !== undefined;
      if (standing === 'customer')
        await this.blockUser.execute({ userId, reason: 'dispute lost', actor: 'shop' }, isDue);
      if (standing === 'staff')
        await this.transactions.run(async (tx) => {
          const user = await lockUndecided(tx, userId);
          if (user) await saveUser(tx, Object.assign(user, { purchasesSuspended: false }));
        });
    }
  }
}

/** Locks an account that is suspended without an open dispute, so a lost one left it so; undefined for any other. */
async function lockUndecided(tx: Tx, userId: number): Promise<User | undefined> {
  const user = await lockUser(tx, userId);
  const isUndecided =
    user.purchasesSuspended && user.blockedAt === null && !(await hasOpenDispute(tx, userId));
  return isUndecided ? user : undefined;
}

import { Injectable } from '@nestjs/common';
import { tierAfter, type AdminUser, type SetTierRequest } from '@pax/contracts';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { ShopError } from '../../platform/problem.js';
import { Transactions } from '../../platform/database/transaction.js';
import { lockUser, saveUser } from '../../people/accounts/lock-user.js';
import { audit } from '../../people/audit/audit.js';
import { UsersQueries } from './users.queries.js';

/** An admin sets the tier below which an account does not fall, whatever refunds make of its spending. */
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
      const current = await this.users.one(userId, tx);
      if (version !== undefined && version !== current.version)
        throw new ShopError('STALE', 'This account was changed in the meantime.', { current });
      if (tier === user.tierFloor) return current;
      const before = user.tierFloor;
      user.tierFloor = tier;
      user.tier = tierAfter(user.totalSpentCents, tier);
      await saveUser(tx, user);
      const detail = { tier, before };
      await audit(tx, { actor: actorName(actor), action: 'user.tier', subject: `user:${userId}`, detail });
      return this.users.one(userId, tx);
    });
  }
}

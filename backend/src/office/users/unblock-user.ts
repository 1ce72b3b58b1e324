import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transaction.js';
import { lockUser, saveUser } from '../../people/accounts/lock-user.js';
import { audit } from '../../people/audit/audit.js';
import { hasOpenDispute } from '../../shop/payments/disputes/open-disputes.js';

/** An admin takes a block back, and with it the suspension that a lost dispute left. */
@Injectable()
export class UnblockUser {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Sessions opened meanwhile get their rights back; while a dispute is open nothing is bought.
   * @throws ShopError NOT_FOUND
   */
  async execute({ userId, actor }: { userId: number; actor: string }): Promise<void> {
    await this.transactions.run(async (tx) => {
      const user = await lockUser(tx, userId);
      const wasBlocked = user.blockedAt !== null;
      const staysSuspended = user.purchasesSuspended && (await hasOpenDispute(tx, userId));
      if (!wasBlocked && user.purchasesSuspended === staysSuspended) return;
      // The job `blocked-names` may not have seen this block yet, but has to release names kept from an earlier one.
      if (wasBlocked) user.namesKept = true;
      Object.assign(user, { blockedAt: null, blockReason: null, purchasesSuspended: staysSuspended });
      await saveUser(tx, user, wasBlocked ? 'user.unblocked' : 'user.updated');
      await audit(tx, { actor, action: 'user.unblock', subject: `user:${userId}` });
    });
  }
}

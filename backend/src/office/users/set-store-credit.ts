import { Injectable } from '@nestjs/common';
import { fromDecimal, type AdminUser, type StoreCreditRequest } from '@pax/contracts';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { ShopError } from '../../platform/problem.js';
import { Transactions } from '../../platform/database/transaction.js';
import { audit } from '../../people/audit/audit.js';
import { credit, creditHeld } from '../../people/ledger/accounts.js';
import { setOnHand } from '../../people/ledger/set-on-hand.js';
import { UsersQueries } from './users.queries.js';

/** An admin sets an account's free store credit; the ledger gets the difference. */
@Injectable()
export class SetStoreCredit {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersQueries,
  ) {}

  /** @throws ShopError NOT_FOUND; STALE with the account as it is now */
  execute(actor: Actor, userId: number, { amount, version }: StoreCreditRequest): Promise<AdminUser> {
    return this.transactions.run(async (tx) => {
      await this.users.one(userId, tx);
      const by = actorName(actor);
      try {
        await setOnHand(tx, {
          free: credit(userId),
          held: creditHeld(userId),
          target: fromDecimal(amount),
          isTargetFree: true,
          version,
          actor: by,
          reason: 'credit set',
        });
      } catch (error) {
        if (!(error instanceof ShopError) || error.code !== 'STALE') throw error;
        throw new ShopError('STALE', error.message, { current: await this.users.one(userId, tx) });
      }
      await audit(tx, { actor: by, action: 'credit.set', subject: `user:${userId}`, detail: { amount } });
      return this.users.one(userId, tx);
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { AdminCoinStockAnswer, SetCoinStockRequest } from '@pax/contracts';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { Transactions } from '../../platform/database/transaction.js';
import { COINS, COINS_HELD } from '../../people/ledger/accounts.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { setOnHand } from '../../people/ledger/set-on-hand.js';
import { CatalogQueries } from './catalog.queries.js';

/** Sets the number of coins that the coin pool has on hand. */
@Injectable()
export class SetCoinStock {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalog: CatalogQueries,
  ) {}

  async execute(actor: Actor, { coinStock, version }: SetCoinStockRequest): Promise<AdminCoinStockAnswer> {
    return this.transactions.run(async (tx) => {
      await setOnHand(tx, {
        free: COINS,
        held: COINS_HELD,
        target: coinStock,
        version,
        actor: actorName(actor),
        reason: 'pool set',
      });
      const pool = await this.catalog.readPool(tx);
      await writeAuditRow(tx, {
        actor: actorName(actor),
        action: 'coins.set',
        subject: 'coins',
        detail: { coinStock },
      });
      return pool;
    });
  }
}

import { randomUUID } from 'node:crypto';
import { Transactions } from '../src/infra/database/transaction.js';
import { COINS } from '../src/modules/ledger/accounts.js';
import { book } from '../src/modules/ledger/ledger.js';
import type { TestApp } from './app.js';

/** Puts coins into the pool, several times in one transaction. */
export async function fillPool(shop: TestApp, amounts: readonly number[]): Promise<void> {
  await shop.app.get(Transactions).run(async (tx) => {
    for (const delta of amounts)
      await book(tx, { idempotencyKey: `fill:${randomUUID()}`, reason: 'spec', actor: 'shop' }, [
        { account: COINS, delta },
      ]);
  });
}

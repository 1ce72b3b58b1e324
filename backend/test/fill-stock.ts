import { randomUUID } from 'node:crypto';
import { Transactions, type Tx } from '../src/platform/database/transaction.js';
import { COINS, stockAccount } from '../src/people/ledger/accounts.js';
import { book } from '../src/people/ledger/ledger.js';
import type { TestApp } from './app.js';

/** Adds coins to the pool, several times in one transaction. */
export async function fillPool(shop: TestApp, amounts: readonly number[]): Promise<void> {
  await shop.app.get(Transactions).run(async (tx) => {
    for (const delta of amounts) await bookAmount(tx, COINS, delta);
  });
}

/** Adds pieces of a product to the stock. */
export const fillStock = (tx: Tx, productId: number, pieces: number): Promise<void> =>
  bookAmount(tx, stockAccount(productId), pieces);

async function bookAmount(tx: Tx, account: string, delta: number): Promise<void> {
  const entry = { idempotencyKey: `fill:${randomUUID()}`, reason: 'spec', actor: 'shop' };
  await book(tx, entry, [{ account, delta }]);
}

import { tierAfter, type Cents } from '@pax/contracts';
import type { Tx } from '../../platform/database/transaction.js';
import { saveUser } from './lock-user.js';
import type { User } from './user.entity.js';

/** Changes what a locked account has spent, in cents, and its tier with it. @param cents negative when money goes back */
export async function recordSpending(tx: Tx, buyer: User, cents: Cents): Promise<void> {
  buyer.totalSpentCents += cents;
  buyer.tier = tierAfter(buyer.totalSpentCents, buyer.tierFloor);
  await saveUser(tx, buyer);
}

import { tierAfter, type Cents } from '@pax/contracts';
import { pipelined } from '../../infra/database/pipelined.js';
import type { Tx } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { points } from '../ledger/accounts.js';
import { book } from '../ledger/ledger.js';
import { User } from './user.entity.js';

/** The effect of a purchase on its buyer. */
export interface Spending {
  checkoutRef: string;
  /** Money really charged. */
  cash: Cents;
  /** What it earns, by the tier held before. */
  points: number;
}

/** Records a settled purchase for a locked buyer: total spent, tier and points. */
export async function recordSpending(tx: Tx, buyer: User, spending: Spending): Promise<void> {
  await pipelined(addSpent(tx, buyer, spending.cash), addPoints(tx, buyer, spending));
}

async function addSpent(tx: Tx, buyer: User, cash: Cents): Promise<void> {
  if (cash === 0) return;
  buyer.totalSpentCents += cash;
  buyer.tier = tierAfter(buyer.totalSpentCents, buyer.tierFloor);
  buyer.version += 1;
  const { id, totalSpentCents, tier, version } = buyer;
  appendEvent(tx, { type: 'user.updated', aggregate: 'user', aggregateId: String(id), version });
  // Read under the lock, so save() and its extra read are not needed.
  await tx.update(User, { id }, { totalSpentCents, tier, version });
}

async function addPoints(tx: Tx, buyer: User, { checkoutRef, points: earned }: Spending): Promise<void> {
  if (earned === 0) return;
  await book(tx, { idempotencyKey: `earn:${checkoutRef}`, reason: 'points', actor: 'shop' }, [
    { account: points(buyer.id), delta: earned },
  ]);
}

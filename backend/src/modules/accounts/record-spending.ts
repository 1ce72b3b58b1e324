import { pointsFor, tierAfter, type Cents } from '@pax/contracts';
import type { Tx } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import type { Settings } from '../../settings.js';
import { points } from '../ledger/accounts.js';
import { move } from '../ledger/ledger.js';
import { User } from './user.entity.js';

/**
 * The accounts module's named write for settlement: total spent, tier and points of a locked buyer, by money
 * really charged and with the tier held before the order.
 * @returns the points credited
 */
export async function recordSpending(
  tx: Tx,
  buyer: User,
  cash: Cents,
  checkoutRef: string,
  rule: Settings['points'],
): Promise<number> {
  const earned = pointsFor(cash, buyer.tier, rule);
  if (cash > 0) {
    buyer.totalSpentCents += cash;
    buyer.tier = tierAfter(buyer.totalSpentCents, buyer.tierFloor);
    buyer.version += 1;
    const { id, totalSpentCents, tier, version } = buyer;
    // The row is locked and was read with the lock: no need to read it again, as saving would.
    await tx.update(User, { id }, { totalSpentCents, tier, version });
    appendEvent(tx, {
      type: 'user.updated',
      aggregate: 'user',
      aggregateId: String(buyer.id),
      version: buyer.version,
    });
  }
  if (earned > 0) {
    await move(tx, { act: `earn:${checkoutRef}`, reason: 'points', actor: 'shop' }, [
      { account: points(buyer.id), delta: earned },
    ]);
  }
  return earned;
}

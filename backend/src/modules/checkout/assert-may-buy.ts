import { ShopError } from '../../common/problem.js';
import type { User } from '../accounts/user.entity.js';

/** @param buyer locked. @throws ShopError BLOCKED for an account that is blocked, deleted or in a dispute */
export function assertMayBuy({ blockedAt, purchasesSuspended, deletedAt }: User): void {
  if (blockedAt || purchasesSuspended || deletedAt)
    throw new ShopError('BLOCKED', 'Purchases are not possible with this account.');
}

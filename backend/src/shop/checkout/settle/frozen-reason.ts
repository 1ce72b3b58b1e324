import type { Tx } from '../../../platform/database/transaction.js';
import { hasEarlyAccess } from '../../../people/accounts/user.entity.js';
import { spendingFrozen } from '../../../people/loyalty/frozen.js';
import type { LockedCheckout } from '../checkout-locks.js';
import { openWithFrozenAccess } from './frozen-access.js';

/** The reason why a purchase that no provider is confirming can't be made: it would use what a reversal took or froze. */
export async function frozenReason(
  tx: Tx,
  { checkout, buyer }: Pick<LockedCheckout, 'checkout' | 'buyer'>,
  now: Date,
): Promise<string | undefined> {
  const [frozen] = await spendingFrozen(tx, [checkout]);
  if (frozen) return 'its code or credit can’t be used any more';
  if (hasEarlyAccess(buyer, now) && (await openWithFrozenAccess(tx, now, checkout.ref)).length > 0)
    return 'its early access is held back';
  return undefined;
}

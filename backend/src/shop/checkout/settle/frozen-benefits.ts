import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';
import { readFrozen, findPurchasesWithFrozenFunds } from '../../../people/loyalty/frozen-rewards.js';
import { lockReferredName } from '../../../people/referrals/referral-locks.js';
import { isBonusUsedForName } from '../../../people/referrals/apply-referral.js';
import { earlyAccessOf } from '../../../people/accounts/account-sql.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { hasEarlyAccess } from '../../../people/accounts/user.entity.js';
import type { LockedCheckout } from '../checkout-locks.js';

const earlyRow = z.object({ ref: z.string(), userId: z.number() });

/**
 * Finds open checkouts that bought a product before its release by early access that is now frozen.
 * @param only reference of one checkout to check; without it all open ones are checked
 * @returns their references
 */
export async function findOpenWithFrozenAccess(
  manager: EntityManager,
  now: Date,
  only: string | null = null,
): Promise<string[]> {
  const early = await sql(manager).rows(
    earlyRow,
    `SELECT c.ref, c.user_id AS "userId" FROM checkouts c
      WHERE c.state = 'open' AND ($2::text IS NULL OR c.ref = $2) AND ${earlyAccessOf('c.user_id')} > $1
        AND EXISTS (SELECT FROM checkout_lines l JOIN products p ON p.id = l.product_id
                     WHERE l.checkout_id = c.id AND p.available_from > $1)`,
    [now, only],
  );
  if (early.length === 0) return [];
  const frozen = await readFrozen(
    manager,
    early.map(({ userId }) => userId),
  );
  return early.filter(({ userId }) => frozen.get(userId)?.isAccessFrozen === true).map(({ ref }) => ref);
}

/**
 * Finds the reason why a purchase must not be made because it uses benefits that a reversal took or froze. Not
 * checked while a provider is confirming the payment.
 */
export async function reasonIfFrozen(
  tx: Tx,
  { checkout, buyer }: Pick<LockedCheckout, 'checkout' | 'buyer'>,
  now: Date,
): Promise<string | undefined> {
  const [frozen] = await findPurchasesWithFrozenFunds(tx, [checkout]);
  if (frozen) return 'its code or credit can’t be used any more';
  if (hasEarlyAccess(buyer, now) && (await findOpenWithFrozenAccess(tx, now, checkout.ref)).length > 0)
    return 'its early access is held back';
  return undefined;
}

/** The reason why a checkout may no longer use its benefits: `reasonIfFrozen` or `reasonIfBonusTaken`. */
export async function reasonIfBenefitsLost(
  tx: Tx,
  locked: Pick<LockedCheckout, 'checkout' | 'buyer'>,
  now: Date,
): Promise<string | undefined> {
  return (await reasonIfFrozen(tx, locked, now)) ?? (await reasonIfBonusTaken(tx, locked));
}

/**
 * The reason why a checkout may not use its referral bonus: another account used one for the same game name.
 * Locks that name.
 */
export async function reasonIfBonusTaken(
  tx: Tx,
  { checkout: { bonusCents, gameName }, buyer }: Pick<LockedCheckout, 'checkout' | 'buyer'>,
): Promise<string | undefined> {
  if (bonusCents === 0) return undefined;
  await lockReferredName(tx, buyer, gameName);
  const isTaken = await isBonusUsedForName(tx, gameName, buyer.id);
  return isTaken ? 'another account used its friend’s bonus for the game name' : undefined;
}

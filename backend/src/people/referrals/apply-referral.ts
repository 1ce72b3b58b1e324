import { Injectable } from '@nestjs/common';
import { gameNameKey, REFERRAL_BONUS_CENTS } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { FormerIdentities } from '../accounts/former-identities.js';
import { lockUser, saveUser } from '../accounts/user-row.js';
import type { User } from '../accounts/user.entity.js';
import { bonusAccount } from '../ledger/accounts.js';
import { book } from '../ledger/ledger.js';
import { wasReferredBy } from './self-referral.js';
import { APPLY_PER_ACCOUNT, findCodeOwner } from './referral-codes.js';
import { lockReferrals } from './referral-locks.js';

/** SQL condition: the order `o` was paid, and its payment stands or was lost only after the delivery. */
const IS_USED = `(o.status <> 'cancelled' AND (o.payment_status IN ('paid', 'partly_refunded', 'disputed')
  OR o.payment_status = 'lost' AND o.completed_at IS NOT NULL))`;

/** Applies a friend's referral code: 5 % off every later order and a $5 bonus, once per account. */
@Injectable()
export class ApplyReferral {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: RateLimiter,
    private readonly departed: FormerIdentities,
  ) {}

  /**
   * @returns the referrer's name
   * @throws ShopError REFERRAL_ALREADY_APPLIED, REFERRAL_CODE_UNKNOWN, REFERRAL_OWN_CODE, REFERRAL_CIRCLE, DISPUTE_OPEN,
   *   RATE_LIMITED
   */
  async execute(userId: number, code: string): Promise<string> {
    await this.limits.take(APPLY_PER_ACCOUNT, String(userId));
    return this.transactions.run(async (tx) => {
      await lockReferrals(tx);
      const ownerId = await findCodeOwner(tx, code);
      const { user, referrer } = await lockUserAndReferrer(tx, userId, ownerId);
      if (user.purchasesSuspended)
        throw new ShopError(
          'DISPUTE_OPEN',
          'No code can be applied while your bank reviews one of your payments.',
        );
      const { discordId } = user;
      const wasReferred = discordId !== null && (await this.departed.wasPersonReferred(tx, discordId));
      if (user.referredByUserId !== null || wasReferred)
        throw new ShopError('REFERRAL_ALREADY_APPLIED', 'You have already applied a referral code.');
      if (!referrer || referrer.blockedAt !== null)
        throw new ShopError('REFERRAL_CODE_UNKNOWN', 'There is no such referral code.');
      if (await this.departed.isSamePerson(tx, `user:${user.id}`, referrer.id))
        throw new ShopError('REFERRAL_OWN_CODE', 'This is your own code. Apply a code of a friend.');
      if (await wasReferredBy(tx, referrer.id, user.id))
        throw new ShopError('REFERRAL_CIRCLE', 'This friend came to the shop through you.');
      Object.assign(user, { referredByUserId: referrer.id, appliedReferralCode: code });
      await saveUser(tx, user);
      await bookReferralBonus(tx, user);
      return referrer.username;
    });
  }
}

/** Books the bonus for an applied referral code, once per account. */
export async function bookReferralBonus(tx: Tx, { id }: User): Promise<void> {
  await book(tx, { idempotencyKey: `referral-bonus:${id}`, reason: 'referral bonus', actor: `user:${id}` }, [
    { account: bonusAccount(id), delta: REFERRAL_BONUS_CENTS },
  ]);
}

/** Locks the accounts of buyer and referrer, ordered by id; both may be the same account. */
async function lockUserAndReferrer(
  tx: Tx,
  userId: number,
  ownerId: number | undefined,
): Promise<{ user: User; referrer: User | undefined }> {
  const locked = new Map<number, User>();
  const ids = [...new Set([userId, ownerId ?? userId])].toSorted((a, b) => a - b);
  for (const id of ids) locked.set(id, await lockUser(tx, id));
  const user = locked.get(userId) ?? (await lockUser(tx, userId));
  return { user, referrer: ownerId === undefined ? undefined : locked.get(ownerId) };
}

/**
 * SQL condition: the checkout `c` has a referral discount and is for the game name given by a parameter. A database
 * index has the same condition.
 */
export const hasReferralDiscountSql = (
  key: string,
): string => String.raw`((c.quote -> 'discounts' ->> 'referral')::numeric > 0
    AND regexp_replace(lower(regexp_replace(btrim(c.game_name), '^\.', '')), ' +', '_', 'g') = ${key})`;

/**
 * Tells whether another account used its referral bonus for this game name. Only paid checkouts count, because
 * anybody may enter a name. Reads checkouts, which keep the name of deleted accounts too.
 */
export function isBonusUsedForName(
  manager: EntityManager,
  gameName: string,
  userId: number,
): Promise<boolean> {
  // Runs one statement only, so that a checkout that is being paid at the same time is counted exactly once.
  return sql(manager).exists(
    `SELECT 1 FROM checkouts c WHERE ${hasReferralDiscountSql('$1')} AND c.bonus_cents > 0 AND c.user_id <> $2
        AND EXISTS (SELECT FROM orders o WHERE o.checkout_id = c.id AND ${IS_USED}) LIMIT 1`,
    [gameNameKey(gameName), userId],
  );
}

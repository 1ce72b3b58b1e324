import { TIER_TABLE, toDecimal, type AccountProfile } from '@pax/contracts';
import { hasEarlyAccess, type User } from '../accounts/user.entity.js';
import type { PendingEarnings } from '../loyalty/pending-earnings.js';

export interface Balances {
  creditCents: number;
  bonusCents: number;
  points: number;
  pending: PendingEarnings;
  /** Credit and rewards that are held back now. */
  frozen: { creditCents: number; isBadgeFrozen: boolean; isAccessFrozen: boolean };
}

/** The wire form of a profile, rights apart. A reversal may take a balance below 0: the customer sees 0. */
export function toProfile(
  user: User,
  referrer: User | null,
  { creditCents, bonusCents, points, pending, frozen }: Balances,
  now: Date,
): Omit<AccountProfile, 'role' | 'isAuthorizedUser' | 'rights'> {
  const credit = Math.max(0, creditCents - frozen.creditCents);
  const bonus = Math.max(0, bonusCents);
  return {
    id: user.id,
    username: user.username,
    discordId: user.discordId,
    discordUsername: user.discordUsername,
    minecraftName: user.minecraftName,
    blocked: user.blockedAt !== null,
    membershipTier: user.tier,
    loyaltyPoints: Math.max(0, points),
    createdAt: user.createdAt.toISOString(),
    claimedDiscordId: user.claimedDiscordId,
    storeCredit: toDecimal(credit),
    ...(frozen.creditCents > 0 && { frozenCredit: toDecimal(frozen.creditCents) }),
    referralBonus: toDecimal(bonus),
    balance: toDecimal(credit + bonus),
    totalSpent: toDecimal(user.totalSpentCents),
    pendingPoints: pending.points,
    pendingSpent: toDecimal(pending.spentCents),
    permanentDiscount: TIER_TABLE[user.tier].discountPercent,
    referralCode: user.referralCode,
    appliedReferralCode: user.appliedReferralCode ?? referrer?.referralCode ?? null,
    referredBy: referrer?.username ?? null,
    vipBadge: user.vipAt !== null && !frozen.isBadgeFrozen,
    frozenVipBadge: frozen.isBadgeFrozen,
    earlyAccess: hasEarlyAccess(user, now) && !frozen.isAccessFrozen,
  };
}

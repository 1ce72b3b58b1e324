import type { AccountProfile, CurrentUser } from '@pax/contracts';

/** A signed-in customer for tests. */
export const user = (changes: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 7,
  username: 'nova',
  discordId: null,
  discordUsername: null,
  minecraftName: 'NovaMiner',
  role: 'customer',
  isAuthorizedUser: false,
  rights: [],
  blocked: false,
  membershipTier: 'bronze',
  loyaltyPoints: 0,
  createdAt: '2025-11-03T20:15:00.000Z',
  ...changes,
});

export const profile = (changes: Partial<AccountProfile> = {}): AccountProfile => ({
  ...user(),
  claimedDiscordId: null,
  storeCredit: '0.00',
  referralBonus: '0.00',
  balance: '0.00',
  totalSpent: '0.00',
  pendingPoints: 0,
  pendingSpent: '0.00',
  permanentDiscount: 0,
  referralCode: null,
  appliedReferralCode: null,
  referredBy: null,
  frozenVipBadge: false,
  earlyAccess: false,
  ...changes,
});

import type { AdminUser, CustomerTierAnswer, AccountProfile, CurrentUser } from '@pax/contracts';

/** An account as the panel lists it: a silver one with credit. */
export const adminUser = (id: number, changes: Partial<AdminUser> = {}): AdminUser => ({
  id,
  username: `person ${id}`,
  discordUsername: 'chat.name',
  discordId: null,
  minecraftName: 'Miner',
  storeCredit: '5.00',
  creditVersion: 3,
  balance: '7.50',
  loyaltyPoints: 1200,
  totalSpent: '62.50',
  membershipTier: 'silver',
  blocked: false,
  blockedAt: null,
  blockReason: null,
  createdAt: '2025-11-03T20:15:00.000Z',
  referralCode: 'PAXABC123',
  referredBy: null,
  version: 4,
  ...changes,
});

/** A response of GET /api/customer-tier: a gold member with six orders by default. */
export const customerTier = (changes: Partial<CustomerTierAnswer> = {}): CustomerTierAnswer => ({
  currentTier: {
    name: 'Gold',
    icon: 'gold',
    color: 'gold',
    discount: 4,
    benefits: ['1.5× loyalty points', '4% off every order', 'Exclusive rewards'],
  },
  nextTier: { name: 'Platinum', icon: 'platinum', discount: 6, minSpent: '500.00', minOrders: 0 },
  progress: { spent: 62.5, orders: 100 },
  missing: { spent: '187.50', orders: 0 },
  stats: { totalSpent: '312.50', totalOrders: 6 },
  ...changes,
});

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
  namedInPurchases: false,
  ...changes,
});

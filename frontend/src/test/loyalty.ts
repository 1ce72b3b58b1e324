import {
  type RecentReferral,
  type ReferralStatsAnswer,
  REWARD_SHOP,
  type LoyaltyAnswer,
  type RewardKey,
} from '@pax/contracts';

/** Order of a referred friend that earned $1.50. */
export const recentReferral = (id: number, changes: Partial<RecentReferral> = {}): RecentReferral => ({
  id,
  referredUsername: `friend ${id}`,
  productName: 'Elytra',
  commission: '1.50',
  state: 'available',
  createdAt: '2025-11-03T20:15:00.000Z',
  ...changes,
});

/** A response of GET /api/referrals/stats: two friends, one of whom bought. */
export const referralStats = (changes: Partial<ReferralStatsAnswer> = {}): ReferralStatsAnswer => ({
  stats: {
    opened: 9,
    total_referrals: 2,
    successful_referrals: 1,
    total_store_credit: '12.50',
    pending_store_credit: '3.00',
  },
  recentReferrals: [],
  referralCode: null,
  ...changes,
});

type Transaction = LoyaltyAnswer['transactions'][number];
type Reward = LoyaltyAnswer['rewards'][number];
type Offer = LoyaltyAnswer['shop'][number];

const DAY_MS = 24 * 60 * 60_000;
const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** An entry of the points history; a purchase by default. */
export const transaction = (id: number, changes: Partial<Transaction> = {}): Transaction => ({
  id,
  points: 100,
  type: 'earned',
  description: `Purchase ${id}`,
  kind: 'purchase',
  rewardKey: null,
  product: null,
  moreProducts: 0,
  orderId: null,
  createdAt: daysFromNow(-id),
  ...changes,
});

/** Redeemed reward with the remaining days; expired if they are negative. */
export const reward = (id: number, days = 20, changes: Partial<Reward> = {}): Reward => ({
  id,
  key: 'ten-percent-off',
  name: '10% off next purchase',
  description: 'A code that takes 10% off one purchase.',
  pointsCost: 500,
  category: 'discount',
  value: '10',
  code: `CODE-${id}`,
  isUsed: false,
  isHeld: false,
  redeemedAt: daysFromNow(days - 30),
  expiresAt: daysFromNow(days),
  ...changes,
});

const offer = (id: RewardKey): Offer => {
  const { amount, ...rest } = REWARD_SHOP[id];
  return { id, ...rest, value: String(amount), isOwned: false };
};

/** A response of GET /api/loyalty: a gold member with 1240 points by default. */
export const loyalty = (changes: Partial<LoyaltyAnswer> = {}): LoyaltyAnswer => ({
  points: 1240,
  pendingDeduction: 0,
  totalSpent: '312.50',
  pendingPoints: 0,
  pendingSpent: '0.00',
  pending: [],
  membershipTier: 'gold',
  benefits: {
    label: 'Gold',
    color: 'gold',
    pointsMultiplier: 1.5,
    bonusPointsPercentage: 0,
    exclusiveRewards: true,
    prioritySupport: false,
    specialAccess: false,
  },
  nextTier: {
    tier: 'platinum',
    current: '312.50',
    required: '500.00',
    percentage: 62.5,
    remaining: '187.50',
  },
  transactions: [],
  rewards: [],
  shop: [
    offer('ten-percent-off'),
    offer('free-delivery'),
    offer('store-credit-5'),
    offer('vip-badge'),
    offer('early-access'),
  ],
  ...changes,
});

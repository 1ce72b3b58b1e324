import type { RecentReferral, ReferralStatsAnswer } from '@pax/contracts';

/** An order of a friend that brought $1.50. */
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
    total_referrals: 2,
    successful_referrals: 1,
    total_store_credit: '12.50',
    pending_store_credit: '3.00',
  },
  recentReferrals: [],
  referralCode: null,
  ...changes,
});

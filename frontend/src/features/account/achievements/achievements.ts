import { loyaltyCalls, parseAmount } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { useProfile } from '../../../lib/http/current-user';
import type { IconName } from '../../../ui/components/base/icon';

interface AchievementsView {
  /** The user's achievements; undefined until all data for computing them are loaded. */
  readonly achievements: readonly Achievement[] | undefined;
  readonly isPending: boolean;
  readonly retry: () => void;
}

const parseCents = (amount: string): number => parseAmount(amount) ?? 0;

/** Returns the user's achievements, computed from profile, tier and referrals. */
export function useAchievements(enabled: boolean): AchievementsView {
  const profile = useProfile(enabled);
  const tier = useQuery({ ...queryOptionsFor(loyaltyCalls.customerTier), enabled });
  const referrals = useQuery({ ...queryOptionsFor(loyaltyCalls.referralStats), enabled });
  const sources = [profile, tier, referrals];
  return {
    achievements:
      profile.data && tier.data && referrals.data
        ? computeAchievements({
            userId: profile.data.id,
            totalSpent: parseCents(profile.data.totalSpent),
            points: profile.data.loyaltyPoints,
            referrals: referrals.data.stats.total_referrals,
            orders: tier.data.stats.totalOrders,
            referralCredit: parseCents(referrals.data.stats.total_store_credit),
          })
        : undefined,
    isPending: sources.some(({ isPending }) => isPending) && !sources.some(({ isError }) => isError),
    retry: () => {
      for (const source of sources) if (!source.data) void source.refetch();
    },
  };
}

/** Numbers from which achievements are computed; amounts in cents. */
export interface AchievementFacts {
  readonly userId: number;
  readonly totalSpent: number;
  readonly points: number;
  /** Number of accounts that applied the user's referral code. */
  readonly referrals: number;
  /** Number of distinct delivered purchases. */
  readonly orders: number;
  /** Store credit earned by friends' purchases, cents. */
  readonly referralCredit: number;
}

export type Rarity = 'common' | 'rare' | 'epic' | 'legendary';

/** Number of earliest accounts that count as founders of the shop. */
const FOUNDER_COUNT = 100;

interface AchievementDefinition {
  readonly key: string;
  readonly rarity: Rarity;
  readonly icon: IconName;
  readonly target: number;
  /** Unit of an achievement's progress; undefined if the achievement has no partial progress. */
  readonly unit?: 'money' | 'count';
  readonly have: (facts: AchievementFacts) => number;
  /** True when no action of the user earns the achievement, such as being an early account. */
  readonly isUnearnable?: true;
}

const DEFINITIONS = [
  { key: 'first_purchase', rarity: 'common', icon: 'cart', target: 1, have: (facts) => facts.totalSpent },
  {
    key: 'big_spender',
    rarity: 'rare',
    icon: 'wallet',
    target: 10_000,
    unit: 'money',
    have: (facts) => facts.totalSpent,
  },
  {
    key: 'loyalty_master',
    rarity: 'epic',
    icon: 'star',
    target: 500,
    unit: 'count',
    have: (facts) => facts.points,
  },
  {
    key: 'referral_champion',
    rarity: 'epic',
    icon: 'share',
    target: 5,
    unit: 'count',
    have: (facts) => facts.referrals,
  },
  {
    key: 'frequent_buyer',
    rarity: 'rare',
    icon: 'box',
    target: 10,
    unit: 'count',
    have: (facts) => facts.orders,
  },
  {
    key: 'vip_member',
    rarity: 'legendary',
    icon: 'shield',
    target: 50_000,
    unit: 'money',
    have: (facts) => facts.totalSpent,
  },
  {
    key: 'founding_member',
    rarity: 'legendary',
    icon: 'home',
    target: 1,
    have: (facts) => (facts.userId <= FOUNDER_COUNT ? 1 : 0),
    isUnearnable: true,
  },
  {
    key: 'community_hero',
    rarity: 'legendary',
    icon: 'heart',
    target: 5_000,
    unit: 'money',
    have: (facts) => facts.referralCredit,
  },
] as const satisfies readonly AchievementDefinition[];

export type AchievementKey = (typeof DEFINITIONS)[number]['key'];

export interface Achievement extends Omit<AchievementDefinition, 'key' | 'have'> {
  readonly key: AchievementKey;
  readonly have: number;
  readonly isEarned: boolean;
  /** Progress towards the achievement in percent, 0 to 100. */
  readonly progress: number;
}

/** Computes all eight achievements, in their fixed order. */
export const computeAchievements = (facts: AchievementFacts): readonly Achievement[] =>
  DEFINITIONS.map((definition) => {
    const have = Math.max(0, definition.have(facts));
    const progress = Math.min(100, (have / definition.target) * 100);
    return { ...definition, have, progress, isEarned: have >= definition.target };
  });

/**
 * Finds the earnable achievement with the highest progress among those not earned yet; the first one if several are
 * equal.
 */
export const findNextAchievement = (achievements: readonly Achievement[]): Achievement | undefined =>
  achievements
    .filter(({ isEarned, isUnearnable }) => !isEarned && isUnearnable !== true)
    .toSorted((one, other) => other.progress - one.progress)[0];

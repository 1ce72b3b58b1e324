import { loyaltyCalls, parseAmount } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/http/call-api';
import { useProfile } from '../../../lib/http/current-user';
import { achievementsOf, type Achievement } from './achievements';

export interface AchievementsView {
  /** Undefined until all that they are computed from is there. */
  readonly achievements: readonly Achievement[] | undefined;
  readonly isPending: boolean;
  readonly retry: () => void;
}

const cents = (amount: string): number => parseAmount(amount) ?? 0;

/** The own achievements, computed from profile, tier and referrals. */
export function useAchievements(enabled: boolean): AchievementsView {
  const profile = useProfile(enabled);
  const tier = useQuery({ ...callQuery(loyaltyCalls.customerTier), enabled });
  const referrals = useQuery({ ...callQuery(loyaltyCalls.referralStats), enabled });
  const sources = [profile, tier, referrals];
  return {
    achievements:
      profile.data && tier.data && referrals.data
        ? achievementsOf({
            userId: profile.data.id,
            totalSpent: cents(profile.data.totalSpent),
            points: profile.data.loyaltyPoints,
            referrals: referrals.data.stats.total_referrals,
            orders: tier.data.stats.totalOrders,
            referralCredit: cents(referrals.data.stats.total_store_credit),
          })
        : undefined,
    isPending: sources.some(({ isPending }) => isPending) && !sources.some(({ isError }) => isError),
    retry: () => {
      for (const source of sources) if (!source.data) void source.refetch();
    },
  };
}

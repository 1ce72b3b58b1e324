import { CHECKOUT_REWARDS, loyaltyCalls, rewardState, type Reward } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/http/call-api';
import { useNow } from '../../lib/hooks/use-now';

/** The own codes that a checkout takes now, soonest to expire first. */
export function useRewardCodes(enabled: boolean): readonly Reward[] {
  const { data } = useQuery({ ...callQuery(loyaltyCalls.loyalty), enabled });
  const now = useNow();
  const usable = (data?.rewards ?? []).filter(
    (reward) =>
      CHECKOUT_REWARDS.includes(reward.category) &&
      reward.isFrozen !== true &&
      rewardState(reward, now) === 'active',
  );
  return usable.toSorted((one, other) => Date.parse(one.expiresAt) - Date.parse(other.expiresAt));
}

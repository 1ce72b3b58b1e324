import {
  loyaltyCalls,
  computeSpendingProgress,
  parseAmount,
  type CurrentUser,
  type LoyaltyAnswer,
} from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { clearStoredLoyalty, useStoredLoyalty, type Loyalty } from './stored-loyalty';

export interface LoyaltyView {
  /** Loyalty data of the server's latest answer, or of the local copy until then; undefined while there is neither. */
  readonly loyalty: Loyalty | undefined;
  /** The server's answer, including fields that are not stored locally. */
  readonly answer: LoyaltyAnswer | undefined;
  /** True when the shop grants bonus percents for tiers; false until the answer says so. */
  readonly tierBonus: boolean;
  readonly isPending: boolean;
  readonly retry: () => void;
}

/** Returns the account's points, tier and rewards: from the local copy until the server has answered. */
export function useLoyalty(me: CurrentUser | null | undefined): LoyaltyView {
  const enabled = me != null && !me.blocked;
  const query = useQuery({ ...queryOptionsFor(loyaltyCalls.loyalty), enabled });
  const kept = useStoredLoyalty(useShallow((state) => (state.owner === me?.id ? state : undefined)));
  // Stored data are cleared here as well, because a visitor's header on a phone has no loyalty widget that could do
  // so.
  useEffect(() => {
    if (me === null) clearStoredLoyalty();
  }, [me]);
  const answer = enabled ? query.data : undefined;
  return {
    loyalty: answer ?? (enabled ? kept : undefined),
    answer,
    tierBonus: (answer?.benefits.bonusPointsPercentage ?? 0) > 0,
    isPending: enabled && query.isPending,
    retry: () => void query.refetch(),
  };
}

/** Returns the cents missing to the next tier and the progress in percent. */
export function computeTierProgress({ totalSpent, membershipTier }: Loyalty) {
  const spent = parseAmount(totalSpent) ?? 0;
  const progress = computeSpendingProgress(spent, membershipTier);
  return { ...progress, remaining: progress.next ? Math.max(0, progress.required - spent) : 0 };
}

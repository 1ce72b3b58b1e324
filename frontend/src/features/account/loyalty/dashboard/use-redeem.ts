import { loyaltyCalls, type LoyaltyAnswer } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LOYALTY, PROFILE } from '../../../../lib/http/keys';
import { callApi, callErrorOf } from '../../../../lib/http/call-api';
import { ApiError, serverMessage } from '../../../../lib/http/fetcher';
import { showToast } from '../../../../lib/browser/toast';

const KNOWN = ['INSUFFICIENT_POINTS', 'TIER_TOO_LOW', 'ALREADY_OWNED', 'DISPUTE_OPEN'] as const;

export interface RedeemInput {
  readonly rewardId: string;
  /** Idempotency key: a retry with it spends nothing more. */
  readonly requestId: string;
}

/**
 * Redeems a reward. No response is not a refusal: the same input may be sent again.
 */
export function useRedeem() {
  const { t } = useTranslation('loyalty');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: RedeemInput) => callApi(loyaltyCalls.redeemReward, { body: input }),
    onSuccess: ({ reward, points }) => {
      client.setQueryData<LoyaltyAnswer>(
        LOYALTY,
        (known) =>
          known && {
            ...known,
            points,
            rewards: [reward, ...known.rewards.filter(({ id }) => id !== reward.id)],
          },
      );
      void client.invalidateQueries({ queryKey: PROFILE });
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      const known = KNOWN.find((code) => code === callErrorOf(loyaltyCalls.redeemReward, error));
      showToast({
        title: t(`refused.${known ?? 'other'}`),
        description: known ? t(`refused.${known}Text`) : (serverMessage(error) ?? t('refused.otherText')),
        kind: 'error',
      });
    },
    // Refetches the server's state, whatever the result.
    onSettled: () => void client.invalidateQueries({ queryKey: LOYALTY }),
  });
}

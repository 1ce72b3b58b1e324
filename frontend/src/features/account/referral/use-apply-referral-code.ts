import { loyaltyCalls, type AccountProfile } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { ME, PROFILE, QUOTES } from '../../../lib/http/query-keys';
import { showToast } from '../../../lib/browser/toast';
import { formatCents } from '../../../lib/values/format';
import { referralTerms } from '../../../lib/values/referral-terms';

/** Refusals of a code that have their own translation. */
const KNOWN_REFUSALS = [
  'REFERRAL_CODE_UNKNOWN',
  'REFERRAL_ALREADY_APPLIED',
  'REFERRAL_OWN_CODE',
  'REFERRAL_CIRCLE',
  'DISPUTE_OPEN',
] as const;
type Refusal = (typeof KNOWN_REFUSALS)[number];

/** Returns the refusal of a code; undefined if the call failed otherwise, so that another try may succeed. */
export const referralRefusalOf = (error: unknown): Refusal | undefined =>
  KNOWN_REFUSALS.find((code) => code === callErrorCodeOf(loyaltyCalls.applyReferral, error));

/** Applies a friend's referral code to the account; possible once. */
export function useApplyReferralCode(onError: (error: unknown) => void) {
  const { t } = useTranslation('referral');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (referralCode: string) => callApi(loyaltyCalls.applyReferral, { body: { referralCode } }),
    onSuccess: ({ referrerName }, code) => {
      client.setQueryData<AccountProfile>(
        PROFILE,
        (known) => known && { ...known, referredBy: referrerName, appliedReferralCode: code },
      );
      const { friendPercent, friendBonusCents, bonusFromCents } = referralTerms;
      showToast({
        title: t('apply.done'),
        description: t('apply.doneText', {
          name: referrerName,
          percent: friendPercent,
          bonus: formatCents(friendBonusCents),
          from: formatCents(bonusFromCents),
        }),
        kind: 'success',
      });
    },
    onError,
    // The profile is refetched, because the bonus changed or another tab may have applied a code; prices follow.
    onSettled: () => {
      for (const queryKey of [PROFILE, ME, QUOTES]) void client.invalidateQueries({ queryKey });
    },
  });
}

import { loyaltyCalls, type AccountProfile } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { serverMessage } from '../../../lib/http/fetcher';
import { PROFILE } from '../../../lib/http/keys';
import { showToast } from '../../../lib/browser/toast';
import { formatCents } from '../../../lib/values/format';
import { referralTerms } from '../../../lib/values/referral-terms';

/** Refusals with words of their own in each language; others are told as the server says them. */
const KNOWN = [
  'REFERRAL_CODE_UNKNOWN',
  'REFERRAL_ALREADY_APPLIED',
  'REFERRAL_OWN_CODE',
  'REFERRAL_CIRCLE',
  'DISPUTE_OPEN',
] as const;

/** Applies a friend's code, once. */
export function useApplyCode() {
  const { t } = useTranslation('referral');
  const client = useQueryClient();
  const showNoAnswer = useNoAnswer();
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
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const known = KNOWN.find((code) => code === callErrorOf(loyaltyCalls.applyReferral, error));
      const description = known
        ? t(`apply.refused.${known}`)
        : (serverMessage(error) ?? t('apply.failedText'));
      showToast({ title: t('apply.failed'), description, kind: 'error' });
    },
    // The bonus, and what another tab may have applied.
    onSettled: () => void client.invalidateQueries({ queryKey: PROFILE }),
  });
}

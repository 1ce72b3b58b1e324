import {
  loyaltyCalls,
  type AccountProfile,
  type ReferralCodeAnswer,
  type ReferralStatsAnswer,
} from '@pax/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { serverMessage } from '../../../lib/http/fetcher';
import { PROFILE } from '../../../lib/http/keys';
import { showToast } from '../../../lib/browser/toast';
import { REFERRAL_STATS } from '../keys';

function keepCode(client: QueryClient, { referralCode }: ReferralCodeAnswer): void {
  client.setQueryData<AccountProfile>(PROFILE, (known) => known && { ...known, referralCode });
  client.setQueryData<ReferralStatsAnswer>(REFERRAL_STATS, (known) => known && { ...known, referralCode });
}

/** Sets a code of one's own choice. */
export function useSetCode() {
  const { t } = useTranslation('referral');
  const client = useQueryClient();
  const showNoAnswer = useNoAnswer();
  return useMutation({
    mutationFn: (customCode: string) => callApi(loyaltyCalls.setReferralCode, { body: { customCode } }),
    onSuccess: (answer) => {
      keepCode(client, answer);
      showToast({ title: t('own.saved'), description: t('own.savedText'), kind: 'success' });
    },
    onError: (error) => {
      if (showNoAnswer(error)) return void client.invalidateQueries({ queryKey: PROFILE });
      const isTaken = callErrorOf(loyaltyCalls.setReferralCode, error) === 'REFERRAL_CODE_TAKEN';
      const description = isTaken ? t('own.taken') : (serverMessage(error) ?? t('own.failedText'));
      return showToast({ title: t('own.setFailed'), description, kind: 'error' });
    },
  });
}

/** Draws a new code. */
export function useGenerateCode() {
  const { t } = useTranslation('referral');
  const client = useQueryClient();
  const showNoAnswer = useNoAnswer();
  return useMutation({
    mutationFn: () => callApi(loyaltyCalls.generateReferralCode),
    onSuccess: (answer) => {
      keepCode(client, answer);
      showToast({ title: t('own.saved'), description: t('own.savedText'), kind: 'success' });
    },
    onError: (error) => {
      if (showNoAnswer(error)) return void client.invalidateQueries({ queryKey: PROFILE });
      const description = serverMessage(error) ?? t('own.failedText');
      return showToast({ title: t('own.generateFailed'), description, kind: 'error' });
    },
  });
}

import { accountCalls, type CurrentUser, type UpdateProfileRequest } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../lib/hooks/use-no-answer';
import { showToast } from '../../lib/browser/toast';
import { ME, PROFILE } from '../../lib/http/keys';
import { callApi, callErrorOf } from '../../lib/http/call-api';
import { serverMessage } from '../../lib/http/fetcher';
import { nameProblemOf } from './profile-fields';

/** Saves the profile; header and checkout follow from the cache. */
export function useSaveProfile() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const showNoAnswer = useNoAnswer();
  return useMutation({
    mutationFn: (body: UpdateProfileRequest) => callApi(accountCalls.updateProfile, { body }),
    onSuccess: (profile) => {
      client.setQueryData(PROFILE, profile);
      client.setQueryData<CurrentUser | null>(
        ME,
        (me) => me && { ...me, username: profile.username, minecraftName: profile.minecraftName },
      );
      showToast({ title: t('profile.saved'), description: t('profile.savedText'), kind: 'success' });
    },
    onError: (error) => {
      if (showNoAnswer(error)) {
        void client.invalidateQueries({ queryKey: PROFILE });
        return;
      }
      const name = nameProblemOf(callErrorOf(accountCalls.updateProfile, error));
      const description = name
        ? t(`profile.problem.${name}`)
        : (serverMessage(error) ?? t('profile.failedText'));
      showToast({ title: t('profile.failed'), description, kind: 'error' });
    },
  });
}

import { peopleCalls } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/components/form/checkbox';
import { useNoAnswer } from '../../lib/hooks/use-no-answer';
import { callApi, callQuery } from '../../lib/http/call-api';
import { serverMessage } from '../../lib/http/fetcher';
import { showToast } from '../../lib/browser/toast';
import { DIRECT_MESSAGES } from './keys';

/** Saves the switch; what the server answers is shown, also where it refused. */
function useSetDirectMessages() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const showNoAnswer = useNoAnswer();
  return useMutation({
    mutationFn: (isEnabled: boolean) => callApi(peopleCalls.setDirectMessages, { body: { isEnabled } }),
    onSuccess: (saved) => {
      client.setQueryData(DIRECT_MESSAGES, saved);
      showToast({ title: t(saved.isEnabled ? 'direct.on' : 'direct.off'), kind: 'success' });
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: DIRECT_MESSAGES });
      if (showNoAnswer(error)) return;
      const description = serverMessage(error) ?? t('profile.failedText');
      showToast({ title: t('direct.failed'), description, kind: 'error' });
    },
  });
}

/** Checkbox for direct messages by the bot about the own orders; the setting can be changed in Discord too. */
export function DirectMessages() {
  const { t } = useTranslation('account');
  const { data } = useQuery({ ...callQuery(peopleCalls.directMessages), staleTime: 0 });
  const save = useSetDirectMessages();
  if (!data) return null;
  return (
    <Checkbox
      hint={t('direct.hint')}
      checked={save.isPending ? save.variables : data.isEnabled}
      aria-busy={save.isPending || undefined}
      onChange={(event) => {
        if (!save.isPending) save.mutate(event.target.checked);
      }}
    >
      {t('direct.label')}
    </Checkbox>
  );
}

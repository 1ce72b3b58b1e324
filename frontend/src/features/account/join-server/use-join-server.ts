import { discordCalls } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi } from '../../../lib/http/call-api';
import { serverMessage } from '../../../lib/http/fetcher';
import { openAway } from '../../../lib/ui/open-away';
import { showToast } from '../../../lib/ui/toast';

/** Asks for an invite into the Discord server; opens it where that is the only way in. */
export function useJoinServer() {
  const { t } = useTranslation('account');
  const showNoAnswer = useNoAnswer();
  return useMutation({
    mutationFn: () => callApi(discordCalls.inviteToServer),
    onSuccess: (answer) => {
      if (!answer.success) showToast({ title: t('join.member'), kind: 'info' });
      // Where the browser refuses a tab after a wait, the link on the card stays.
      else if (!answer.canBeAdded) openAway(answer.inviteUrl);
    },
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const description = serverMessage(error);
      showToast({ title: t('join.failed'), ...(description ? { description } : {}), kind: 'error' });
    },
  });
}

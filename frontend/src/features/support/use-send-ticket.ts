import { ticketCalls, type CreateTicketRequest } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { documentLanguage } from '../../i18n/languages';
import { useLanguage } from '../../i18n/language-store';
import { useNoAnswer } from '../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../lib/http/call-api';
import { showToast } from '../../lib/ui/toast';
import { OWN_TICKETS } from './keys';

/** Sends a ticket, in the language of the page, with its toasts (ADMIN-8.11, ADMIN-8.12). */
export function useSendTicket() {
  const { t } = useTranslation('support');
  const client = useQueryClient();
  const language = useLanguage((state) => documentLanguage(state.language));
  const noAnswer = useNoAnswer();
  return useMutation({
    mutationFn: (written: Omit<CreateTicketRequest, 'language'>) =>
      callApi(ticketCalls.createTicket, { body: { ...written, language } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: OWN_TICKETS });
      showToast({ title: t('done.toast'), description: t('done.toastText'), kind: 'success' });
    },
    onError: (error) => {
      if (noAnswer(error)) return;
      const code = callErrorOf(ticketCalls.createTicket, error);
      const isLimited = code === 'RATE_LIMITED';
      const reason = code === 'ATTACHMENT_GONE' ? 'pictures' : isLimited ? 'limited' : 'text';
      showToast({
        title: t('failed.toast'),
        description: t(`failed.${reason}`),
        kind: 'error',
      });
    },
  });
}

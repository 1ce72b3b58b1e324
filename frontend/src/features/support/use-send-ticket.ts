import { ticketCalls, type CreateTicketRequest } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../lib/http/call-api';
import { showToast } from '../../lib/ui/toast';
import { OWN_TICKETS } from './keys';

/** Sends a ticket, with its toasts (ADMIN-8.11, ADMIN-8.12). */
export function useSendTicket() {
  const { t } = useTranslation('support');
  const client = useQueryClient();
  const noAnswer = useNoAnswer();
  return useMutation({
    mutationFn: (body: CreateTicketRequest) => callApi(ticketCalls.createTicket, { body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: OWN_TICKETS });
      showToast({ title: t('done.toast'), description: t('done.toastText'), kind: 'success' });
    },
    onError: (error) => {
      if (noAnswer(error)) return;
      const isLimited = callErrorOf(ticketCalls.createTicket, error) === 'RATE_LIMITED';
      showToast({
        title: t('failed.toast'),
        description: t(isLimited ? 'failed.limited' : 'failed.text'),
        kind: 'error',
      });
    },
  });
}

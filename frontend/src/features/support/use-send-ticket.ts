import { ticketCalls, type CreateTicketRequest } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentLanguage } from '../../i18n/languages';
import { useLanguage } from '../../i18n/language-store';
import { callApi, callErrorCodeOf } from '../../lib/http/call-api';
import { isTimeout } from '../../lib/http/time-limit';
import { showToast } from '../../lib/browser/toast';
import { createRequestId } from '../../lib/values/request-id';
import { OWN_TICKETS } from './own-tickets-live';

/** Returns the catalogue key of a failed attempt: the ticket was not received, or an earlier attempt had succeeded. */
function sendFailureReasonOf(
  error: unknown,
): 'noAnswer' | 'repeated' | 'pictures' | 'hidden' | 'limited' | 'text' {
  if (isTimeout(error)) return 'noAnswer';
  const code = callErrorCodeOf(ticketCalls.createTicket, error);
  if (code === 'CONFLICT') return 'repeated';
  if (code === 'ATTACHMENT_GONE') return 'pictures';
  if (code === 'HIDDEN_FIELD_FILLED') return 'hidden';
  return code === 'RATE_LIMITED' ? 'limited' : 'text';
}

/**
 * Sends a ticket in the language of the page and shows a toast. A retry keeps the request id until the shop answers,
 * so that only one ticket is created.
 */
export function useSendTicket() {
  const { t } = useTranslation('support');
  const client = useQueryClient();
  const language = useLanguage((state) => documentLanguage(state.language));
  const [requestId, setRequestId] = useState(createRequestId);
  return useMutation({
    mutationFn: (written: Omit<CreateTicketRequest, 'language' | 'requestId'>) =>
      callApi(ticketCalls.createTicket, { body: { ...written, language, requestId } }),
    onSuccess: () => {
      setRequestId(createRequestId());
      void client.invalidateQueries({ queryKey: OWN_TICKETS });
      showToast({ title: t('done.toast'), description: t('done.toastText'), kind: 'success' });
    },
    onError: (error) => {
      const reason = sendFailureReasonOf(error);
      // A new request id is needed for a changed text, because the server already stored the first version under the
      // old id.
      if (reason === 'repeated') setRequestId(createRequestId());
      const title = reason === 'noAnswer' || reason === 'repeated' ? (`${reason}Toast` as const) : 'toast';
      showToast({ title: t(`failed.${title}`), description: t(`failed.${reason}`), kind: 'error' });
    },
  });
}

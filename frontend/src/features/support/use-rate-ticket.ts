import { ticketCalls, type LinkedTicket, type Ticket, type TicketRating } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi, callKey } from '../../lib/http/call-api';
import { applyEntity } from '../../lib/realtime/apply';
import { showToast } from '../../lib/ui/toast';
import { OWN_TICKET_LIST } from './keys';

/** Rates an answer: that of an own ticket, or by a secret link. */
export function useRateTicket(id: number, token: string | undefined) {
  const { t } = useTranslation('support');
  const client = useQueryClient();
  const onError = () => showToast({ title: t('rating.failed'), kind: 'error' });
  const own = useMutation({
    mutationFn: (rating: TicketRating) =>
      callApi(ticketCalls.rateTicket, { params: { id }, body: { rating } }),
    onSuccess: (ticket: Ticket) => applyEntity(client, [OWN_TICKET_LIST], ticket),
    onError,
  });
  const linked = useMutation({
    mutationFn: (rating: TicketRating) =>
      callApi(ticketCalls.rateLinkedTicket, { params: { token: token ?? '' }, body: { rating } }),
    onSuccess: (ticket: LinkedTicket) =>
      client.setQueryData(callKey(ticketCalls.linkedTicket, { token: token ?? '' }), ticket),
    onError,
  });
  return token === undefined ? own : linked;
}

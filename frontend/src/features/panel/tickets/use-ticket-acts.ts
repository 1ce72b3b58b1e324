import { ticketCalls, type AdminTicket, type TicketStatus } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { applyTicket, TICKETS_KEY } from './ticket-list';

/** Why an act was refused, below `failed` in the catalogue. */
const reasonOf = (code: ReturnType<typeof callErrorOf<typeof ticketCalls.setTicketStatus>>) =>
  code === 'OWN_TICKET' ? 'own' : code === 'STALE' || code === 'ILLEGAL_MOVE' ? 'changed' : 'text';

/** The end of an act on a ticket: the list follows, and a toast tells the outcome. */
function useActEnd() {
  const { t } = useTranslation('tickets');
  const client = useQueryClient();
  const noAnswer = useNoAnswer();
  const read = () => void client.invalidateQueries({ queryKey: TICKETS_KEY });
  return {
    onDone: (ticket: AdminTicket, title: string, description: string) => {
      applyTicket(client, ticket);
      // A read on its way would bring the old state back.
      if (client.isFetching({ queryKey: TICKETS_KEY }) > 0) read();
      showToast({ title, description, kind: 'success' });
    },
    onFailed: (error: unknown, reason: ReturnType<typeof reasonOf>, id: number) => {
      read();
      if (noAnswer(error)) return;
      showToast({
        title: t('failed.title'),
        description: t(`failed.${reason}`, { id }),
        kind: 'error',
      });
    },
  };
}

/** Takes or closes a ticket, by the version that is shown. */
export function useTicketStatus({ id, subject, version }: AdminTicket) {
  const { t } = useTranslation('tickets');
  const { onDone, onFailed } = useActEnd();
  return useMutation({
    mutationFn: (status: TicketStatus) =>
      callApi(ticketCalls.setTicketStatus, { params: { id }, body: { status, version } }),
    onSuccess: (ticket) => onDone(ticket, t('done.status'), `#${id} · ${subject}`),
    onError: (error) => onFailed(error, reasonOf(callErrorOf(ticketCalls.setTicketStatus, error)), id),
  });
}

/** Answers a ticket, which resolves it. */
export function useTicketAnswer({ id, version }: AdminTicket) {
  const { t } = useTranslation('tickets');
  const { onDone, onFailed } = useActEnd();
  return useMutation({
    mutationFn: (response: string) =>
      callApi(ticketCalls.answerTicket, { params: { id }, body: { response, version } }),
    onSuccess: (ticket) => onDone(ticket, t('done.answer'), t('done.answerText', { id })),
    onError: (error) => onFailed(error, reasonOf(callErrorOf(ticketCalls.answerTicket, error)), id),
  });
}

/** Adds an internal note. */
export function useAddNote(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => callApi(ticketCalls.addTicketNote, { params: { id }, body: { text } }),
    onSettled: () => void client.invalidateQueries({ queryKey: TICKETS_KEY }),
  });
}

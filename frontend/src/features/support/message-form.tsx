import { TICKET_MESSAGE_LENGTH, ticketCalls, ticketMessageCalls } from '@pax/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callErrorCodeOf, queryKeyFor } from '../../lib/http/call-api';
import { useSendTicketMessage, type TicketAddress } from '../../lib/http/use-ticket-messages';
import { showToast } from '../../lib/browser/toast';
import { OWN_TICKETS } from './own-tickets-live';
import { WriteForm } from './write-form';

/** Returns a function that loads a ticket again, or all own ones when it has no secret token. */
export function useRefetchTicket({ token }: TicketAddress): () => void {
  const client = useQueryClient();
  const queryKey = token === undefined ? OWN_TICKETS : queryKeyFor(ticketCalls.linkedTicket, { token });
  return () => void client.invalidateQueries({ queryKey });
}

interface MessageFormProps {
  readonly ticket: TicketAddress;
  /** True when the form is open from the start, as on the page of one ticket. */
  readonly isOpen: boolean;
}

/** Form in which the sender of a ticket writes a further message, with pictures. */
export function MessageForm({ ticket, isOpen }: MessageFormProps) {
  const { t } = useTranslation('support');
  const refetchTicket = useRefetchTicket(ticket);
  const send = useSendTicketMessage(ticket, (reason) => {
    if (reason === 'ended') refetchTicket();
    showToast({
      title: t(reason === 'noAnswer' ? 'failed.noAnswerToast' : 'message.failed.toast'),
      description: t(`message.failed.${reason}`),
      kind: 'error',
    });
  });
  return (
    <WriteForm
      names={{ open: t('message.write'), field: t('message.label'), send: t('message.send') }}
      maxLength={TICKET_MESSAGE_LENGTH}
      isOpen={isOpen}
      isSending={send.isPending}
      onSend={(written, onSent, onPicturesGone) =>
        send.mutate(written, {
          onSuccess: () => {
            onSent();
            refetchTicket();
          },
          onError: (error) => {
            if (callErrorCodeOf(ticketMessageCalls.addTicketMessage, error) === 'ATTACHMENT_GONE')
              onPicturesGone();
          },
        })
      }
    />
  );
}

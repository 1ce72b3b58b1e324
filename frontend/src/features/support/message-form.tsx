import { TICKET_MESSAGE_LENGTH, ticketCalls, ticketMessageCalls } from '@pax/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callErrorCodeOf, queryKeyFor } from '../../lib/http/call-api';
import { useSendTicketMessage, type TicketAddress } from '../../lib/http/use-ticket-messages';
import { showToast } from '../../lib/browser/toast';
import { OWN_TICKETS } from './own-tickets-live';
import { WriteForm, type TextDraft } from './write-form';

/** Returns a function that loads a ticket again, or all own ones when it has no secret token. */
export function useRefetchTicket({ token }: TicketAddress): () => void {
  const client = useQueryClient();
  const queryKey = token === undefined ? OWN_TICKETS : queryKeyFor(ticketCalls.linkedTicket, { token });
  return () => void client.invalidateQueries({ queryKey });
}

interface MessageFormProps {
  readonly ticket: TicketAddress;
  readonly draft: TextDraft;
  /** True when the form is open from the start, as on the page of one ticket. */
  readonly isOpen: boolean;
}

/** Form in which the sender of a ticket writes a further message, with pictures. */
export function MessageForm({ ticket, draft, isOpen }: MessageFormProps) {
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
      draft={draft}
      names={{ open: t('message.write'), field: t('message.label'), send: t('message.send') }}
      maxLength={TICKET_MESSAGE_LENGTH}
      isOpen={isOpen}
      isSending={send.isPending}
      onSend={async (written, onSent, onPicturesGone) => {
        try {
          // A promise, because staff may end the ticket, and thereby this form, before the shop answers.
          await send.mutateAsync(written);
          onSent();
          refetchTicket();
        } catch (error) {
          if (callErrorCodeOf(ticketMessageCalls.addTicketMessage, error) === 'ATTACHMENT_GONE')
            onPicturesGone();
        }
      }}
    />
  );
}

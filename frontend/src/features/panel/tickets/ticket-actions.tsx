import {
  TICKET_MESSAGE_LENGTH,
  TICKET_TEXT_LENGTH,
  ticketCalls,
  ticketMessageCalls,
  type AdminTicket,
  type TicketStatus,
} from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useFileDrop } from '../../../lib/hooks/use-file-drop';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { useSendTicketMessage } from '../../../lib/http/use-ticket-messages';
import { showToast } from '../../../lib/browser/toast';
import { applyTicketState, TICKETS_KEY } from './ticket-queries';
import { Button } from '../../../ui/components/base/button';
import { TextArea } from '../../../ui/components/form/field';
import { PicturesField, useTicketPictures } from '../../../ui/components/form/pictures-field';
import { usePanelLanguage } from '../shared/panel-language';

/** Returns the catalogue key, below `failed`, of the reason why the server refused a change of a ticket. */
const ticketRefusalReasonOf = (
  code: ReturnType<typeof callErrorCodeOf<typeof ticketCalls.setTicketStatus>>,
) => (code === 'OWN_TICKET' ? 'own' : code === 'STALE' || code === 'ILLEGAL_MOVE' ? 'changed' : 'text');

/** Returns handlers that store a changed ticket in the lists, or show in a toast why the change failed. */
function useTicketChangeHandlers() {
  const { t } = useTranslation('tickets');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  const refetchTickets = () => void client.invalidateQueries({ queryKey: TICKETS_KEY });
  return {
    onDone: (ticket: AdminTicket, title: string, description: string) => {
      applyTicketState(client, ticket);
      // Lists that are being fetched are fetched again, because they may get the ticket's old state.
      if (client.isFetching({ queryKey: TICKETS_KEY }) > 0) refetchTickets();
      showToast({ title, description, kind: 'success' });
    },
    onFailed: (error: unknown, reason: ReturnType<typeof ticketRefusalReasonOf>, id: number) => {
      refetchTickets();
      if (noAnswer(error)) return;
      showToast({
        title: t('failed.title'),
        description: t(`failed.${reason}`, { id }),
        kind: 'error',
      });
    },
  };
}

/** Takes or closes a ticket with the version that was shown, so that another user's change is not overwritten. */
function useSetTicketStatus({ id, subject, version }: AdminTicket) {
  const { t } = useTranslation('tickets');
  const { onDone, onFailed } = useTicketChangeHandlers();
  return useMutation({
    mutationFn: (status: TicketStatus) =>
      callApi(ticketCalls.setTicketStatus, { params: { id }, body: { status, version } }),
    onSuccess: (ticket) => onDone(ticket, t('done.status'), `#${id} · ${subject}`),
    onError: (error) =>
      onFailed(error, ticketRefusalReasonOf(callErrorCodeOf(ticketCalls.setTicketStatus, error)), id),
  });
}

/** Sends the answer to a ticket, which thereby becomes resolved. */
function useAnswerTicket({ id, version }: AdminTicket) {
  const { t } = useTranslation('tickets');
  const { onDone, onFailed } = useTicketChangeHandlers();
  return useMutation({
    mutationFn: (response: string) =>
      callApi(ticketCalls.answerTicket, { params: { id }, body: { response, version } }),
    onSuccess: (ticket) => onDone(ticket, t('done.answer'), t('done.answerText', { id })),
    onError: (error) =>
      onFailed(error, ticketRefusalReasonOf(callErrorCodeOf(ticketCalls.answerTicket, error)), id),
  });
}

/** Sends a message to the sender of a ticket, which changes no status; a refusal is shown in a toast. */
function useSendMessage({ id }: AdminTicket) {
  const { t } = useTranslation('tickets');
  const client = useQueryClient();
  const refetchTickets = () => void client.invalidateQueries({ queryKey: TICKETS_KEY });
  const send = useSendTicketMessage({ id }, (reason) => {
    refetchTickets();
    showToast({
      title: t('failed.title'),
      description: t(`messages.failed.${reason}`, { id }),
      kind: 'error',
    });
  });
  return { ...send, refetchTickets };
}

/** Adds an internal note to a ticket. */
export function useAddTicketNote(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => callApi(ticketCalls.addTicketNote, { params: { id }, body: { text } }),
    onSettled: () => void client.invalidateQueries({ queryKey: TICKETS_KEY }),
  });
}

/** Row of two buttons of equal width; a button with a longer text takes a row of its own. */
const Steps = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 calc(50% - 4px)' } },
});
const Box = chakra('form', {
  base: { display: 'grid', gap: '3', '& textarea': { borderColor: 'accent', borderWidth: '2px' } },
});
const Question = chakra('p', { base: { flex: '1 0 100%', textStyle: 'small' } });

/** Focuses the element that replaced the pressed button. */
const focusElement = (element: HTMLElement | null): void => element?.focus();

interface TicketActionsProps {
  readonly ticket: AdminTicket;
  /** Typed text of the answer; undefined while the answer field is closed. */
  readonly draft: string | undefined;
  readonly onDraft: (draft: string | undefined) => void;
}

/** Form in which staff answer a ticket, which thereby becomes resolved, or write a message, which changes no status. */
function ReplyBox({ ticket, draft, onDraft }: TicketActionsProps) {
  const { t } = useTranslation('tickets');
  const lang = usePanelLanguage();
  const answer = useAnswerTicket(ticket);
  const message = useSendMessage(ticket);
  const pictures = useTicketPictures();
  const drop = useFileDrop(pictures.add);
  const [isUploading, setUploading] = useState(false);
  const isEmpty = (draft ?? '').trim() === '';
  // An answer takes no pictures, so it waits until they are sent as a message or removed.
  const hasPictures = pictures.pictures.length > 0;
  const isSending = answer.isPending || message.isPending || isUploading;
  const sendMessage = async () => {
    if (isSending) return;
    setUploading(true);
    const attachments = await pictures.waitForUploads();
    setUploading(false);
    if (!attachments) return;
    message.mutate(
      { text: draft ?? '', ...(attachments.length > 0 && { attachments }) },
      {
        onSuccess: () => {
          onDraft('');
          pictures.clear();
          message.refetchTickets();
        },
        onError: (error) => {
          if (callErrorCodeOf(ticketMessageCalls.addTicketMessage, error) === 'ATTACHMENT_GONE')
            pictures.retryAll();
        },
      },
    );
  };
  return (
    <Box
      lang={lang}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !isSending && !hasPictures)
          answer.mutate(draft ?? '', { onSuccess: () => onDraft(undefined) });
      }}
      {...drop.handlers}
    >
      <TextArea
        label={t('reply.label')}
        hint={t('reply.hint')}
        rows={4}
        ref={focusElement}
        maxLength={TICKET_TEXT_LENGTH}
        value={draft ?? ''}
        onChange={({ target }) => onDraft(target.value)}
      />
      <PicturesField field={pictures} isOver={drop.isOver} texts="tickets" />
      <Steps>
        <Button
          type="submit"
          kind="primary"
          size="lg"
          loading={answer.isPending}
          disabled={isEmpty || hasPictures}
        >
          {t('reply.send')}
        </Button>
        <Button
          size="lg"
          loading={message.isPending || isUploading}
          disabled={isEmpty || (draft ?? '').trim().length > TICKET_MESSAGE_LENGTH}
          onClick={() => void sendMessage()}
        >
          {t('messages.send')}
        </Button>
        <Button size="lg" onClick={() => onDraft(undefined)}>
          {t('cancel')}
        </Button>
      </Steps>
    </Box>
  );
}

/** Buttons for the next steps of a waiting ticket; closing asks for confirmation. */
export function TicketActions(props: TicketActionsProps) {
  const { ticket, draft, onDraft } = props;
  const { t } = useTranslation('tickets');
  const lang = usePanelLanguage();
  const [isClosing, setClosing] = useState(false);
  const status = useSetTicketStatus(ticket);
  const isTaken = ticket.status === 'in_progress';
  if (draft !== undefined) return <ReplyBox {...props} />;
  if (isClosing)
    return (
      <Steps lang={lang}>
        <Question>{t('closing')}</Question>
        <Button kind="danger" size="lg" loading={status.isPending} onClick={() => status.mutate('closed')}>
          {t('closeYes')}
        </Button>
        <Button size="lg" ref={focusElement} onClick={() => setClosing(false)}>
          {t('cancel')}
        </Button>
      </Steps>
    );
  return (
    <Steps lang={lang} role="group" aria-label={t('steps')}>
      <Button kind="primary" size="lg" icon="chat" onClick={() => onDraft('')}>
        {t('answer')}
      </Button>
      <Button
        size="lg"
        loading={status.isPending}
        icon={isTaken ? 'check' : undefined}
        aria-pressed={isTaken}
        onClick={() => isTaken || status.mutate('in_progress')}
      >
        {t('take')}
      </Button>
      <Button size="lg" onClick={() => setClosing(true)}>
        {t('close')}
      </Button>
    </Steps>
  );
}

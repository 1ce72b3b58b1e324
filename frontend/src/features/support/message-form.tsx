import { chakra } from '@chakra-ui/react/styled-system';
import { TICKET_MESSAGE_LENGTH, ticketCalls } from '@pax/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { TextArea } from '../../ui/components/form/field';
import { useFileDrop } from '../../lib/hooks/use-file-drop';
import { queryKeyFor } from '../../lib/http/call-api';
import { useSendTicketMessage, type TicketAddress } from '../../lib/http/use-ticket-messages';
import { showToast } from '../../lib/browser/toast';
import { OWN_TICKETS } from './own-tickets-live';
import { PicturesField, useTicketPictures } from './pictures-field';

const Form = chakra('form', { base: { display: 'grid', gap: '3' } });
const Acts = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

/** Focuses the field that replaced the pressed button. */
const focusElement = (element: HTMLElement | null): void => element?.focus();

interface MessageFormProps {
  readonly ticket: TicketAddress;
  /** True when the form is open from the start, as on the page of one ticket. */
  readonly isOpen: boolean;
}

/** Form in which the sender of a ticket writes a further message, with pictures. */
export function MessageForm({ ticket, isOpen }: MessageFormProps) {
  const { t } = useTranslation('support');
  const client = useQueryClient();
  const [isShown, setShown] = useState(isOpen);
  const [text, setText] = useState('');
  const [isUploading, setUploading] = useState(false);
  const pictures = useTicketPictures();
  const drop = useFileDrop(pictures.add);
  const refetchTicket = () =>
    void client.invalidateQueries({
      queryKey:
        ticket.token === undefined
          ? OWN_TICKETS
          : queryKeyFor(ticketCalls.linkedTicket, { token: ticket.token }),
    });
  const send = useSendTicketMessage(ticket, (reason) => {
    if (reason === 'pictures') pictures.retryAll();
    if (reason === 'ended') refetchTicket();
    showToast({
      title: t(reason === 'noAnswer' ? 'failed.noAnswerToast' : 'message.failed.toast'),
      description: t(`message.failed.${reason}`),
      kind: 'error',
    });
  });
  const isSending = send.isPending || isUploading;
  const submit = async () => {
    if (text.trim() === '' || isSending) return;
    setUploading(true);
    const attachments = await pictures.waitForUploads();
    setUploading(false);
    if (!attachments) return;
    send.mutate(attachments.length > 0 ? { text, attachments } : { text }, {
      onSuccess: () => {
        setText('');
        pictures.clear();
        setShown(isOpen);
        refetchTicket();
      },
    });
  };
  if (!isShown)
    return (
      <div>
        <Button icon="chat" onClick={() => setShown(true)}>
          {t('message.write')}
        </Button>
      </div>
    );
  return (
    <Form
      aria-label={t('message.write')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      {...drop.handlers}
    >
      <TextArea
        label={t('message.label')}
        rows={3}
        maxLength={TICKET_MESSAGE_LENGTH}
        ref={isOpen ? undefined : focusElement}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <PicturesField field={pictures} isOver={drop.isOver} />
      <Acts>
        <Button type="submit" kind="primary" loading={isSending} disabled={text.trim() === ''}>
          {t('message.send')}
        </Button>
        {!isOpen && <Button onClick={() => setShown(false)}>{t('message.cancel')}</Button>}
      </Acts>
    </Form>
  );
}

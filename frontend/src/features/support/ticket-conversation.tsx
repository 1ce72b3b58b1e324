import { chakra } from '@chakra-ui/react/styled-system';
import type { LinkedTicket, Picture, TicketMessage } from '@pax/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { PictureRow } from '../../ui/components/shop/picture-row';
import { useTicketMessages } from '../../lib/http/use-ticket-messages';
import { linkedPictureAddress, ticketPictureAddress } from '../../lib/values/urls';
import { FACT_SEPARATOR, formatDateTime } from '../../lib/values/format';

const Talk = chakra('div', { base: { display: 'grid', gap: '3' } });
const Said = chakra('div', {
  base: { borderStartWidth: '3px', borderColor: 'line', ps: '3', '&[data-ours]': { borderColor: 'money' } },
});
const Who = chakra('p', { base: { textStyle: 'label', color: 'muted', mb: '1' } });
const Text = chakra('p', { base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: 'prose' } });
const Failed = chakra('p', { base: { color: 'danger', textStyle: 'small' } });

interface EntryProps {
  readonly isOurs?: boolean;
  readonly who: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** One text of the conversation, with who wrote it. */
function Entry({ isOurs = false, who, text, children }: EntryProps) {
  return (
    <Said data-ours={isOurs ? '' : undefined}>
      <Who>{who}</Who>
      <Text>{text}</Text>
      {children}
    </Said>
  );
}

interface TicketTextsProps {
  readonly ticket: LinkedTicket;
  /** Token of the ticket's secret link; undefined when the owner is signed in. */
  readonly token: string | undefined;
  /** Messages of both sides, oldest first. */
  readonly messages: readonly TicketMessage[];
  /** Elements between the question and the messages. */
  readonly children?: ReactNode;
}

/** Texts of a ticket, oldest first: the question, messages of both sides, the answer. */
export function TicketTexts({ ticket, token, messages, children }: TicketTextsProps) {
  const { t } = useTranslation('support');
  const { id, response, endedAt, attachments = [] } = ticket;
  const at = (who: string, time: string) => who + FACT_SEPARATOR + formatDateTime(time);
  const renderPictures = (pictures: readonly Picture[]) => (
    <PictureRow
      pictures={pictures}
      srcOf={token === undefined ? ticketPictureAddress(id) : linkedPictureAddress(token)}
      nameOf={(number) => t('ticket.picture', { number, count: pictures.length })}
    />
  );
  const renderMessage = ({ id: key, side, text, pictures, createdAt }: TicketMessage) => (
    <Entry
      key={key}
      isOurs={side === 'staff'}
      who={at(t(side === 'staff' ? 'message.us' : 'ticket.you'), createdAt)}
      text={text}
    >
      {renderPictures(pictures)}
    </Entry>
  );
  return (
    <Talk>
      <Entry who={at(t('ticket.you'), ticket.createdAt)} text={ticket.message}>
        {renderPictures(attachments)}
      </Entry>
      {children}
      {messages.map(renderMessage)}
      {response !== null && (
        <Entry isOurs who={endedAt === null ? t('ticket.us') : at(t('ticket.us'), endedAt)} text={response} />
      )}
    </Talk>
  );
}

/** Everything that was written about a ticket; of very many messages the newest, and earlier ones on request. */
export function TicketConversation({ ticket, token }: Omit<TicketTextsProps, 'messages' | 'children'>) {
  const { t } = useTranslation('support');
  const { id, messages: count = 0 } = ticket;
  const list = useTicketMessages({ id, token }, count);
  return (
    <TicketTexts ticket={ticket} token={token} messages={list.messages}>
      {list.hasNextPage && (
        <div>
          <Button size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('message.earlier')}
          </Button>
        </div>
      )}
      {list.isError && <Failed role="alert">{t('message.loadFailed')}</Failed>}
    </TicketTexts>
  );
}

import { chakra } from '@chakra-ui/react/styled-system';
import {
  ticketFollowUpCalls,
  type AdminTicket,
  type LinkedTicket,
  type Picture,
  type TicketMessage,
} from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Icon } from '../../../ui/components/base/icon';
import { PictureRow } from '../../../ui/components/shop/picture-row';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { useTicketMessages } from '../../../lib/http/use-ticket-messages';
import { formatDateTime } from '../../../lib/values/format';
import { ticketPictureAddress } from '../../../lib/values/urls';
import { usePanelLanguage } from '../shared/panel-language';
import { useSenderName } from './ticket-sender';

const Talk = chakra('section', { base: { display: 'grid', gap: '3' } });
const Texts = chakra('div', { base: { display: 'grid', gap: '3' } });
const Said = chakra('article', {
  base: {
    bg: 'bg',
    borderWidth: '1px',
    borderColor: 'line',
    px: '3',
    py: '2.5',
    me: '6',
    '&[data-ours]': { me: '0', ms: '6', bg: 'raised', borderColor: 'edge' },
  },
});
const Text = chakra('p', { base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } });
const By = chakra('p', { base: { color: 'muted', textStyle: 'tiny', mt: '2' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Earlier = chakra('section', {
  base: {
    display: 'grid',
    gap: '3',
    pb: '3',
    borderBottomWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'line',
  },
});
const Failed = chakra('p', { base: { color: 'danger', textStyle: 'small' } });
const Rated = chakra('p', {
  base: { display: 'flex', alignItems: 'center', gap: '1.5', mt: '1.5', textStyle: 'small', color: 'accent' },
});

interface EntryProps {
  readonly ticketId: number;
  readonly isOurs?: boolean;
  readonly who: string;
  readonly at: string | null;
  readonly text: string;
  readonly pictures?: readonly Picture[];
  readonly children?: ReactNode;
}

/** One text of the conversation: the sender's on the left, the shop's on the right. */
function Entry({ ticketId, isOurs = false, who, at, text, pictures = [], children }: EntryProps) {
  const { t } = useTranslation('tickets');
  const lang = usePanelLanguage();
  return (
    <Said data-ours={isOurs ? '' : undefined}>
      <Text lang="">{text}</Text>
      <PictureRow
        pictures={pictures}
        srcOf={ticketPictureAddress(ticketId)}
        nameOf={(number) => t('picture', { number, count: pictures.length })}
        lang={lang}
      />
      <By>
        <bdi>{who}</bdi>
        {at !== null && <span>{` · ${formatDateTime(at)}`}</span>}
      </By>
      {children}
    </Said>
  );
}

interface TicketTextsProps {
  readonly ticket: LinkedTicket;
  /** Name of the sender as the shop knows it. */
  readonly sender: string;
  /** Messages of both sides, oldest first. */
  readonly messages: readonly TicketMessage[];
  /** Elements between the question and the messages. */
  readonly children?: ReactNode;
}

/** Texts of a ticket, oldest first: the question, messages of both sides, the answer with its rating. */
function TicketTexts({ ticket, sender, messages, children }: TicketTextsProps) {
  const { t } = useTranslation('tickets');
  const { id, response, endedAt } = ticket;
  return (
    <Texts>
      <Entry
        ticketId={id}
        who={sender}
        at={ticket.createdAt}
        text={ticket.message}
        pictures={ticket.attachments ?? []}
      />
      {children}
      {messages.map(({ id: key, side, author, text, pictures, createdAt }) => (
        <Entry
          key={key}
          ticketId={id}
          isOurs={side === 'staff'}
          who={side === 'staff' ? (author ?? t('us')) : sender}
          at={createdAt}
          text={text}
          pictures={pictures}
        />
      ))}
      {response !== null && (
        <Entry ticketId={id} isOurs who={t('us')} at={endedAt} text={response}>
          {ticket.rating && (
            <Rated>
              <Icon name="star" size={16} filled />
              {t('rated', { stars: ticket.rating })}
            </Rated>
          )}
        </Entry>
      )}
      {ticket.status === 'closed' && endedAt && (
        <Quiet>{t('closedAt', { time: formatDateTime(endedAt) })}</Quiet>
      )}
    </Texts>
  );
}

/** The answered tickets before a follow-up, oldest first. */
function EarlierTickets({ id, sender }: { readonly id: number; readonly sender: string }) {
  const { t } = useTranslation('tickets');
  const { data, isError } = useQuery(queryOptionsFor(ticketFollowUpCalls.earlierTickets, { id }));
  if (isError) return <Failed role="alert">{t('messages.loadFailed')}</Failed>;
  return data?.toReversed().map((earlier) => (
    <Earlier key={earlier.id} aria-label={t('title', { id: earlier.id })}>
      <Quiet>{t('title', { id: earlier.id })}</Quiet>
      <TicketTexts ticket={earlier} sender={sender} messages={earlier.conversation} />
    </Earlier>
  ));
}

/** Brings the newest text into view once, when the sheet opens. */
const showEnd = (end: HTMLElement | null): void => end?.scrollIntoView({ block: 'nearest' });

/** Everything that a ticket's sender and the shop wrote to each other, oldest first. */
export function TicketConversation({ ticket }: { readonly ticket: AdminTicket }) {
  const { t } = useTranslation('tickets');
  const sender = useSenderName()(ticket);
  const { id, messages: count = 0, follows = null, followedBy = null } = ticket;
  const list = useTicketMessages({ id }, count);
  return (
    <Talk aria-label={t('talk')}>
      {follows !== null && <EarlierTickets id={id} sender={sender} />}
      <TicketTexts ticket={ticket} sender={sender} messages={list.messages}>
        {list.hasNextPage && (
          <Button size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('messages.earlier')}
          </Button>
        )}
        {list.isError && <Failed role="alert">{t('messages.loadFailed')}</Failed>}
      </TicketTexts>
      {followedBy !== null && <Quiet>{t('followedBy', { id: followedBy })}</Quiet>}
      {list.messages.length > 0 && <div ref={showEnd} />}
    </Talk>
  );
}

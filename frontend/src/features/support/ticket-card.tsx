import { chakra } from '@chakra-ui/react/styled-system';
import {
  ticketCalls,
  type LinkedTicket,
  type Ticket,
  type TicketRating,
  isOpenTicket,
  type TicketStatus,
} from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { callApi, queryKeyFor } from '../../lib/http/call-api';
import { applyEntity } from '../../lib/realtime/apply-message';
import { showToast } from '../../lib/browser/toast';
import { EarlierTickets, FollowUp } from './follow-up';
import { MessageForm } from './message-form';
import { OWN_TICKET_LIST } from './own-tickets-live';
import { useTextDraft } from './write-form';
import { TicketConversation } from './ticket-conversation';
import { TextArea } from '../../ui/components/form/field';
import { ButtonLink } from '../../ui/components/base/button';
import { Surface } from '../../ui/components/base/surface';
import { Chip, StatusChip, type ChipTone } from '../../ui/components/shop/chip';
import { StarButtons } from '../../ui/components/shop/stars';
import { FACT_SEPARATOR, formatDateTime } from '../../lib/values/format';

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' },
});
const Question = chakra('p', { base: { textStyle: 'small', color: 'muted' } });
/** Sends the rating of a ticket's answer, as the owner's account or with the token of the ticket's secret link. */
function useRateTicket(id: number, token: string | undefined) {
  const { t } = useTranslation('support');
  const client = useQueryClient();
  const showRatingFailure = () => showToast({ title: t('rating.failed'), kind: 'error' });
  const own = useMutation({
    mutationFn: (rating: TicketRating) =>
      callApi(ticketCalls.rateTicket, { params: { id }, body: { rating } }),
    onSuccess: (ticket: Ticket) => applyEntity(client, [OWN_TICKET_LIST], ticket),
    onError: showRatingFailure,
  });
  const linked = useMutation({
    mutationFn: (rating: TicketRating) =>
      callApi(ticketCalls.rateLinkedTicket, { params: { token: token ?? '' }, body: { rating } }),
    onSuccess: (ticket: LinkedTicket) =>
      client.setQueryData(queryKeyFor(ticketCalls.linkedTicket, { token: token ?? '' }), ticket),
    onError: showRatingFailure,
  });
  return token === undefined ? own : linked;
}

interface AnswerRatingProps {
  readonly ticket: LinkedTicket;
  /** Token of the ticket's secret link; undefined when the owner is signed in and reads the ticket in the account. */
  readonly token: string | undefined;
}

/** Rating of the answer by one to five stars; a new rating replaces the earlier one. */
function AnswerRating({ ticket: { id, rating = null }, token }: AnswerRatingProps) {
  const { t } = useTranslation('support');
  const rate = useRateTicket(id, token);
  const shown = rate.isPending ? rate.variables : rating;
  return (
    <Row>
      <Question aria-live="polite">{t(rating === null ? 'rating.question' : 'rating.thanks')}</Question>
      <StarButtons
        label={t('rating.question')}
        labelOf={(count) => t('rating.stars', { count })}
        value={shown}
        onChoose={(stars) => !rate.isPending && stars !== rating && rate.mutate(stars)}
      />
    </Row>
  );
}

const TONES: Readonly<Record<TicketStatus, ChipTone>> = {
  open: 'accent',
  in_progress: 'info',
  resolved: 'money',
  closed: 'muted',
};

const Card = chakra(Surface, { base: { display: 'grid', gap: '3' } });
const Top = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1.5',
    alignItems: 'center',
    justifyContent: 'space-between',
  },
});
/** Heading of one ticket, below the page's heading. */
const Subject = chakra('h3', { base: { textStyle: 'subheading', overflowWrap: 'anywhere' } });
const Chips = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', gap: '1.5' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

interface TicketCardProps {
  readonly ticket: LinkedTicket;
  /** Token of the ticket's secret link; undefined when the owner is signed in and reads the ticket in the account. */
  readonly token?: string;
}

/** Card of a ticket as its sender sees it: the status, the conversation, and what the sender can do. */
export const TicketCard = memo(function TicketCard({ ticket, token }: TicketCardProps) {
  const { t } = useTranslation('support');
  const { id, status, response } = ticket;
  // The draft outlives its form: what was typed when staff answered becomes a follow-up,
  // and when they closed the ticket it can go into a new one.
  const draft = useTextDraft();
  return (
    <Card asChild pad="md">
      <article aria-label={t('ticket.number', { id })}>
        <Top>
          <Subject as={token === undefined ? 'h3' : 'h2'}>{ticket.subject}</Subject>
          <Chips aria-live="polite">
            <StatusChip tone={TONES[status]}>{t(`status.${status}`)}</StatusChip>
            <Chip>{t(`priority.${ticket.priority}`)}</Chip>
          </Chips>
        </Top>
        <Quiet>
          {t('ticket.number', { id })}
          {FACT_SEPARATOR}
          {t('ticket.sent', { time: formatDateTime(ticket.createdAt) })}
        </Quiet>
        <EarlierTickets ticket={ticket} token={token} />
        <TicketConversation ticket={ticket} token={token} />
        {response !== null && <AnswerRating ticket={ticket} token={token} />}
        {response !== null && <FollowUp ticket={ticket} token={token} draft={draft} />}
        {isOpenTicket(status) && (
          <>
            <Quiet>{t(ticket.lastMessage?.side === 'staff' ? 'message.yourTurn' : 'ticket.wait')}</Quiet>
            <MessageForm ticket={{ id, token }} draft={draft} isOpen={token !== undefined} />
          </>
        )}
        {status === 'closed' && <Quiet>{t('ticket.closed')}</Quiet>}
        {status === 'closed' && draft.text !== '' && (
          <>
            <TextArea readOnly label={t('message.unsent')} rows={3} value={draft.text} />
            <p>
              <ButtonLink asChild>
                <Link to="/support" state={{ message: draft.text }}>
                  {t('message.toNewTicket')}
                </Link>
              </ButtonLink>
            </p>
          </>
        )}
      </article>
    </Card>
  );
});

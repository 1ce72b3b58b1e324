import { chakra } from '@chakra-ui/react/styled-system';
import { isOpenTicket, type LinkedTicket, type TicketStatus } from '@pax/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Surface } from '../../ui/components/base/surface';
import { Chip, StatusChip, type ChipTone } from '../../ui/components/shop/chip';
import { PictureRow } from '../../ui/components/shop/picture-row';
import { linkedPicture, ticketPicture } from '../../lib/http/ticket-picture';
import { DOT } from '../../lib/values/dot';
import { formatDateTime } from '../../lib/values/format';
import { AnswerRating } from './answer-rating';

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
/** Among the own tickets below their heading, on the page of a link below the page's. */
const Subject = chakra('h3', { base: { textStyle: 'subheading', overflowWrap: 'anywhere' } });
const Chips = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', gap: '1.5' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Said = chakra('div', {
  base: { borderStartWidth: '3px', borderColor: 'line', ps: '3', '&[data-ours]': { borderColor: 'money' } },
});
const Who = chakra('p', { base: { textStyle: 'label', color: 'muted', mb: '1' } });
const Text = chakra('p', { base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: 'prose' } });

interface TicketCardProps {
  readonly ticket: LinkedTicket;
  /** Token of the ticket's secret link; absent when its account reads it. */
  readonly token?: string;
}

/** A ticket as its sender reads it: what was asked, where it is, and the answer. */
export const TicketCard = memo(function TicketCard({ ticket, token }: TicketCardProps) {
  const { t } = useTranslation('support');
  const { id, status, response, endedAt, attachments = [] } = ticket;
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
          {DOT}
          {t('ticket.sent', { time: formatDateTime(ticket.createdAt) })}
        </Quiet>
        <Said>
          <Who>{t('ticket.you')}</Who>
          <Text>{ticket.message}</Text>
          <PictureRow
            pictures={attachments}
            srcOf={token === undefined ? ticketPicture(id) : linkedPicture(token)}
            nameOf={(number) => t('ticket.picture', { number, count: attachments.length })}
          />
        </Said>
        {response !== null && (
          <Said data-ours="">
            <Who>{t('ticket.us') + (endedAt === null ? '' : DOT + formatDateTime(endedAt))}</Who>
            <Text>{response}</Text>
          </Said>
        )}
        {response !== null && <AnswerRating ticket={ticket} token={token} />}
        {isOpenTicket(status) && <Quiet>{t('ticket.wait')}</Quiet>}
        {status === 'closed' && <Quiet>{t('ticket.closed')}</Quiet>}
      </article>
    </Card>
  );
});

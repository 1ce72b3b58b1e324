import { chakra } from '@chakra-ui/react/styled-system';
import { ticketCalls, type TicketTranscript as Transcript } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { Paper, PaperColumn, PaperActions } from '../../../ui/components/base/paper';
import { EmptyState, ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, SkeletonText } from '../../../ui/components/feedback/skeleton';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';
import { formatDateTime } from '../../../lib/values/format';
import { NamedOrders, typedNameOf, useSenderName } from './ticket-sender';
import { light } from '../../../ui/theme/palette';

const Main = chakra('main', { base: { px: { base: '4', md: '6', _print: '0' } } });
const Title = chakra('h1', { base: { textStyle: 'title', overflowWrap: 'anywhere' } });
const Facts = chakra('p', { base: { color: light.muted, fontSize: 'sm', overflowWrap: 'anywhere' } });
const Lines = chakra('ol', { base: { display: 'grid', gap: '4', listStyle: 'none' } });
const Line = chakra('li', {
  base: {
    borderStartWidth: '3px',
    borderColor: light.edge,
    ps: '3',
    breakInside: 'avoid',
    '&[data-inside]': { borderStyle: 'dashed' },
  },
});
const By = chakra('p', { base: { color: light.muted, fontSize: 'sm', overflowWrap: 'anywhere' } });
const Said = chakra('p', { base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } });

function TranscriptSheet({ transcript: { ticket, lines } }: { readonly transcript: Transcript }) {
  const { t } = useTranslation('tickets');
  const sender = useSenderName()(ticket);
  const typed = typedNameOf(ticket);
  return (
    <Paper aria-labelledby="transcript">
      <header>
        <Title id="transcript">{t('transcript.title', { id: ticket.id })}</Title>
        <Facts lang="" dir="auto">
          {ticket.subject}
        </Facts>
        <Facts>
          {t(`status.${ticket.status}`)} · {t(`priority.${ticket.priority}`)} · <bdi>{sender}</bdi>
          {typed !== null && <span>{` · ${t('typedName', { name: typed })}`}</span>}
        </Facts>
        {ticket.namedOrders.length > 0 && (
          <Facts>
            <NamedOrders ticket={ticket} />
          </Facts>
        )}
      </header>
      <Lines aria-label={t('talk')}>
        {lines.map((line, index) => (
          <Line key={`${line.at} ${index}`} {...(line.isInside ? { 'data-inside': '' } : {})}>
            <By>
              <bdi>
                {line.kind === 'message' ? sender : (line.author ?? t('us')) || t('transcript.unnamed')}
              </bdi>{' '}
              · {formatDateTime(line.at)}
              {line.isInside && (
                <span>{` · ${t(`transcript.${line.kind === 'thread' ? 'thread' : 'inside'}`)}`}</span>
              )}
            </By>
            <Said lang="" dir="auto">
              {line.text}
            </Said>
          </Line>
        ))}
      </Lines>
    </Paper>
  );
}

/** Text that says why there is no transcript to show. */
function NoTranscript({ why }: { readonly why: 'emptied' | 'noneText' | 'noRight' }) {
  const { t } = useTranslation('tickets');
  return <EmptyState title={t('transcript.none')} sentence={t(`transcript.${why}`)} />;
}

/** Transcript of a ticket with all messages and internal notes, which staff can read and print. */
export function TicketTranscript({ id }: { readonly id: number }) {
  const { t } = useTranslation('tickets');
  const transcript = useQuery({
    ...queryOptionsFor(ticketCalls.ticketTranscript, { id }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const status = transcript.error instanceof ApiError ? transcript.error.status : undefined;
  const isKnown = status !== undefined && status < 500;
  // True for a ticket whose sender's account was deleted, which removed names and messages.
  const isEmptied = transcript.data?.ticket.name === '';
  const paper = isEmptied ? undefined : transcript.data;
  return (
    <Main>
      <PaperColumn>
        <PaperActions>
          {paper && (
            <Button kind="primary" icon="printer" onClick={() => globalThis.print()}>
              {t('transcript.print')}
            </Button>
          )}
          <ButtonLink asChild>
            <Link to="/admin?tab=tickets">{t('transcript.back')}</Link>
          </ButtonLink>
        </PaperActions>
        {paper && <TranscriptSheet transcript={paper} />}
        {isEmptied && <NoTranscript why="emptied" />}
        {isKnown && <NoTranscript why={status === 403 ? 'noRight' : 'noneText'} />}
        {transcript.isError && !isKnown && (
          <ErrorState sentence={t('transcript.failed')} onRetry={() => void transcript.refetch()} />
        )}
        {transcript.isPending && (
          <Loading>
            <SkeletonText lines={8} />
          </Loading>
        )}
      </PaperColumn>
    </Main>
  );
}

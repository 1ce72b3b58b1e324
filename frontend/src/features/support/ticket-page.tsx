import { chakra } from '@chakra-ui/react/styled-system';
import { isOpenTicket, ticketCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { ButtonLink } from '../../ui/components/base/button';
import { Page } from '../../ui/components/base/page';
import { EmptyState, ErrorState } from '../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../ui/components/feedback/skeleton';
import { useDocumentTitle } from '../../lib/hooks/use-title';
import { callErrorCodeOf, queryOptionsFor } from '../../lib/http/call-api';
import { TicketCard } from './ticket-card';

/** Interval at which the page asks the server for an answer to the ticket, ms. */
const POLL_MS = 10_000;

const Head = chakra('header', { base: { pt: { base: '5', md: '8' }, pb: { base: '4', md: '6' } } });
const Heading = chakra('h1', { base: { textStyle: 'title' } });
const Intro = chakra('p', { base: { color: 'muted', mt: '2', maxWidth: '60ch' } });
const Narrow = chakra('div', { base: { maxWidth: '820px' } });

function UnknownTicket() {
  const { t } = useTranslation('support');
  return (
    <EmptyState
      title={t('unknown.title')}
      sentence={t('unknown.text')}
      action={
        <ButtonLink asChild kind="primary">
          <Link to="/support">{t('unknown.action')}</Link>
        </ButtonLink>
      }
    />
  );
}

/** Loads the ticket of a secret link, again and again until the ticket is closed. */
function LinkedTicket({ token }: { readonly token: string }) {
  const { t } = useTranslation('support');
  const { data, error, isPending, refetch } = useQuery({
    ...queryOptionsFor(ticketCalls.linkedTicket, { token }),
    retry: false,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data && isOpenTicket(state.data.status) ? POLL_MS : false),
  });
  if (isPending)
    return (
      <Loading>
        <Skeleton height="240px" />
      </Loading>
    );
  if (data) return <TicketCard ticket={data} token={token} />;
  if (callErrorCodeOf(ticketCalls.linkedTicket, error) === 'NOT_FOUND') return <UnknownTicket />;
  return <ErrorState sentence={t('loadFailed')} onRetry={() => void refetch()} />;
}

/** Parses the token of a ticket from the URL fragment; undefined if the text has another form. */
const parseTicketToken = (hash: string): string | undefined => /^#([\w-]{22})$/.exec(hash)?.[1];

/** Page of a visitor's ticket, opened by the ticket's secret link. */
export function TicketPage() {
  const { t } = useTranslation(['support', 'shop']);
  useDocumentTitle(t('shop:title.page', { page: t('support:ticket.page') }));
  const token = parseTicketToken(useLocation().hash);
  return (
    <Page pb="10">
      <Head>
        <Heading>{t('support:ticket.page')}</Heading>
        <Intro>{t('support:ticket.intro')}</Intro>
      </Head>
      <Narrow>{token === undefined ? <UnknownTicket /> : <LinkedTicket key={token} token={token} />}</Narrow>
    </Page>
  );
}

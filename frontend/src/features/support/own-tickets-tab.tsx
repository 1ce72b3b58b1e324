import { chakra } from '@chakra-ui/react/styled-system';
import { ticketCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../ui/components/base/button';
import { EmptyState, ErrorState } from '../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../ui/components/feedback/skeleton';
import { queryOptionsFor } from '../../lib/http/call-api';
import { TicketCard } from './ticket-card';

const Top = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3',
    alignItems: 'center',
    justifyContent: 'space-between',
    mb: '4',
  },
});
const Heading = chakra('h2', { base: { textStyle: 'heading' } });
const List = chakra('ul', { base: { display: 'grid', gap: '3' } });

/** Account tab with the user's support tickets, newest first; answers arrive live. */
export function OwnTicketsTab() {
  const { t } = useTranslation('support');
  const tickets = useQuery(queryOptionsFor(ticketCalls.ownTickets));
  const ask = (
    <ButtonLink asChild kind="primary">
      <Link to="/support">{t('own.ask')}</Link>
    </ButtonLink>
  );
  if (tickets.isPending)
    return (
      <Loading>
        <List>
          {[0, 1].map((row) => (
            <Skeleton key={row} height="168px" />
          ))}
        </List>
      </Loading>
    );
  if (!tickets.data) return <ErrorState sentence={t('own.failed')} onRetry={() => void tickets.refetch()} />;
  if (tickets.data.length === 0)
    return <EmptyState title={t('own.empty')} sentence={t('own.emptyText')} action={ask} />;
  return (
    <section>
      <Top>
        <Heading>{t('own.heading')}</Heading>
        {ask}
      </Top>
      <List>
        {tickets.data.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} />
          </li>
        ))}
      </List>
    </section>
  );
}

import { chakra } from '@chakra-ui/react/styled-system';
import type { AccountEvent, AdminTicket, LedgerEntry, StaffOrder } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LedgerLine } from '../../../ui/components/shop/ledger-history';
import { formatDateTime, formatDecimal } from '../../../lib/values/format';
import { OrderStatusChip } from '../orders/order-chips';
import { TicketStatusChip } from '../tickets/ticket-chips';
import { actorOf, factsOf, wordsOf } from './story-words';
import type { StoryItem } from './story-streams';

const Entry = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '3',
    rowGap: '0.5',
    py: '2',
    ps: '3',
    borderInlineStartWidth: '2px',
    borderBottomWidth: '1px',
    borderColor: 'line',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
  },
});
const Quiet = chakra('p', { base: { gridColumn: '1 / -1', color: 'muted', textStyle: 'tiny' } });

function OrderEntry({ order }: { readonly order: StaffOrder }) {
  const { t } = useTranslation('users');
  return (
    <Entry>
      <span>
        <Link to={`/admin?q=${order.id}`}>#{order.id}</Link>{' '}
        {t('story.pieces', { count: order.quantity, name: order.productName })}
      </span>
      <chakra.span textStyle="numeric">{formatDecimal(order.totalPrice)}</chakra.span>
      <Quiet>
        <OrderStatusChip status={order.status} /> {formatDateTime(order.createdAt)}
      </Quiet>
    </Entry>
  );
}

function TicketEntry({ ticket: { id, subject, status, createdAt } }: { readonly ticket: AdminTicket }) {
  const { t } = useTranslation('users');
  return (
    <Entry>
      <span>
        <Link to={`/admin?tab=tickets&open=${id}`}>{t('story.ticket', { id })}</Link> {subject}
      </span>
      <span />
      <Quiet>
        <TicketStatusChip status={status} /> {formatDateTime(createdAt)}
      </Quiet>
    </Entry>
  );
}

/** The order of a reason, as the audit names it: `order:41`. */
const orderOf = (subject: unknown): string | undefined => /^order:(\d+)$/.exec(String(subject))?.[1];

function EventEntry({ event: { action, actor, detail, createdAt } }: { readonly event: AccountEvent }) {
  const { t } = useTranslation(['users']);
  const order = orderOf(detail['subject']);
  const facts = factsOf(t, detail);
  return (
    <Entry>
      <span>
        {order !== undefined && (
          <span>
            <Link to={`/admin?q=${order}`}>#{order}</Link>{' '}
          </span>
        )}
        <span>{wordsOf(t, action)}</span>
      </span>
      <span />
      {facts.length > 0 && <Quiet>{facts.join(' · ')}</Quiet>}
      <Quiet>
        {actorOf(t, actor)} · {formatDateTime(createdAt)}
      </Quiet>
    </Entry>
  );
}

function MoneyEntry({ entry }: { readonly entry: LedgerEntry }) {
  return (
    <Entry>
      <LedgerLine entry={entry} />
    </Entry>
  );
}

/** One thing that happened, by its kind. */
export function StoryEntry({ item }: { readonly item: StoryItem }) {
  if (item.kind === 'orders') return <OrderEntry order={item.order} />;
  if (item.kind === 'money') return <MoneyEntry entry={item.entry} />;
  if (item.kind === 'tickets') return <TicketEntry ticket={item.ticket} />;
  return <EventEntry event={item.event} />;
}

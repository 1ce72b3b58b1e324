import { chakra } from '@chakra-ui/react/styled-system';
import type { AccountEvent, AdminTicket, LedgerEntry, StaffOrder, AdminUser } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LedgerLine } from '../../../ui/components/shop/ledger-history';
import { formatDateTime, formatDecimal } from '../../../lib/values/format';
import { OrderStatusChip } from '../orders/order-chips';
import { TicketStatusChip } from '../tickets/ticket-chips';
import { describeActor, describeEventFacts, describeAction } from './history-texts';
import {
  type HistoryItem,
  mergeHistory,
  refetchUserHistory,
  useUserHistory,
  type HistoryKind,
} from './history-queries';
import { Button } from '../../../ui/components/base/button';
import { SkeletonText } from '../../../ui/components/feedback/skeleton';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { useHasRight } from '../access/rights';

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
const Detail = chakra('p', { base: { gridColumn: '1 / -1', color: 'muted', textStyle: 'tiny' } });

function OrderEntry({ order }: { readonly order: StaffOrder }) {
  const { t } = useTranslation('users');
  return (
    <Entry>
      <span>
        <Link to={`/admin?q=${order.id}`}>#{order.id}</Link>{' '}
        {t('story.pieces', { count: order.quantity, name: order.productName })}
      </span>
      <chakra.span textStyle="numeric">{formatDecimal(order.totalPrice)}</chakra.span>
      <Detail>
        <OrderStatusChip status={order.status} /> {formatDateTime(order.createdAt)}
      </Detail>
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
      <Detail>
        <TicketStatusChip status={status} /> {formatDateTime(createdAt)}
      </Detail>
    </Entry>
  );
}

/** Returns the id of an order that an audit entry is about, from a subject such as `order:41`. */
const orderIdOf = (subject: unknown): string | undefined => /^order:(\d+)$/.exec(String(subject))?.[1];

function EventEntry({ event: { action, actor, detail, createdAt } }: { readonly event: AccountEvent }) {
  const { t } = useTranslation(['users']);
  const order = orderIdOf(detail['subject']);
  const facts = describeEventFacts(t, detail);
  return (
    <Entry>
      <span>
        {order !== undefined && (
          <span>
            <Link to={`/admin?q=${order}`}>#{order}</Link>{' '}
          </span>
        )}
        <span>{describeAction(t, action)}</span>
      </span>
      <span />
      {facts.length > 0 && <Detail>{facts.join(' · ')}</Detail>}
      <Detail>
        {describeActor(t, actor)} · {formatDateTime(createdAt)}
      </Detail>
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

/** Entry of the account's history, with a layout for each kind. */
function HistoryEntry({ item }: { readonly item: HistoryItem }) {
  if (item.kind === 'orders') return <OrderEntry order={item.order} />;
  if (item.kind === 'money') return <MoneyEntry entry={item.entry} />;
  if (item.kind === 'tickets') return <TicketEntry ticket={item.ticket} />;
  return <EventEntry event={item.event} />;
}

const Head = chakra('div', { base: { display: 'grid', gap: '2' } });
const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted' } });
const List = chakra('ol', { base: { display: 'grid' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small', py: '2' } });
const KINDS = ['orders', 'money', 'tickets', 'security'] as const satisfies readonly HistoryKind[];

/** Refetches the history after each change of the account; filter and scroll position stay the same. */
function useRefetchHistory({ id, version }: Pick<AdminUser, 'id' | 'version'>): void {
  const client = useQueryClient();
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    refetchUserHistory(client, id);
  }, [client, id, version]);
}

interface UserHistoryProps {
  readonly user: Pick<AdminUser, 'id' | 'version'>;
}

/** History of an account, newest first, page by page. */
export function UserHistory({ user }: UserHistoryProps) {
  const can = useHasRight();
  const { t } = useTranslation('users');
  const [chosen, setChosen] = useState<HistoryKind | 'all'>('all');
  useRefetchHistory(user);
  const story = useUserHistory(user.id);
  const allowed = KINDS.filter((kind) => kind === 'security' || can(kind));
  const shown = (chosen === 'all' ? allowed : [chosen]).map((kind) => story[kind]);
  const items = mergeHistory(shown.map(({ stream }) => stream));
  const isPending = shown.some((list) => list.isPending);
  const older = shown.filter(({ hasNextPage }) => hasNextPage);
  const isLoading = shown.some(({ isFetchingNextPage }) => isFetchingNextPage);
  const loadOlderHistory = () => {
    for (const { fetchNextPage } of older) void fetchNextPage({ cancelRefetch: false });
  };
  return (
    <section>
      <Head>
        <Title>{t('story.heading')}</Title>
        <SegmentedControl
          label={t('story.filter')}
          options={(['all', ...allowed] as const).map((value) => ({
            value,
            label: t(`story.kinds.${value}`),
          }))}
          value={chosen}
          onChange={setChosen}
        />
      </Head>
      {isPending && <SkeletonText lines={4} />}
      {shown.some((list) => list.isError) && <Quiet role="alert">{t('story.failed')}</Quiet>}
      {!isPending && items.length === 0 && <Quiet>{t('story.empty')}</Quiet>}
      <List aria-label={t('story.heading')}>
        {items.map((item) => (
          <HistoryEntry key={item.key} item={item} />
        ))}
      </List>
      {!isPending && older.length > 0 && (
        <Button size="sm" mt="3" loading={isLoading} onClick={loadOlderHistory}>
          {t('story.more')}
        </Button>
      )}
    </section>
  );
}

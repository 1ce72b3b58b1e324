import type { AdminCounts } from '@pax/contracts';
import { useMemo, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { useNow } from '../../../lib/hooks/use-now';
import { usePages } from '../../../lib/http/use-pages';
import { useCan } from '../access/rights';
import { totalOf } from '../shared/counts';
import { useFresh, useMarkSeen } from '../shared/fresh';
import { ListBar } from '../shared/list-bar';
import { MoreRows } from '../shared/more-rows';
import { RowList } from '../shared/row-list';
import { RowsWaiting, TabLayout, TabRows } from '../shared/tab-parts';
import { useKeys } from '../shared/use-keys';
import { useOpened } from '../shared/use-opened';
import { NoRows, countOf, OrderFilters, useOrderFilter } from './order-filters';
import { groupOf, isOverdue } from './order-list';
import { OrderColumns, OrderRow } from './order-row';
import { useOpenOrder, useOrderCounts, useShownOrders } from './order-queries';
import { OrderSheet } from './order-sheet';
import { useOrderTransition } from './use-order-transition';

interface OrdersBarProps {
  readonly asked: ReturnType<typeof useOrderFilter>;
  readonly rows: Parameters<typeof totalOf>[0];
  readonly counts: AdminCounts | undefined;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Search, filters and order. */
function OrdersBar({ asked: { address, filter, query, search, sort }, rows, counts, field }: OrdersBarProps) {
  const { t } = useTranslation('admin');
  const total = totalOf(rows, counts && query.q === '' ? countOf[filter](counts) : undefined);
  return (
    <ListBar heading={t('orders.heading')} total={total} field={field} search={search} sort={sort}>
      <OrderFilters
        counts={counts}
        value={filter}
        onChange={(wanted) => address.set('filter', wanted === 'all' ? '' : wanted)}
      />
    </ListBar>
  );
}

/** Binds the tab's keys. @returns starts a transition of the selected order */
function useKeyedTransition(
  { selectedId, openId, go, onAct }: ReturnType<typeof useOpened>,
  onSearch: () => void,
): ReturnType<typeof useOrderTransition> {
  const can = useCan();
  const start = useOrderTransition(selectedId);
  const transition: typeof start = (wanted, reason) => {
    onAct();
    start(wanted, reason);
  };
  useKeys({
    '/': openId === undefined ? onSearch : undefined,
    j: () => go(1),
    k: () => go(-1),
    e: can('move') ? () => transition('complete') : undefined,
    a: can('move') ? () => transition('archive') : undefined,
  });
  return transition;
}

/** The tab of active orders: filter, search, rows, shortcuts. */
export function OrdersTab() {
  const { t } = useTranslation('admin');
  const asked = useOrderFilter('active');
  const { address, filter, query, search } = asked;
  const { list, rows } = useShownOrders('active', query);
  const { more, isLoadingMore } = usePages(list);
  const counts = useOrderCounts();
  const now = useNow();
  const fresh = useFresh('orders');
  const markSeen = useMarkSeen('orders');
  const field = useRef<HTMLInputElement>(null);
  const items = rows?.items;
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items]);
  const selection = useOpened(address, ids, markSeen);
  const { selectedId, openId, open, close } = selection;
  const opened = useOpenOrder(
    openId,
    items?.find(({ id }) => id === openId),
  );
  const transition = useKeyedTransition(selection, () => field.current?.focus());
  return (
    <TabLayout>
      <OrdersBar asked={asked} rows={rows} counts={counts} field={field} />
      <VisuallyHidden aria-live="polite">
        {fresh.length > 0 && t('orders.newest', { count: fresh.length })}
      </VisuallyHidden>
      <TabRows aria-busy={list.isPlaceholderData || undefined}>
        {list.isPending && <RowsWaiting />}
        {list.isError && !list.data && (
          <ErrorState sentence={t('orders.failed')} onRetry={() => void list.refetch()} />
        )}
        {rows && rows.items.length === 0 && !list.isPlaceholderData && (
          <NoRows
            search={query.q}
            filtered={filter !== 'all' && (counts?.orders ?? 0) > 0}
            onClear={() => search.onChange('')}
            onShowAll={() => address.set('filter', '')}
          />
        )}
        {rows && rows.items.length > 0 && (
          <RowList
            key={JSON.stringify(query)}
            label={t('orders.list')}
            rows={rows.items}
            total={rows.isCapped ? undefined : rows.total}
            selectedId={selectedId}
            head={<OrderColumns />}
            foot={<MoreRows list={list} loading={isLoadingMore} onMore={more} />}
            onNearEnd={more}
            groupOf={query.sort === 'due' ? (order) => t(`orders.${groupOf(order, now)}`) : undefined}
          >
            {(order) => (
              <OrderRow
                order={order}
                selected={order.id === selectedId}
                fresh={fresh.includes(order.id)}
                now={now}
                onOpen={open}
                onSeen={markSeen}
              />
            )}
          </RowList>
        )}
      </TabRows>
      <OrderSheet
        order={opened}
        open={opened !== undefined}
        overdue={opened !== undefined && isOverdue(opened, now)}
        onClose={close}
        onTransition={transition}
      />
    </TabLayout>
  );
}

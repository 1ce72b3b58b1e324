import type { AdminCounts } from '@pax/contracts';
import { useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { useNow } from '../../../lib/hooks/use-now';
import { useCan } from '../access/rights';
import { totalOf } from '../shared/counts';
import { useFresh, useMarkSeen } from '../shared/fresh';
import { ListBar } from '../shared/list-bar';
import { PanelList } from '../shared/panel-list';
import { TabLayout } from '../shared/tab-parts';
import { useListKeys, useOpened } from '../shared/use-opened';
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
  selection: ReturnType<typeof useOpened>,
  field: RefObject<HTMLInputElement | null>,
): ReturnType<typeof useOrderTransition> {
  const can = useCan();
  const start = useOrderTransition(selection.selectedId);
  const transition: typeof start = (wanted, reason) => {
    selection.onAct();
    start(wanted, reason);
  };
  useListKeys(selection, field, {
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
  const counts = useOrderCounts();
  const now = useNow();
  const fresh = useFresh('orders');
  const markSeen = useMarkSeen('orders');
  const field = useRef<HTMLInputElement>(null);
  const items = rows?.items;
  const selection = useOpened(address, items, markSeen);
  const { selectedId, openId, open, close } = selection;
  const opened = useOpenOrder(
    openId,
    items?.find(({ id }) => id === openId),
  );
  const transition = useKeyedTransition(selection, field);
  return (
    <TabLayout>
      <OrdersBar asked={asked} rows={rows} counts={counts} field={field} />
      <VisuallyHidden aria-live="polite">
        {fresh.length > 0 && t('orders.newest', { count: fresh.length })}
      </VisuallyHidden>
      <PanelList
        list={list}
        rows={rows}
        query={query}
        label={t('orders.list')}
        failed={t('orders.failed')}
        empty={
          <NoRows
            search={query.q}
            filtered={filter !== 'all' && (counts?.orders ?? 0) > 0}
            onClear={() => search.onChange('')}
            onShowAll={() => address.set('filter', '')}
          />
        }
        columns={<OrderColumns />}
        selectedId={selectedId}
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
      </PanelList>
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

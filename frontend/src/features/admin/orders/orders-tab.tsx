import type { Order } from '@pax/contracts';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../../components/base/visually-hidden';
import { ErrorState } from '../../../components/feedback/empty-state';
import { useNow } from '../../../lib/hooks/use-now';
import { usePages } from '../../../lib/http/use-pages';
import type { TabProps } from '../shared/panel-tab';
import { TabBar, TabLayout, TabRows, TabTitle } from '../shared/tab-parts';
import { useKeys } from '../shared/use-keys';
import { useFresh, useMarkSeen } from '../shared/fresh';
import { MoreRows } from './more-rows';
import { NoRows } from './no-rows';
import { countByFilter, isOverdue, visibleOrders, type OrderFilter } from './order-filter';
import { OrderFilters } from './order-filters';
import { findOrder } from './order-list';
import { OrderColumns } from './order-columns';
import { OrderRow } from './order-row';
import { OrderSearch } from './order-search';
import { OrderSheet } from './order-sheet';
import { RowList } from './row-list';
import { RowsWaiting } from '../shared/rows-waiting';
import { useOrderSheet } from './use-order-sheet';
import { useOrderTransition } from './use-order-transition';
import { useShownOrders } from './use-shown-orders';

/** Pages of active orders that are loaded by themselves. */
const ACTIVE_PAGES = 20;
const NONE: readonly Order[] = [];

/** The filter and search of the tab, and the orders that pass them. */
function useFilter(orders: readonly Order[]) {
  const [filter, setFilter] = useState<OrderFilter>('all');
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const counts = useMemo(() => countByFilter(orders), [orders]);
  const rows = useMemo(() => visibleOrders(orders, filter, search), [orders, filter, search]);
  return { rows, counts, search, filter, setFilter, typed, setTyped };
}

/** The tab of active orders: filter, search, rows, shortcuts (ADMIN-2.19 to 2.23, OWN-185). */
export function OrdersTab({ role }: TabProps) {
  const { t } = useTranslation('admin');
  const { active, lists } = useShownOrders();
  const { more, isLoadingMore } = usePages(active, ACTIVE_PAGES);
  const now = useNow();
  const fresh = useFresh('orders');
  const markSeen = useMarkSeen('orders');
  const find = useRef<HTMLInputElement>(null);

  const orders = lists.active?.items;
  const { rows, counts, search, filter, setFilter, typed, setTyped } = useFilter(orders ?? NONE);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const sheet = useOrderSheet(ids, markSeen);
  const opened = sheet.sheetId === undefined ? undefined : findOrder(lists, sheet.sheetId);
  const transition = useOrderTransition(sheet.actedId);
  useKeys({
    '/': sheet.isOpen ? undefined : () => find.current?.focus(),
    j: () => sheet.go(1),
    k: () => sheet.go(-1),
    e: () => transition('complete'),
    a: () => transition('archive'),
  });

  return (
    <TabLayout>
      <TabBar>
        <TabTitle>{t('orders.heading')}</TabTitle>
        <OrderSearch field={find} value={typed} onChange={setTyped} />
        <OrderFilters counts={counts} value={filter} onChange={setFilter} />
      </TabBar>
      <VisuallyHidden aria-live="polite">
        {fresh.length > 0 && t('orders.newest', { count: fresh.length })}
      </VisuallyHidden>
      <TabRows>
        {active.isPending && <RowsWaiting />}
        {active.isError && !active.data && (
          <ErrorState sentence={t('orders.failed')} onRetry={() => void active.refetch()} />
        )}
        {orders && rows.length === 0 && (
          <NoRows
            search={search}
            filtered={orders.length > 0}
            onClear={() => setTyped('')}
            onShowAll={() => setFilter('all')}
          />
        )}
        {rows.length > 0 && (
          <RowList
            key={`${filter} ${search}`}
            label={t('orders.list')}
            rows={rows}
            selectedId={sheet.selectedId}
            head={<OrderColumns />}
            foot={active.hasNextPage && <MoreRows onMore={more} loading={isLoadingMore} />}
          >
            {(order) => (
              <OrderRow
                order={order}
                selected={order.id === sheet.selectedId}
                fresh={fresh.includes(order.id)}
                now={now}
                onOpen={sheet.open}
                onSeen={markSeen}
              />
            )}
          </RowList>
        )}
      </TabRows>
      <OrderSheet
        role={role}
        order={opened}
        open={sheet.isOpen}
        overdue={opened !== undefined && isOverdue(opened, now)}
        onClose={sheet.close}
        onTransition={transition}
      />
    </TabLayout>
  );
}

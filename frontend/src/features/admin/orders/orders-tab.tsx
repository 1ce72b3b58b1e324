import { chakra } from '@chakra-ui/react/styled-system';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/feedback/empty-state';
import { SearchField } from '../../../components/form/search-field';
import { SegmentedControl } from '../../../components/form/segmented-control';
import { VisuallyHidden } from '../../../components/base/visually-hidden';
import { useNow } from '../../../lib/hooks/use-now';
import { TabBar, TabLayout, TabRows, TabTitle } from '../shared/tab-parts';
import { useKeys } from '../shared/use-keys';
import { useFresh, useMarkSeen } from './fresh-orders';
import { NoRows } from './no-rows';
import { findOrder } from './order-list';
import { countByFilter, isOverdue, ORDER_FILTERS, visibleOrders, type OrderFilter } from './order-filter';
import type { OrderTransitions, PanelTransition } from './order-transitions';
import { OrderColumns, OrderRow } from './order-row';
import { OrderSheet } from './order-sheet';
import { RowList } from './row-list';
import { RowsWaiting } from './rows-waiting';
import { useShownOrderLists } from './use-order-transitions';
import { useSelection } from './use-selection';

const Find = chakra('div', { base: { flex: '1 1 260px', maxWidth: { lg: '420px' }, display: 'flex' } });
const Count = chakra('span', { base: { color: 'muted', textStyle: 'numeric', fontWeight: 'medium' } });

/** The tab of active orders: filter, search, rows, shortcuts (ADMIN-2.19 to 2.23, OWN-185). */
export function OrdersTab({ transitions }: { readonly transitions: OrderTransitions }) {
  const { t } = useTranslation('admin');
  const { active, lists } = useShownOrderLists(transitions);
  const [filter, setFilter] = useState<OrderFilter>('all');
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const now = useNow();
  const fresh = useFresh();
  const markSeen = useMarkSeen();
  const find = useRef<HTMLInputElement>(null);
  const [sheet, setSheet] = useState<{ readonly id: number; readonly open: boolean }>();

  const orders = lists.active?.orders;
  const counts = useMemo(() => countByFilter(orders ?? []), [orders]);
  const rows = useMemo(() => visibleOrders(orders ?? [], filter, search), [orders, filter, search]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const { selectedId, select, neighbour } = useSelection(ids);
  const opened = sheet && findOrder(lists, sheet.id);

  const open = useCallback(
    (id: number) => {
      select(id);
      markSeen(id);
      setSheet({ id, open: true });
    },
    [select, markSeen],
  );
  const go = (by: 1 | -1) => {
    const id = neighbour(by);
    if (id === undefined) return;
    if (sheet?.open) open(id);
    else {
      select(id);
      document.querySelector<HTMLElement>(`[data-order="${id}"] > button`)?.focus({ preventScroll: true });
    }
  };
  const act = (transition: PanelTransition) => {
    const id = sheet?.open ? sheet.id : selectedId;
    if (id !== undefined) transitions.transition(id, transition);
  };
  useKeys({
    '/': sheet?.open ? undefined : () => find.current?.focus(),
    j: () => go(1),
    k: () => go(-1),
    e: () => act('complete'),
    a: () => act('archive'),
  });

  return (
    <TabLayout>
      <TabBar>
        <TabTitle>{t('orders.heading')}</TabTitle>
        <Find>
          <SearchField
            ref={find}
            value={typed}
            onChange={setTyped}
            label={t('orders.search')}
            placeholder={t('orders.searchHint')}
            aria-keyshortcuts="/"
          />
        </Find>
        <SegmentedControl
          label={t('orders.filter')}
          options={ORDER_FILTERS.map((value) => ({
            value,
            label: (
              <span>
                {t(`orders.${value}`)} <Count>{counts[value]}</Count>
              </span>
            ),
          }))}
          value={filter}
          onChange={setFilter}
        />
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
            selectedId={selectedId}
            head={<OrderColumns />}
          >
            {(order) => (
              <OrderRow
                order={order}
                selected={order.id === selectedId}
                fresh={fresh.includes(order.id)}
                now={now}
                onOpen={open}
                onTransition={transitions.transition}
                onSeen={markSeen}
              />
            )}
          </RowList>
        )}
      </TabRows>
      <OrderSheet
        order={opened}
        open={sheet?.open ?? false}
        overdue={opened !== undefined && isOverdue(opened, now)}
        onClose={() => setSheet((shown) => shown && { ...shown, open: false })}
        onTransition={transitions.transition}
      />
    </TabLayout>
  );
}

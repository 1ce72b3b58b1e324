import type { AdminCounts } from '@pax/contracts';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { useNow } from '../../../lib/hooks/use-now';
import { useHasRight } from '../access/rights';
import { formatListTotal } from '../shared/panel-counts';
import { useUnseenIds, useMarkSeen } from '../shared/unseen-rows';
import { ListBar } from '../shared/list-bar';
import { PanelList } from '../shared/panel-list';
import { TabLayout } from '../shared/tab-elements';
import { useListKeys, useRowSelection } from '../shared/use-row-selection';
import { NoOrders, countByFilter, OrderFilters, OrderViews, useOrderFilter } from './order-filters';
import { dueGroupOf, isOrderOverdue } from './order-list-cache';
import { OrderColumns, OrderRow } from './order-row';
import { useOrderOfSheet, useOrderCounts, useOrdersWithPendingStatus } from './order-queries';
import { BulkBar } from './bulk-bar';
import { OrderSheet } from './order-sheet';
import type { PanelTransition } from './pending-transitions';
import { useBulkTransition } from './use-bulk-transition';
import { useChosenOrders, type ChosenOrders } from './use-chosen-orders';
import { useOrderTransition } from './use-order-transition';

interface OrdersBarProps {
  readonly orderFilter: ReturnType<typeof useOrderFilter>;
  readonly rows: Parameters<typeof formatListTotal>[0];
  readonly counts: AdminCounts | undefined;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Bar of the tab with search, filters and sort order. */
function OrdersBar({
  orderFilter: { filter, view, query, search, sort, chooseFilter, chooseView },
  rows,
  counts,
  field,
}: OrdersBarProps) {
  const { t } = useTranslation('admin');
  const all = counts && countByFilter[filter](counts);
  const total = formatListTotal(rows, query.q === '' && view === undefined ? all : undefined);
  return (
    <ListBar
      heading={t('orders.heading')}
      total={total}
      field={field}
      search={search}
      sort={sort}
      exported={{ list: 'orders', query }}
    >
      <OrderFilters counts={counts} value={filter} onChange={chooseFilter} />
      <OrderViews all={all} value={view} onChange={chooseView} />
    </ListBar>
  );
}

interface KeyTargets {
  readonly chosen: ChosenOrders;
  readonly bulk: ReturnType<typeof useBulkTransition>;
  readonly onRefund: () => void;
}

/**
 * Binds the tab's keyboard shortcuts, which act on the chosen orders, if there are any, or on the selected one.
 *
 * @returns a function that starts a transition of the selected order
 */
function useTransitionKeys(
  selection: ReturnType<typeof useRowSelection>,
  field: RefObject<HTMLInputElement | null>,
  { chosen, bulk, onRefund }: KeyTargets,
): ReturnType<typeof useOrderTransition> {
  const can = useHasRight();
  const start = useOrderTransition(selection.selectedId);
  const startSelectedTransition: typeof start = (wanted, reason) => {
    selection.onAct();
    return start(wanted, reason);
  };
  const isBulk = chosen.orders.size > 0;
  const bindMove = (wanted: PanelTransition) => () => {
    if (isBulk) bulk.move(wanted);
    else if (startSelectedTransition(wanted) && wanted === 'complete') selection.goOn();
  };
  const bindChoice = (isRange: boolean) => () => {
    if (selection.selectedId !== undefined) chosen.choose(selection.selectedId, isRange);
  };
  useListKeys(selection, field, {
    t: can('move') ? bindMove('process') : undefined,
    e: can('move') ? bindMove('complete') : undefined,
    a: can('move') ? bindMove('archive') : undefined,
    x: can('move') ? bindChoice(false) : undefined,
    X: can('move') ? bindChoice(true) : undefined,
    Escape: isBulk && selection.openId === undefined ? chosen.clear : undefined,
    r: can('refund') ? onRefund : undefined,
  });
  return startSelectedTransition;
}

/** Tab of active orders: filter, search, rows, keyboard shortcuts. */
export function OrdersTab() {
  const { t } = useTranslation('admin');
  const asked = useOrderFilter('active');
  const { urlFilter, filter, query, search, chooseFilter } = asked;
  const { list, rows } = useOrdersWithPendingStatus('active', query);
  const counts = useOrderCounts();
  const now = useNow();
  const fresh = useUnseenIds('orders');
  const markSeen = useMarkSeen('orders');
  const field = useRef<HTMLInputElement>(null);
  const items = rows?.items;
  const selection = useRowSelection(urlFilter, items, markSeen);
  const { selectedId, openId, open, close } = selection;
  const opened = useOrderOfSheet(
    openId,
    items?.find(({ id }) => id === openId),
  );
  const [refunded, setRefunded] = useState<number>();
  const chosen = useChosenOrders(query, items);
  const bulk = useBulkTransition(chosen);
  const openForRefund = () => {
    if (selectedId === undefined) return;
    open(selectedId);
    setRefunded(selectedId);
  };
  const transition = useTransitionKeys(selection, field, { chosen, bulk, onRefund: openForRefund });
  const can = useHasRight();
  return (
    <TabLayout>
      <OrdersBar orderFilter={asked} rows={rows} counts={counts} field={field} />
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
          <NoOrders
            search={query.q}
            filtered={filter !== 'all' && (counts?.orders ?? 0) > 0}
            onClear={() => search.onChange('')}
            onShowAll={() => chooseFilter('all')}
          />
        }
        columns={<OrderColumns />}
        selectedId={selectedId}
        groupOf={query.sort === 'due' ? (order) => t(`orders.${dueGroupOf(order, now)}`) : undefined}
      >
        {(order) => (
          <OrderRow
            order={order}
            selected={order.id === selectedId}
            isUnseen={fresh.includes(order.id)}
            now={now}
            chosen={can('move') ? chosen.orders.has(order.id) : undefined}
            onOpen={open}
            onSeen={markSeen}
            onChoose={chosen.choose}
          />
        )}
      </PanelList>
      {chosen.orders.size > 0 && <BulkBar chosen={chosen} bulk={bulk} />}
      <OrderSheet
        order={opened}
        open={opened !== undefined}
        overdue={opened !== undefined && isOrderOverdue(opened, now)}
        onClose={() => {
          setRefunded(undefined);
          close();
        }}
        onTransition={transition}
        refundedId={refunded}
        onRefundAnswered={() => setRefunded(undefined)}
      />
    </TabLayout>
  );
}

import type { AdminCounts, StaffOrder } from '@pax/contracts';
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
import { useKeyBindings } from '../shared/use-key-bindings';
import { useListKeys, useRowSelection } from '../shared/use-row-selection';
import { NoOrders, countByFilter, OrderFilters, OrderViews, useOrderFilter } from './order-filters';
import { dueGroupOf, isOrderOverdue } from './order-list-cache';
import { OrderColumns, OrderRow } from './order-row';
import { useOrderOfSheet, useOrderCounts, useOrdersWithPendingStatus } from './order-queries';
import { BulkBar } from './bulk-bar';
import { OrderSheet } from './order-sheet';
import { quickTransitionsOf, type PanelTransition } from './pending-transitions';
import { useBulkTransition } from './use-bulk-transition';
import { useChosenOrders, type ChosenOrders } from './use-chosen-orders';
import { useOrderTransition } from './use-order-transition';
import { allowedDecisionsOf } from './use-payment-decision';

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
  /** The order of the open sheet, otherwise of the selected row. */
  readonly marked: StaffOrder | undefined;
  readonly onRefund: () => void;
}

/**
 * Binds the tab's keyboard shortcuts, which act on the order of the open sheet, otherwise on the chosen orders, if
 * there are any, or on the selected one.
 *
 * @returns a function that starts a transition of the selected order
 */
function useTransitionKeys(
  selection: ReturnType<typeof useRowSelection>,
  field: RefObject<HTMLInputElement | null>,
  { chosen, bulk, marked, onRefund }: KeyTargets,
): ReturnType<typeof useOrderTransition> {
  const can = useHasRight();
  const start = useOrderTransition(selection.selectedId);
  const startSelectedTransition: typeof start = (wanted, reason) => {
    selection.onAct();
    return start(wanted, reason);
  };
  const isBulk = chosen.orders.size > 0 && selection.openId === undefined;
  const bindMove = (wanted: PanelTransition) => {
    if (!can('move')) return undefined;
    if (isBulk) return () => bulk.move(wanted);
    if (!marked || !quickTransitionsOf(marked).includes(wanted)) return undefined;
    return () => {
      if (startSelectedTransition(wanted) && wanted === 'complete') selection.goOn();
    };
  };
  const bindChoice = (isRange: boolean) => () => {
    if (selection.selectedId !== undefined) chosen.choose(selection.selectedId, isRange);
  };
  const { t } = useTranslation('admin');
  const one = marked && `#${marked.id}`;
  const moved = isBulk ? t('bulk.count', { count: chosen.orders.size }) : one;
  useKeyBindings({ t: bindMove('process'), e: bindMove('complete'), a: bindMove('archive') }, moved);
  useKeyBindings({ r: can('refund') && marked ? onRefund : undefined }, one);
  useListKeys(selection, field, {
    x: can('move') ? bindChoice(false) : undefined,
    X: can('move') ? bindChoice(true) : undefined,
    Escape: bulk.isOpen && selection.openId === undefined ? bulk.dismiss : undefined,
  });
  return startSelectedTransition;
}

/**
 * Order for which a key asked whether to give the money back. The question ends with another sheet, so that nobody
 * meets it unasked.
 */
function useRefundQuestion(openId: number | undefined) {
  const [refundedId, setRefundedId] = useState<number>();
  const [shownId, setShownId] = useState(openId);
  if (shownId !== openId) {
    setShownId(openId);
    if (refundedId !== openId) setRefundedId(undefined);
  }
  return { refundedId, setRefundedId };
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
  const marked = openId === undefined ? items?.find(({ id }) => id === selectedId) : opened;
  const { refundedId, setRefundedId } = useRefundQuestion(openId);
  const chosen = useChosenOrders(query, items);
  const bulk = useBulkTransition(chosen, items);
  const openForRefund = () => {
    if (!marked) return;
    open(marked.id);
    const isPossible = allowedDecisionsOf(marked).some((each) => each === 'refund' || each === 'undo');
    setRefundedId(isPossible ? marked.id : undefined);
  };
  const transition = useTransitionKeys(selection, field, { chosen, bulk, marked, onRefund: openForRefund });
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
      {bulk.isOpen && <BulkBar chosen={chosen} bulk={bulk} />}
      <OrderSheet
        order={opened}
        open={opened !== undefined}
        overdue={opened !== undefined && isOrderOverdue(opened, now)}
        onClose={close}
        onTransition={transition}
        refundedId={refundedId}
        onRefundAnswered={() => setRefundedId(undefined)}
      />
    </TabLayout>
  );
}

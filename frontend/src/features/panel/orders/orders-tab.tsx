import type { AdminCounts, StaffOrder } from '@pax/contracts';
import { memo, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { useNow } from '../../../lib/hooks/use-now';
import { useCurrentUser } from '../../../lib/http/current-user';
import { useHasRight } from '../access/rights';
import { formatListTotal } from '../shared/panel-counts';
import { useUnseenIds, useMarkSeen } from '../shared/unseen-rows';
import { ListBar } from '../shared/list-bar';
import { PanelList } from '../shared/panel-list';
import { TabLayout } from '../shared/tab-elements';
import { useKeyBindings } from '../shared/use-key-bindings';
import { useListKeys, useRowSelection } from '../shared/use-row-selection';
import { NoOrders, countByFilter, OrderFilters, OrderViews, useOrderFilter } from './order-filters';
import { dueGroupOf, isOpenOrder, isOrderOverdue, type DueGroup } from './order-list-cache';
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
  /** Text with the number of rows in the list. */
  readonly total: string | undefined;
  readonly counts: AdminCounts | undefined;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Bar of the tab with search, filters and sort order. */
const OrdersBar = memo(function OrdersBar({
  orderFilter: { filter, view, query, search, sort, chooseFilter, chooseView },
  total,
  counts,
  field,
}: OrdersBarProps) {
  const { t } = useTranslation('admin');
  const all = counts && countByFilter[filter](counts);
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
});

interface KeyTargets {
  readonly chosen: ChosenOrders;
  readonly bulk: ReturnType<typeof useBulkTransition>;
  /** The order of the open sheet, otherwise of the selected row. */
  readonly marked: StaffOrder | undefined;
  readonly onRefund: () => void;
  readonly rows: readonly StaffOrder[] | undefined;
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
  { chosen, bulk, marked, onRefund, rows }: KeyTargets,
): ReturnType<typeof useOrderTransition> {
  const can = useHasRight();
  const start = useOrderTransition(selection.selectedId);
  const startSelectedTransition: typeof start = (wanted, reason) => {
    selection.onAct();
    return start(wanted, reason);
  };
  const userId = useCurrentUser()?.id;
  const isFree = (id: number): boolean =>
    rows?.some(
      (row) =>
        row.id === id && isOpenOrder(row) && (row.processedBy === null || row.processedById === userId),
    ) === true;
  const isBulk = chosen.orders.size > 0 && selection.openId === undefined;
  const bindMove = (wanted: PanelTransition) => {
    if (!can('move')) return undefined;
    if (isBulk) return () => bulk.move(wanted);
    if (!marked || !quickTransitionsOf(marked).includes(wanted)) return undefined;
    return () => {
      if (startSelectedTransition(wanted) && wanted === 'complete') selection.goOn(isFree);
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
function useRefundQuestion(
  { openId, open }: ReturnType<typeof useRowSelection>,
  marked: StaffOrder | undefined,
) {
  const [refundedId, setRefundedId] = useState<number>();
  const [shownId, setShownId] = useState(openId);
  if (shownId !== openId) {
    setShownId(openId);
    if (refundedId !== openId) setRefundedId(undefined);
  }
  const askForRefund = (): void => {
    if (!marked) return;
    open(marked.id);
    const isPossible = allowedDecisionsOf(marked).some((each) => each === 'refund' || each === 'undo');
    setRefundedId(isPossible ? marked.id : undefined);
  };
  return { refundedId, askForRefund, endRefund: () => setRefundedId(undefined) };
}

/** Returns a function that gives the heading of the group in which an order is listed. */
function useOrderGroups(now: number): (order: StaffOrder) => string {
  const { t } = useTranslation('admin');
  return useMemo(() => {
    const headings: Record<DueGroup, string> = {
      priority: t('orders.priority'),
      overdue: t('orders.overdue'),
      soon: t('orders.soon'),
      open: t('orders.open'),
      done: t('orders.done'),
    };
    return (order) => headings[dueGroupOf(order, now)];
  }, [t, now]);
}

/** Returns the count of the filter; undefined while a view or a search makes the list shorter. */
const countUnsearched = (
  { filter, view, query }: ReturnType<typeof useOrderFilter>,
  counts: AdminCounts | undefined,
): number | undefined =>
  query.q === '' && view === undefined && counts ? countByFilter[filter](counts) : undefined;

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
  const listed = items?.find(({ id }) => id === selectedId);
  const opened = useOrderOfSheet(openId, openId === undefined ? undefined : listed);
  const marked = openId === undefined ? listed : opened;
  const { refundedId, askForRefund, endRefund } = useRefundQuestion(selection, marked);
  const chosen = useChosenOrders(query, items);
  const bulk = useBulkTransition(chosen, items);
  const targets = { chosen, bulk, marked, onRefund: askForRefund, rows: items };
  const transition = useTransitionKeys(selection, field, targets);
  const can = useHasRight();
  const groupOf = useOrderGroups(now);
  // Rows receive the day instead of the time, so that they are not rendered again every 15 seconds.
  const today = new Date(now).setHours(0, 0, 0, 0);
  return (
    <TabLayout>
      <OrdersBar
        orderFilter={asked}
        total={formatListTotal(rows, countUnsearched(asked, counts))}
        counts={counts}
        field={field}
      />
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
        groupOf={query.sort === 'due' ? groupOf : undefined}
      >
        {(order) => (
          <OrderRow
            order={order}
            selected={order.id === selectedId}
            isUnseen={fresh.includes(order.id)}
            today={today}
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
        onRefundAnswered={endRefund}
      />
    </TabLayout>
  );
}

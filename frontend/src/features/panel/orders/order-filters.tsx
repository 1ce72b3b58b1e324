import {
  isOrderView,
  MAX_EXACT_TOTAL,
  ORDER_SORTS,
  ORDER_VIEWS,
  type AdminCounts,
  type OrderView,
} from '@pax/contracts';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { useUrlFilter } from '../shared/use-url-filter';
import {
  isOrderFilter,
  defaultOrderSortFor,
  toOrderQuery,
  type OrderFilter,
  type OrderListName,
  ORDER_FILTERS,
} from './order-list-cache';
import { Button } from '../../../ui/components/base/button';
import { EmptyState } from '../../../ui/components/feedback/empty-state';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { formatCount } from '../../../lib/values/format';
import { useOrderViewCounts } from './order-queries';

/** Sort orders that each list offers; archived orders cannot be sorted by due time, because none is due. */
const SORTS = { active: ORDER_SORTS, archived: ORDER_SORTS.filter((sort) => sort !== 'due') } as const;

/** Returns filter, sort and search of a list of orders, read from the address, and the controls for them. */
export function useOrderFilter(name: OrderListName) {
  const { t } = useTranslation('admin');
  const urlFilter = useUrlFilter();
  const [named, typed] = [urlFilter.value('filter'), urlFilter.value('q')];
  const wantedView = urlFilter.value('view');
  const view = name === 'active' && isOrderView(wantedView) ? wantedView : undefined;
  const chosenFilter: OrderFilter = name === 'active' && isOrderFilter(named) ? named : 'all';
  // Every view is of open orders, so that the filter follows it.
  const filter: OrderFilter = view === undefined ? chosenFilter : 'open';
  const chosen = urlFilter.value('sort');
  const sort = SORTS[name].find((known) => known === chosen) ?? defaultOrderSortFor(filter);
  const search = useDeferredValue(typed);
  const query = useMemo(() => toOrderQuery(filter, sort, search, view), [filter, sort, search, view]);
  // The object stays the same until a value changes, so that the bar above the list is not rendered with every event.
  return useMemo(() => {
    const { set } = urlFilter;
    return {
      urlFilter,
      filter,
      view,
      query,
      chooseFilter: (wanted: OrderFilter) => {
        set('view', '');
        set('filter', wanted === 'all' ? '' : wanted);
      },
      chooseView: (wanted: OrderView | 'all') => {
        set('filter', wanted === 'all' ? '' : 'open');
        set('view', wanted === 'all' ? '' : wanted);
      },
      search: {
        label: t('orders.search'),
        hint: t('orders.searchHint'),
        value: typed,
        onChange: (text: string) => set('q', text),
      },
      sort: {
        label: t('orders.sort'),
        options: SORTS[name].map((value) => ({ value, label: t(`orders.sorts.${value}`) })),
        value: sort,
        onChange: (wanted: typeof sort) => set('sort', wanted === defaultOrderSortFor(filter) ? '' : wanted),
      },
    };
  }, [urlFilter, filter, view, query, typed, sort, name, t]);
}

interface NoOrdersProps {
  readonly search: string;
  /** True when there are orders, but none that matches the filter. */
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onShowAll: () => void;
}

/** Text of an empty list of orders: nothing found, nothing in this filter, or no order at all. */
export function NoOrders({ search, filtered, onClear, onShowAll }: NoOrdersProps) {
  const { t } = useTranslation('admin');
  if (search.trim() !== '')
    return (
      <EmptyState
        compact
        title={t('orders.noneFound')}
        sentence={t('orders.noneFoundText', { search: search.trim() })}
        action={<Button onClick={onClear}>{t('orders.clear')}</Button>}
      />
    );
  if (filtered)
    return (
      <EmptyState
        compact
        title={t('orders.noneHere')}
        sentence={t('orders.noneHereText')}
        action={<Button onClick={onShowAll}>{t('orders.showAll')}</Button>}
      />
    );
  return <EmptyState title={t('orders.empty')} sentence={t('orders.emptyText')} />;
}

const Count = chakra('span', { base: { color: 'muted', textStyle: 'numeric', fontWeight: 'medium' } });

/** Number of orders that match each filter. */
export const countByFilter: Readonly<Record<OrderFilter, (counts: AdminCounts) => number>> = {
  all: ({ orders }) => orders,
  open: ({ openOrders }) => openOrders,
  done: ({ orders, openOrders }) => orders - openOrders,
};

interface OrderFiltersProps {
  readonly counts: AdminCounts | undefined;
  readonly value: OrderFilter;
  readonly onChange: (filter: OrderFilter) => void;
}

/** Filter tabs of the active orders, each with its count. */
export function OrderFilters({ counts, value, onChange }: OrderFiltersProps) {
  const { t } = useTranslation('admin');
  return (
    <SegmentedControl
      label={t('orders.filter')}
      options={ORDER_FILTERS.map((filter) => ({
        value: filter,
        label: (
          <span>
            {t(`orders.${filter}`)} <Count>{counts && formatCount(countByFilter[filter](counts))}</Count>
          </span>
        ),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

interface OrderViewsProps {
  /** Number of orders without a view, as the filter counts them. */
  readonly all: number | undefined;
  readonly value: OrderView | undefined;
  readonly onChange: (view: OrderView | 'all') => void;
}

/** Tabs with the views of the open orders, each with its count; "all" shows the orders of every state. */
export function OrderViews({ all, value, onChange }: OrderViewsProps) {
  const { t } = useTranslation('admin');
  const counts = useOrderViewCounts();
  const countOf = (view: OrderView | 'all') => {
    const count = view === 'all' ? all : counts?.[view];
    if (count === undefined) return '';
    return view !== 'all' && count > MAX_EXACT_TOTAL
      ? `${formatCount(MAX_EXACT_TOTAL)}+`
      : formatCount(count);
  };
  return (
    <SegmentedControl
      label={t('orders.views')}
      options={([...ORDER_VIEWS, 'all'] as const).map((view) => ({
        value: view,
        label: (
          <chakra.span color={view === 'overdue' && counts && counts.overdue > 0 ? 'danger' : undefined}>
            {t(`orders.${view}`)} <Count>{countOf(view)}</Count>
          </chakra.span>
        ),
      }))}
      value={value ?? 'all'}
      onChange={onChange}
    />
  );
}

import { chakra } from '@chakra-ui/react/styled-system';
import type { Order } from '@pax/contracts';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { VisuallyHidden } from '../../ui/components/base/visually-hidden';
import { EmptyState } from '../../ui/components/feedback/empty-state';
import { SearchField } from '../../ui/components/form/search-field';
import { SegmentedControl } from '../../ui/components/form/segmented-control';
import { filterOrders, ORDER_FILTERS, type OrderFilter } from './order-filter';

/** Number of orders per page of the list. */
const PAGE = 20;

/** List of order cards, two per row if they fit, because one wide card would have a gap between name and price. */
export const OrderList = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  },
});
/** Number of orders from which the list has a filter. */
const FILTERED_FROM = 4;
const Tools = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    mb: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 360px) auto' },
    justifyContent: { md: 'space-between' },
  },
});
const More = chakra('p', { base: { display: 'grid', justifyItems: 'center', pt: '4' } });

interface OrderSearchProps {
  readonly orders: readonly Order[];
  /** Renders the card of an order. */
  readonly children: (order: Order) => ReactNode;
}

/** List of own orders with filter and search over all of them, twenty at a time. */
export function OrderSearch({ orders, children }: OrderSearchProps) {
  const { t } = useTranslation('account');
  const [shown, setShown] = useState(PAGE);
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<OrderFilter>('all');
  const found = filterOrders(orders, filter, search);
  const field = useRef<HTMLInputElement>(null);
  const left = found.length - shown;
  return (
    <>
      {orders.length >= FILTERED_FROM && (
        <Tools role="search" aria-label={t('orders.filter.label')}>
          <SearchField ref={field} value={search} onChange={setSearch} label={t('orders.filter.search')} />
          <SegmentedControl
            label={t('orders.filter.status')}
            options={ORDER_FILTERS.map((value) => ({ value, label: t(`orders.filter.${value}`) }))}
            value={filter}
            onChange={setFilter}
          />
        </Tools>
      )}
      <VisuallyHidden role="status">
        {search === '' && filter === 'all' ? '' : t('orders.filter.found', { count: found.length })}
      </VisuallyHidden>
      {found.length === 0 && (
        <EmptyState
          compact
          sentence={t('orders.filter.none')}
          action={
            <Button
              onClick={() => {
                setSearch('');
                setFilter('all');
                field.current?.focus();
              }}
            >
              {t('orders.filter.reset')}
            </Button>
          }
        />
      )}
      <OrderList>
        {found.slice(0, shown).map((order) => (
          <li key={order.id}>{children(order)}</li>
        ))}
      </OrderList>
      {left > 0 && (
        <More>
          <Button onClick={() => setShown(shown + PAGE)}>
            {t('orders.more', { count: Math.min(PAGE, left) })}
          </Button>
        </More>
      )}
    </>
  );
}

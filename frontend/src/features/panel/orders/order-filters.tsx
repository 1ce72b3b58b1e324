import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminCounts } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { ORDER_FILTERS, type OrderFilter } from './order-filter';
import { formatCount } from '../../../lib/values/format';

const Count = chakra('span', { base: { color: 'muted', textStyle: 'numeric', fontWeight: 'medium' } });

/** How many orders a filter shows. */
export const countOf: Readonly<Record<OrderFilter, (counts: AdminCounts) => number>> = {
  all: ({ orders }) => orders,
  open: ({ openOrders }) => openOrders,
  done: ({ orders, openOrders }) => orders - openOrders,
};

interface OrderFiltersProps {
  readonly counts: AdminCounts | undefined;
  readonly value: OrderFilter;
  readonly onChange: (filter: OrderFilter) => void;
}

/** The filters of the active list with their counts. */
export function OrderFilters({ counts, value, onChange }: OrderFiltersProps) {
  const { t } = useTranslation('admin');
  return (
    <SegmentedControl
      label={t('orders.filter')}
      options={ORDER_FILTERS.map((filter) => ({
        value: filter,
        label: (
          <span>
            {t(`orders.${filter}`)} <Count>{counts && formatCount(countOf[filter](counts))}</Count>
          </span>
        ),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

import { ORDER_SORTS } from '@pax/contracts';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressFilter } from '../shared/use-address-filter';
import { isOrderFilter, isOrderSort, presetSort, queryOf, type OrderFilter } from './order-filter';

/** What the address asks for of a list of orders (OWN-536), and the parts of its bar. */
export function useOrderFilter() {
  const { t } = useTranslation('admin');
  const address = useAddressFilter();
  const [named, typed] = [address.value('filter'), address.value('q')];
  const filter: OrderFilter = isOrderFilter(named) ? named : 'all';
  const chosen = address.value('sort');
  const sort = isOrderSort(chosen) ? chosen : presetSort(filter);
  const search = useDeferredValue(typed);
  const query = useMemo(() => queryOf(filter, sort, search), [filter, sort, search]);
  return {
    address,
    filter,
    query,
    search: {
      label: t('orders.search'),
      hint: t('orders.searchHint'),
      value: typed,
      onChange: (text: string) => address.set('q', text),
    },
    sort: {
      label: t('orders.sort'),
      options: ORDER_SORTS.map((value) => ({ value, label: t(`orders.sorts.${value}`) })),
      value: sort,
      onChange: (wanted: typeof sort) => address.set('sort', wanted === presetSort(filter) ? '' : wanted),
    },
  };
}

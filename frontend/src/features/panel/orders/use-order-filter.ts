import { ORDER_SORTS } from '@pax/contracts';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressFilter } from '../shared/use-address-filter';
import { isOrderFilter, presetSort, queryOf, type OrderFilter, type OrderListName } from './order-filter';

/** The sorts of each list; archived orders are never due. */
const SORTS = { active: ORDER_SORTS, archived: ORDER_SORTS.filter((sort) => sort !== 'due') } as const;

/** Filter, sort and search of a list of orders, read from the address, and the parts of its bar. */
export function useOrderFilter(name: OrderListName) {
  const { t } = useTranslation('admin');
  const address = useAddressFilter();
  const [named, typed] = [address.value('filter'), address.value('q')];
  const filter: OrderFilter = name === 'active' && isOrderFilter(named) ? named : 'all';
  const chosen = address.value('sort');
  const sort = SORTS[name].find((known) => known === chosen) ?? presetSort(filter);
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
      options: SORTS[name].map((value) => ({ value, label: t(`orders.sorts.${value}`) })),
      value: sort,
      onChange: (wanted: typeof sort) => address.set('sort', wanted === presetSort(filter) ? '' : wanted),
    },
  };
}

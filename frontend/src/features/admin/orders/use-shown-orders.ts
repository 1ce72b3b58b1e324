import type { Order } from '@pax/contracts';
import { useMemo } from 'react';
import type { Rows } from '../../../lib/http/paged-list';
import { useOrderList } from './order-queries';
import { usePending, withPending } from './pending-transitions';

/** Both lists with pending transitions applied. */
export function useShownOrders() {
  const active = useOrderList('active');
  const archived = useOrderList('archived');
  const pending = usePending();
  const lists = useMemo(
    () => withPending({ active: active.data, archived: archived.data }, pending),
    [active.data, archived.data, pending],
  );
  return { active, archived, lists };
}

const countOf = (list: Rows<Order> | undefined) => list?.total.toLocaleString('de-DE');

/** How many orders the lists have, as they are shown. */
export const ActiveCount = () => countOf(useShownOrders().lists.active);
export const ArchivedCount = () => countOf(useShownOrders().lists.archived);

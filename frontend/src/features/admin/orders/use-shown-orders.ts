import { useMemo } from 'react';
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

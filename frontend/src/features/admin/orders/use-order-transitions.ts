import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../lib/ui/toast';
import { OrderTransitions, withPending } from './order-transitions';
import { useOrderList } from './order-queries';

/** The panel's transitions with their toasts (ADMIN-8.1, ADMIN-8.2). */
export function useOrderTransitions(): OrderTransitions {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [transitions] = useState(() => new OrderTransitions(client));
  useEffect(() => {
    transitions.setCallbacks({
      done: (order, transition) =>
        showToast({
          title: t(`moves.done.${transition}`),
          description: `#${order.id} · ${order.productName}`,
          kind: 'success',
        }),
      failed: (id, transition, reason) =>
        showToast({
          title: t('moves.failed'),
          description:
            reason === 'failed' ? t(`moves.failedText.${transition}`, { id }) : t(`moves.${reason}`, { id }),
          kind: 'error',
        }),
    });
  }, [transitions, t]);
  return transitions;
}

/** Both lists with pending transitions applied. */
export function useShownOrderLists(transitions: OrderTransitions) {
  const active = useOrderList('active');
  const archived = useOrderList('archived');
  const pending = useSyncExternalStore(transitions.subscribe, transitions.snapshot);
  const lists = useMemo(
    () => withPending({ active: active.data, archived: archived.data }, pending),
    [active.data, archived.data, pending],
  );
  return { active, archived, lists };
}

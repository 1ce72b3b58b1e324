import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../lib/toast';
import { OrderMoves, withPending } from './order-moves';
import { useOrderList } from './order-queries';

/** The panel's steps with their notices (ADMIN-8.1, ADMIN-8.2). */
export function useOrderMoves(): OrderMoves {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [moves] = useState(() => new OrderMoves(client));
  useEffect(() => {
    moves.setCallbacks({
      done: (order, move) =>
        showToast({
          title: t(`moves.done.${move}`),
          description: `#${order.id} · ${order.productName}`,
          kind: 'success',
        }),
      failed: (id, move, why) =>
        showToast({
          title: t('moves.failed'),
          description: why === 'failed' ? t(`moves.failedText.${move}`, { id }) : t(`moves.${why}`, { id }),
          kind: 'error',
        }),
    });
  }, [moves, t]);
  return moves;
}

/** Both books as they are shown: what is on its way is laid over them. */
export function useShownOrderLists(moves: OrderMoves) {
  const active = useOrderList('active');
  const archived = useOrderList('archived');
  const pending = useSyncExternalStore(moves.subscribe, moves.snapshot);
  const lists = useMemo(
    () => withPending({ active: active.data, archived: archived.data }, pending),
    [active.data, archived.data, pending],
  );
  return { active, archived, lists };
}

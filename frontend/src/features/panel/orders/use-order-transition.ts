import { orderCalls, type StaffOrder } from '@pax/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { useIsBarred } from '../access/rights';
import { showToast } from '../../../lib/browser/toast';
import { applyOrder, findLoadedOrder } from './order-list';
import { invalidateOrderLists, isReadingOrders } from './order-queries';
import {
  transitionsOf,
  type PanelTransition,
  pendingStatusesIn,
  transitionKey,
  withPendingStatus,
  type StartedTransition,
} from './order-transitions';

/** Returns the catalogue key, below `moves`, of the reason why the server refused a change of an order. */
export function refusalReasonOf(code: ReturnType<typeof callErrorCodeOf<typeof orderCalls.cancelOrder>>) {
  if (code === 'STALE') return 'stale';
  if (code === 'WITHDRAWN') return 'withdrawn';
  if (code === 'OWN_ORDER') return 'ownOrder';
  if (code === 'SECOND_STEP_SETUP_REQUIRED') return 'setUpStep';
  return code === 'ILLEGAL_MOVE' ? 'illegal' : 'failed';
}

/** Tells whether an order will allow a transition once its started transitions are done. */
const isAllowed = (client: QueryClient, order: StaffOrder, transition: PanelTransition): boolean =>
  transitionsOf(withPendingStatus(order, pendingStatusesIn(client))).includes(transition);

/**
 * Stores the changed order in the lists. Lists that are being fetched are fetched again, because they may get the old
 * state.
 */
function settle(client: QueryClient, order: StaffOrder): void {
  applyOrder(client, order);
  if (isReadingOrders(client)) invalidateOrderLists(client);
}

/** Drops the transitions that were waiting for one that failed. */
function dropWaiting(client: QueryClient, id: number): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey: transitionKey(id) }))
    if (mutation.state.isPaused) cache.remove(mutation);
}

/**
 * Starts transitions of an order, one after the other, each with the version from the previous answer. The target
 * status is shown at once; toasts report the results.
 */
export function useOrderTransition(
  id: number | undefined,
): (transition: PanelTransition, reason?: string) => void {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  const isBarred = useIsBarred();
  const { mutate } = useMutation({
    mutationKey: transitionKey(id),
    scope: { id: `order-${id}` },
    mutationFn: async (started: StartedTransition) =>
      await callApi(orderCalls.transitionOrder, {
        params: { id: started.id, move: started.transition },
        body: { version: findLoadedOrder(client, started.id)?.version, reason: started.reason },
      }),
    onSuccess: (order, { transition }) => {
      settle(client, order);
      showToast({
        title: t(`moves.done.${transition}`),
        description: `#${order.id} · ${order.productName}`,
        kind: 'success',
      });
    },
    onError: (error, started) => {
      dropWaiting(client, started.id);
      const code = callErrorCodeOf(orderCalls.transitionOrder, error);
      const reason = refusalReasonOf(code);
      // Lists are refetched after an error without a code, because the transition may have been made.
      if (reason !== 'failed' || code === 'NOT_FOUND' || code === undefined) invalidateOrderLists(client);
      if (noAnswer(error)) return;
      showToast({
        title: t('moves.failed'),
        description:
          reason === 'failed'
            ? t(`moves.failedText.${started.transition}`, { id: started.id })
            : t(`moves.${reason}`, { id: started.id }),
        kind: 'error',
      });
    },
  });
  return (transition, reason) => {
    const order = id === undefined ? undefined : findLoadedOrder(client, id);
    if (order && !isBarred(order) && isAllowed(client, order, transition))
      mutate({ id: order.id, transition, reason });
  };
}

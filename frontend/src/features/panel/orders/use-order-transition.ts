import { ORDER_TRANSITION_TABLE, orderCalls, type StaffOrder } from '@pax/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { useIsOwnEntityBarred } from '../access/rights';
import { showToast } from '../../../lib/browser/toast';
import { applyOrderState, findLoadedOrder } from './order-list-cache';
import { refetchOrderLists, isFetchingOrders } from './order-queries';
import {
  allowedTransitionsOf,
  type PanelTransition,
  readPendingStatuses,
  transitionMutationKey,
  applyPendingStatus,
  isStartedTransition,
  type StartedTransition,
} from './pending-transitions';
import { noteSent, noteVersion, startUndoableAct, useUndoOrder } from '../undo/undo-orders';
import { forgetAct, isUndoable, offerUndo } from '../undo/undoable-acts';

/** Returns the catalogue key, below `moves`, of the reason why the server refused a change of an order. */
export function orderRefusalReasonOf(
  code: unknown,
): 'stale' | 'withdrawn' | 'ownOrder' | 'setUpStep' | 'illegal' | 'failed' {
  if (code === 'STALE') return 'stale';
  if (code === 'WITHDRAWN') return 'withdrawn';
  if (code === 'OWN_ORDER') return 'ownOrder';
  if (code === 'SECOND_STEP_SETUP_REQUIRED') return 'setUpStep';
  return code === 'ILLEGAL_MOVE' ? 'illegal' : 'failed';
}

/** Tells whether an order will allow a transition once its started transitions are done. */
const isTransitionAllowed = (client: QueryClient, order: StaffOrder, transition: PanelTransition): boolean =>
  allowedTransitionsOf(applyPendingStatus(order, readPendingStatuses(client))).includes(transition);

/**
 * Stores the changed order in the lists. Lists that are being fetched are fetched again, because they may get the old
 * state.
 */
function storeChangedOrder(client: QueryClient, order: StaffOrder): void {
  applyOrderState(client, order);
  if (isFetchingOrders(client)) refetchOrderLists(client);
}

/** Reads who took an order that somebody else changed first; null if nobody has it, or without an answer. */
async function readAssignee(client: QueryClient, id: number): Promise<string | null> {
  try {
    const order = await callApi(orderCalls.order, { params: { id } });
    storeChangedOrder(client, order);
    return order.processedBy;
  } catch {
    return null;
  }
}

/** Drops the transitions that were waiting for one that failed. */
function dropWaitingTransitions(client: QueryClient, id: number): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey: transitionMutationKey(id) }))
    if (mutation.state.isPaused) {
      const { variables } = mutation.state;
      cache.remove(mutation);
      if (isStartedTransition(variables) && variables.act) forgetAct(variables.act);
    }
}

/** A transition that the panel sends. */
interface PanelMove extends StartedTransition {
  readonly transition: PanelTransition;
  /** Optional reason of the transition, visible only to the team. */
  readonly reason: string | undefined;
}

/**
 * Starts transitions of an order, one after the other, each with the version from the previous answer. The target
 * status is shown at once; toasts report the results.
 *
 * @returns a function that tells whether it started the transition, which the order may not allow
 */
export function useOrderTransition(
  id: number | undefined,
): (transition: PanelTransition, reason?: string) => boolean {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  const isBarred = useIsOwnEntityBarred();
  const undo = useUndoOrder();
  const { mutate } = useMutation({
    mutationKey: transitionMutationKey(id),
    scope: { id: `order-${id}` },
    mutationFn: async (started: PanelMove) => {
      noteSent(client, started.act);
      return await callApi(orderCalls.transitionOrder, {
        params: { id: started.id, move: started.transition },
        body: { version: findLoadedOrder(client, started.id)?.version, reason: started.reason },
      });
    },
    onSuccess: (order, { transition, act }) => {
      storeChangedOrder(client, order);
      const toast = {
        title: t(`moves.done.${transition}`),
        description: `#${order.id} · ${order.productName}`,
      };
      if (!act) return showToast({ ...toast, kind: 'success' });
      noteVersion(act, order);
      // Taken back before the answer, which the shop is told next.
      if (isUndoable(act)) offerUndo(act, { ...toast, label: t('undo.button') });
    },
    onError: async (error, started) => {
      dropWaitingTransitions(client, started.id);
      if (started.act) forgetAct(started.act);
      const code = callErrorCodeOf(orderCalls.transitionOrder, error);
      const reason = orderRefusalReasonOf(code);
      // Lists are refetched after an error without a code, because the transition may have been made.
      if (reason !== 'failed' || code === 'NOT_FOUND' || code === undefined) refetchOrderLists(client);
      if (noAnswer(error)) return;
      const isTaken = started.transition === 'process' && (reason === 'stale' || reason === 'illegal');
      const name = isTaken ? await readAssignee(client, started.id) : null;
      if (name !== null)
        return showToast({
          title: t('moves.failed'),
          description: t('moves.taken', { name, id: started.id }),
          kind: 'error',
        });
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
    if (!order || isBarred(order) || !isTransitionAllowed(client, order, transition)) return false;
    const { status } = applyPendingStatus(order, readPendingStatuses(client));
    const act = startUndoableAct(client, (one) => undo(one, { id: order.id, to: status }));
    mutate({ id: order.id, transition, reason, to: ORDER_TRANSITION_TABLE[transition].to, act });
    return true;
  };
}

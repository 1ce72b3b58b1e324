import {
  discordCalls,
  MAX_MOVED_AT_ONCE,
  orderCalls,
  type OrderStatus,
  type ServerInfoAnswer,
  type StaffOrder,
} from '@pax/contracts';
import { useQueryClient, type MutationOptions, type QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../lib/browser/toast';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf, queryKeyFor } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';
import { runInBatches } from '../../../lib/values/in-batches';
import { isRecord } from '../../../lib/values/is-record';
import { applyOrderState } from '../orders/order-list-cache';
import { isFetchingOrders, refetchOrderLists } from '../orders/order-queries';
import { transitionMutationKey, type StartedTransition } from '../orders/pending-transitions';
import { addUndoableAct, moveEarlierAct, readUserId, type UndoableAct } from './undoable-acts';

type AdminT = TFunction<['admin']>;

const thingOf = (id: number): string => `order:${id}`;
/** Notes the version to which an act raised an order. */
export const noteVersion = ({ versions }: UndoableAct, { id, version }: StaffOrder): void =>
  void versions.set(thingOf(id), version);

/** Returns for how many seconds the shop takes an act back; 0 if it does not, or while that is unknown. */
export const readUndoSeconds = (client: QueryClient): number =>
  client.getQueryData<ServerInfoAnswer>(queryKeyFor(discordCalls.serverInfo))?.undoSeconds ?? 0;

/** Adds an act as the newest of the signed-in user; undefined where the shop takes nothing back. */
export function startUndoableAct(
  client: QueryClient,
  undo: (act: UndoableAct) => void,
): UndoableAct | undefined {
  if (readUndoSeconds(client) === 0) return undefined;
  const act: UndoableAct = { by: readUserId(client), versions: new Map(), undo: () => undo(act) };
  addUndoableAct(act);
  return act;
}

/** Notes that an act is sent, or its first part: the shop counts its time from then at the earliest. */
export function noteSent(client: QueryClient, act: UndoableAct | undefined): void {
  if (act) act.endsAt ??= Date.now() + readUndoSeconds(client) * 1_000;
}

/** Catalogue keys, below `undo.moved`, of what somebody did to an order meanwhile, by the action in the audit. */
const MOVED = {
  'order.process': 'process',
  'order.release': 'release',
  'order.complete': 'complete',
  'order.archive': 'archive',
  'order.cancel': 'cancel',
  'order.refund': 'refund',
} as const;
const isKnownAction = (action: unknown): action is keyof typeof MOVED =>
  typeof action === 'string' && action in MOVED;

/** Says why the shop did not take an act on an order back, by its code and the fields of its refusal. */
export function describeUndoRefusal(t: AdminT, id: number, code: unknown, fields?: unknown): string {
  const moved = isRecord(fields) && isRecord(fields['moved']) ? fields['moved'] : undefined;
  if (code === 'STALE' && moved && typeof moved['actor'] === 'string') {
    const action = isKnownAction(moved['action']) ? MOVED[moved['action']] : 'other';
    return t(`undo.moved.${action}`, { name: moved['actor'], id });
  }
  if (code === 'UNDO_OVER') return t('undo.over', { id });
  if (code === 'FORBIDDEN') return t('undo.forbidden', { id });
  if (code === 'STALE') return t('moves.stale', { id });
  if (code === 'OWN_ORDER') return t('moves.ownOrder', { id });
  return code === 'WITHDRAWN' ? t('moves.withdrawn', { id }) : t('undo.failedText', { id });
}

/** Tells whether a refusal says that the order is back in its former state, as after a lost answer. */
function isBack(error: unknown, to: OrderStatus, version: number | undefined): boolean {
  const current = error instanceof ApiError ? error.problem?.['current'] : undefined;
  return (
    callErrorCodeOf(orderCalls.undoOrder, error) === 'UNDO_OVER' &&
    isRecord(current) &&
    current['status'] === to &&
    version !== undefined &&
    Number(current['version']) > version
  );
}

/** Stores an order that was taken back, and gives the act before it the new version. */
function storeUndoneOrder(client: QueryClient, order: StaffOrder, undoneVersion: number | undefined): void {
  applyOrderState(client, order);
  if (undoneVersion !== undefined) moveEarlierAct(thingOf(order.id), undoneVersion, order.version);
}

interface OrderUndo {
  readonly id: number;
  /** Status of the order before the act, shown at once. */
  readonly to: OrderStatus;
}

/** Returns the function that takes an act on one order back; after the act's own answer, if that is still to come. */
export function useUndoOrder(): (act: UndoableAct, undo: OrderUndo) => void {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  return (act, { id, to }) => {
    const reportDone = (): void =>
      showToast({ title: t('undo.done'), description: t('undo.doneText', { id }), kind: 'success' });
    const options: MutationOptions<StaffOrder, Error, StartedTransition> = {
      mutationKey: transitionMutationKey(id),
      scope: { id: `order-${id}` },
      mutationFn: async () =>
        await callApi(orderCalls.undoOrder, {
          params: { id },
          body: { version: act.versions.get(thingOf(id)) ?? 0 },
        }),
      onSuccess: (order) => {
        storeUndoneOrder(client, order, act.versions.get(thingOf(id)));
        if (isFetchingOrders(client)) refetchOrderLists(client);
        reportDone();
      },
      onError: (error) => {
        refetchOrderLists(client);
        if (isBack(error, to, act.versions.get(thingOf(id)))) return reportDone();
        if (noAnswer(error)) return;
        const code = callErrorCodeOf(orderCalls.undoOrder, error);
        const fields = error instanceof ApiError ? error.problem : undefined;
        showToast({
          title: t('undo.failed'),
          description: describeUndoRefusal(t, id, code, fields),
          kind: 'error',
        });
      },
    };
    // Not a hook's mutation, because the tab that did the act may be closed.
    void client
      .getMutationCache()
      .build(client, options)
      .execute({ id, to })
      .catch(() => undefined);
  };
}

/** An order that was not taken back, and why, in words. */
interface RefusedUndo {
  readonly id: number;
  readonly reason: string;
}

/** Returns the function that takes an act on several orders back, in portions; rejects if the first one fails. */
export function useUndoOrders() {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  return async (
    act: UndoableAct,
    ids: readonly number[],
  ): Promise<{ undone: number; refused: RefusedUndo[] }> => {
    const asked = ids.map((id) => ({ id, version: act.versions.get(thingOf(id)) ?? 0 }));
    try {
      const { results } = await runInBatches(asked, MAX_MOVED_AT_ONCE, async (orders) => {
        const answer = await callApi(orderCalls.undoOrders, { body: { orders } });
        for (const { order, refusal } of answer) {
          if (!order) continue;
          if (refusal === null) storeUndoneOrder(client, order, act.versions.get(thingOf(order.id)));
          else applyOrderState(client, order);
        }
        return answer;
      });
      const undone = new Set(results.filter(({ refusal }) => refusal === null).map(({ id }) => id));
      const codes = new Map(results.map(({ id, refusal }) => [id, refusal]));
      const refused = ids
        .filter((id) => !undone.has(id))
        .map((id) => ({ id, reason: describeUndoRefusal(t, id, codes.get(id)) }));
      return { undone: undone.size, refused };
    } finally {
      // A portion without an answer may have been taken back.
      refetchOrderLists(client);
    }
  };
}

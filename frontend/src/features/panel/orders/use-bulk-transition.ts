import {
  isUndeliverable,
  MAX_MOVED_AT_ONCE,
  NOT_TRIED,
  orderCalls,
  type MovedOrder,
  type StaffOrder,
} from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { runInBatches } from '../../../lib/values/in-batches';
import { applyOrderState } from './order-list-cache';
import { refetchOrderLists } from './order-queries';
import { quickTransitionsOf, type PanelTransition } from './pending-transitions';
import { hasChanged, useFollowedOrders, type ChosenOrders } from './use-chosen-orders';
import { orderRefusalReasonOf } from './use-order-transition';
import { noteSent, noteVersion, readUndoSeconds, startUndoableAct, useUndoOrders } from '../undo/undo-orders';
import { forgetAct, isUndoable, offerUndo, readUserId, type UndoableAct } from '../undo/undoable-acts';

/** An order that was not moved or is no longer chosen, and the reason in words. */
export interface RefusedOrder {
  readonly id: number;
  readonly reason: string;
}

/** Tells whether an order was not moved because the shop had to stop before it. */
const isUntried = ({ refusal }: MovedOrder): boolean => refusal === 'UNAVAILABLE' || refusal === NOT_TRIED;

/** Tells whether a transition is kept from an order because its payment is missing. */
const isUnpaid = ({ status, paymentStatus }: StaffOrder, transition: PanelTransition): boolean =>
  (transition === 'process' || transition === 'complete') && isUndeliverable(status, paymentStatus);

/** Returns a function that says why an order was not moved, or without a transition why it is no longer chosen. */
function useRefusalReason() {
  const { t } = useTranslation('admin');
  return ({ id, refusal, order }: MovedOrder, transition?: PanelTransition): string => {
    const isTaken = order?.status === 'processing' && (transition === undefined || transition === 'process');
    if (isTaken && order.processedBy !== null) return t('moves.taken', { name: order.processedBy, id });
    const reason = orderRefusalReasonOf(refusal ?? undefined);
    return reason === 'failed' && transition
      ? t(`moves.failedText.${transition}`, { id })
      : t(`moves.${reason}`, { id });
  };
}

/** Orders that were refused or are no longer chosen, and what became of the last act. */
function useOutcome() {
  const [summary, setSummary] = useState('');
  const [refused, setRefused] = useState<readonly RefusedOrder[]>([]);
  return {
    summary,
    refused,
    setSummary,
    addRefused: (added: readonly RefusedOrder[]): void =>
      setRefused((known) => [...known.filter(({ id }) => added.every((one) => one.id !== id)), ...added]),
    clearOutcome: (): void => {
      setRefused([]);
      setSummary('');
    },
  };
}

type Outcome = ReturnType<typeof useOutcome>;

interface BulkMove {
  readonly transition: PanelTransition;
  /** The act, if it can be taken back. */
  readonly act: UndoableAct | undefined;
}

interface MoveResult {
  /** Orders that were moved, as the shop answered them. */
  readonly moved: readonly StaffOrder[];
  readonly left: number;
  readonly refusals: readonly RefusedOrder[];
  /** True if the shop was too busy to go on. */
  readonly isStopped: boolean;
}

/** Returns a function that says what was refused: in the bar, or by a toast where there is no bar any more. */
function useReportRefused({ addRefused, setSummary }: Pick<Outcome, 'addRefused' | 'setSummary'>) {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return (text: string, refused: readonly RefusedOrder[]): void => {
    // Said in the bar, because a toast would cover the names of those that were refused.
    if (isMounted.current) {
      addRefused(refused);
      return setSummary(text);
    }
    const reasons = refused.slice(0, 3).map(({ reason }) => reason);
    showToast({ title: text, description: reasons.join(' '), kind: 'error' });
  };
}

/** Returns a function that takes an act on several orders back, once those on their way are moved. */
function useTakeBack(outcome: Outcome) {
  const { t } = useTranslation('admin');
  const noAnswer = useReportTimeout();
  const undoOrders = useUndoOrders();
  const reportRefused = useReportRefused(outcome);
  return async (act: UndoableAct, moving: Promise<MoveResult>): Promise<void> => {
    // A move that failed says so itself.
    const orders = await moving.then(
      ({ moved }) => moved,
      () => [],
    );
    if (orders.length === 0) return;
    try {
      const { undone, refused } = await undoOrders(
        act,
        orders.map(({ id }) => id),
      );
      outcome.setSummary('');
      const text = t('undo.many', { count: undone });
      if (refused.length === 0) showToast({ title: text, kind: 'success' });
      else reportRefused(t('bulk.left', { title: text, count: refused.length }), refused);
    } catch (error) {
      if (!noAnswer(error))
        showToast({ title: t('undo.failed'), description: t('undo.unknown'), kind: 'error' });
    }
  };
}

/** Returns functions that report how an act ended, with the offer to take it back. */
function useReportMove(outcome: Outcome) {
  const { t } = useTranslation('admin');
  const noAnswer = useReportTimeout();
  const reportRefused = useReportRefused(outcome);
  return {
    onSuccess: ({ moved, left, refusals, isStopped }: MoveResult, { transition, act }: BulkMove): void => {
      const title = t(`bulk.done.${transition}`, { count: moved.length });
      if (act && moved.length === 0) forgetAct(act);
      else if (act) {
        // Taken back meanwhile, which is said next.
        if (!isUndoable(act)) return;
        offerUndo(act, { title, label: t('undo.button') });
      } else if (left === 0) showToast({ title, kind: 'success' });
      if (left === 0) return;
      reportRefused(
        t('bulk.left', { title, count: left }) + (isStopped ? ` ${t('bulk.busy')}` : ''),
        refusals,
      );
    },
    onError: (error: unknown, { transition, act }: BulkMove): void => {
      if (act) forgetAct(act);
      if (noAnswer(error)) return;
      // Without a code the orders may have been moved.
      const reason = callErrorCodeOf(orderCalls.moveOrders, error) === undefined ? 'unknown' : transition;
      showToast({ title: t('moves.failed'), description: t(`bulk.failed.${reason}`), kind: 'error' });
    },
  };
}

/** Moves the chosen orders in portions, until the shop is too busy to go on. */
function useMove({ orders, settle }: ChosenOrders, outcome: Outcome) {
  const { addRefused, clearOutcome } = outcome;
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const describeRefusal = useRefusalReason();
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number }>();
  const isMoving = useRef(false);
  const takeBack = useTakeBack(outcome);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ transition, act }: BulkMove): Promise<MoveResult> => {
      isMoving.current = true;
      const chosen = [...orders.values()];
      const sent = chosen.filter((order) => !isUnpaid(order, transition));
      const refusals = chosen
        .filter((order) => isUnpaid(order, transition))
        .map(({ id }) => ({ id, reason: t('bulk.unpaid', { id }) }));
      clearOutcome();
      addRefused(refusals);
      setProgress({ done: 0, all: sent.length });
      let done = 0;
      let isStopped = false;
      const isOut = ({ id, refusal, order }: MovedOrder): boolean =>
        refusal === null || refusal === 'NOT_FOUND' || (order !== null && hasChanged(orders.get(id), order));
      const { results } = await runInBatches(sent, MAX_MOVED_AT_ONCE, async (some) => {
        if (isStopped) throw new Error('the shop is too busy to go on');
        if (act && !isUndoable(act)) throw new Error('the act is taken back');
        noteSent(client, act);
        const asked = some.map(({ id, version }) => ({ id, version }));
        const answer = await callApi(orderCalls.moveOrders, { body: { move: transition, orders: asked } });
        for (const { order, refusal } of answer) {
          if (!order) continue;
          applyOrderState(client, order);
          if (act && refusal === null) noteVersion(act, order);
        }
        settle(
          answer.filter(isOut).map(({ id }) => id),
          answer.flatMap(({ order }) => order ?? []),
        );
        const failed = answer.filter((one) => one.refusal !== null && !isUntried(one));
        const named = failed.map((one) => ({ id: one.id, reason: describeRefusal(one, transition) }));
        refusals.push(...named);
        addRefused(named);
        isStopped = answer.some(isUntried);
        done += some.length;
        setProgress({ done, all: sent.length });
        return answer;
      });
      const moved = results.filter(({ refusal }) => refusal === null);
      return {
        moved: moved.flatMap(({ order }) => order ?? []),
        left: chosen.length - moved.length,
        refusals,
        isStopped,
      };
    },
    ...useReportMove(outcome),
    onSettled: () => {
      isMoving.current = false;
      setProgress(undefined);
      // A portion without an answer may have been moved.
      refetchOrderLists(client);
    },
  });
  return {
    start: (transition: PanelTransition): void => {
      const act = startUndoableAct(client, (one) => void takeBack(one, moving));
      const moving = mutateAsync({ transition, act });
      moving.catch(() => undefined);
    },
    isPending,
    isMoving,
    progress,
  };
}

/** Transition that asks before it changes more than one order, unless it surely can be taken back. */
type FinalTransition = 'complete' | 'archive';
const isFinal = (transition: PanelTransition): transition is FinalTransition =>
  transition === 'complete' || transition === 'archive';

/**
 * Moves all chosen orders. Moved orders leave the selection; refused ones stay in it, each with its reason, unless
 * somebody else changed them. An order that somebody changes before leaves it, too.
 */
export function useBulkTransition(chosen: ChosenOrders, rows: readonly StaffOrder[] = []) {
  const { orders, settle, clear } = chosen;
  const client = useQueryClient();
  const outcome = useOutcome();
  const { start, isPending, isMoving, progress } = useMove(chosen, outcome);
  const describeRefusal = useRefusalReason();
  useFollowedOrders({
    orders,
    settle,
    rows,
    isMoving,
    onOut: (changed) => {
      const userId = readUserId(client);
      const byOthers = changed.filter(({ processedById: by }) => by === null || by !== userId);
      outcome.addRefused(
        byOthers.map((order) => ({
          id: order.id,
          reason: describeRefusal({ id: order.id, refusal: 'STALE', order }),
        })),
      );
    },
  });
  const [asked, setAsked] = useState<FinalTransition>();
  if (asked && orders.size === 0) setAsked(undefined);
  const countMovable = (transition: PanelTransition): number =>
    [...orders.values()].filter((order) => quickTransitionsOf(order).includes(transition)).length;
  const { summary, refused } = outcome;
  return {
    /** Starts a transition of all chosen orders, or asks first. */
    move: (transition: PanelTransition): void => {
      if (isPending || orders.size === 0) return;
      // Several portions may take longer than the shop takes the first one back.
      const free = readUndoSeconds(client) > 0 ? MAX_MOVED_AT_ONCE : 1;
      if (isFinal(transition) && countMovable(transition) > free) setAsked(transition);
      else start(transition);
    },
    /** Returns how many of the chosen orders allow a transition. */
    countMovable,
    /** Transition that waits for the user's confirmation. */
    asked,
    /** True if the shop takes moves back for a while. */
    isUndoable: readUndoSeconds(client) > 0,
    answer: (isConfirmed: boolean): void => {
      setAsked(undefined);
      if (asked && isConfirmed && !isPending) start(asked);
    },
    progress,
    /** Outcome of the last act, if some orders were not moved. */
    summary,
    refused,
    /** True while the bar has something to show, also with no order chosen. */
    isOpen: orders.size > 0 || progress !== undefined || refused.length > 0 || summary !== '',
    /** Withdraws the question, otherwise ends the selection with what is said about it. */
    dismiss: (): void => {
      if (asked) return setAsked(undefined);
      clear();
      outcome.clearOutcome();
    },
  };
}

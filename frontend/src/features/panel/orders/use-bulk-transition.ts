import { MAX_MOVED_AT_ONCE, orderCalls, type MovedOrder } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { runInBatches } from '../../../lib/values/in-batches';
import { applyOrderState } from './order-list-cache';
import { refetchOrderLists } from './order-queries';
import type { PanelTransition } from './pending-transitions';
import type { ChosenOrders } from './use-chosen-orders';
import { orderRefusalReasonOf } from './use-order-transition';

/** An order that was not moved, and the reason in words. */
export interface RefusedOrder {
  readonly id: number;
  readonly reason: string;
}

/**
 * Moves all chosen orders in portions. Moved orders leave the selection; refused ones stay in it, each with its reason.
 */
export function useBulkTransition({ orders, settle }: ChosenOrders) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number }>();
  const [summary, setSummary] = useState('');
  const [refused, setRefused] = useState<readonly RefusedOrder[]>([]);
  const describeRefusal = ({ id, refusal, order }: MovedOrder, transition: PanelTransition): string => {
    const reason = orderRefusalReasonOf(refusal ?? undefined);
    const holder = transition === 'process' && order?.status === 'processing' ? order.processedBy : null;
    if (holder !== null) return t('moves.taken', { name: holder, id });
    return reason === 'failed' ? t(`moves.failedText.${transition}`, { id }) : t(`moves.${reason}`, { id });
  };
  const { mutate, isPending } = useMutation({
    mutationFn: async (transition: PanelTransition) => {
      const asked = [...orders.values()].map(({ id, version }) => ({ id, version }));
      setRefused([]);
      setSummary('');
      setProgress({ done: 0, all: asked.length });
      let done = 0;
      return await runInBatches(asked, MAX_MOVED_AT_ONCE, async (some) => {
        const results = await callApi(orderCalls.moveOrders, { body: { move: transition, orders: some } });
        for (const { order } of results) if (order) applyOrderState(client, order);
        const failed = results.filter(({ refusal }) => refusal !== null);
        settle(
          results.flatMap(({ id, refusal }) => (refusal === null ? [id] : [])),
          failed.flatMap(({ order }) => order ?? []),
        );
        setRefused((known) => [
          ...known,
          ...failed.map((one) => ({ id: one.id, reason: describeRefusal(one, transition) })),
        ]);
        done += some.length;
        setProgress({ done, all: asked.length });
        return results;
      });
    },
    onSuccess: ({ results, left }, transition) => {
      const moved = results.filter(({ refusal }) => refusal === null).length;
      const title = t(`bulk.done.${transition}`, { count: moved });
      // Said in the bar, because a toast would cover the names of those that were refused.
      if (moved < results.length + left)
        setSummary(`${title}. ${t('bulk.left', { count: results.length + left - moved })}`);
      else showToast({ title, kind: 'success' });
    },
    onError: (error, transition) => {
      if (noAnswer(error)) return;
      showToast({ title: t('moves.failed'), description: t(`bulk.failed.${transition}`), kind: 'error' });
    },
    onSettled: () => {
      setProgress(undefined);
      // A portion without an answer may have been moved.
      refetchOrderLists(client);
    },
  });
  return {
    move: (transition: PanelTransition) => {
      if (!isPending && orders.size > 0) mutate(transition);
    },
    progress,
    /** What became of the last act, if some orders stayed chosen. */
    summary,
    refused: refused.filter(({ id }) => orders.has(id)),
  };
}

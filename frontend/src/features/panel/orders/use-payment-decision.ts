import {
  isAwaitingPayment,
  isRefundable,
  listLegalTransitions,
  orderCalls,
  type StaffOrder,
} from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';
import { showToast } from '../../../lib/browser/toast';
import { formatDecimal } from '../../../lib/values/format';
import { applyOrderState, findLoadedOrder } from './order-list-cache';
import { refetchOrderLists } from './order-queries';
import { transitionMutationKey } from './pending-transitions';
import { orderRefusalReasonOf } from './use-order-transition';

/**
 * Decision of staff about the money of an order; while the payment is unconfirmed, about that of the whole purchase.
 */
export type PaymentDecision =
  | 'confirm'
  /** Cancels the whole purchase while its payment is unconfirmed; nothing was paid yet. */
  | 'cancel'
  /** Cancels one paid order before its delivery and returns its money. */
  | 'undo'
  | 'refund';

/** Returns the decisions about money that an order's state allows; each requires the right `refund`. */
export function allowedDecisionsOf({ status, paymentStatus, kind }: StaffOrder): PaymentDecision[] {
  if (isAwaitingPayment(status, paymentStatus)) return ['confirm', 'cancel'];
  if (isRefundable(status, paymentStatus, kind)) return ['refund'];
  return listLegalTransitions(status, paymentStatus).includes('cancel') ? ['undo'] : [];
}

/** Decision about money that the user has confirmed. */
export interface ConfirmedDecision {
  readonly decision: PaymentDecision;
  /** True when the refunded goods were returned and are added to the stock. */
  readonly restock: boolean;
  /** Amount of a partial refund in dollars, as calls send it; undefined to refund the full remaining amount. */
  readonly amount?: string | undefined;
  /** Optional reason of the decision, visible only to the team. */
  readonly reason?: string | undefined;
  /** Order version that the user saw when deciding; undefined while the user's own transitions were running. */
  readonly version: number | undefined;
}

/** Returns the order version of the first render, so that the server refuses a decision after another user's change. */
export function useSeenOrderVersion({ id, version }: StaffOrder): number | undefined {
  const client = useQueryClient();
  const [seen] = useState(() =>
    client.isMutating({ mutationKey: transitionMutationKey(id) }) === 0 ? version : undefined,
  );
  return seen;
}

/**
 * Sends decisions about money and shows toasts: confirm a purchase, cancel or refund an order. The result is shown
 * only after the server's answer; decisions wait for started transitions of the order.
 */
export function usePaymentDecision(order: StaffOrder): {
  readonly isPending: boolean;
  readonly decide: (decided: ConfirmedDecision) => void;
} {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  const { id } = order;
  const { mutate, isPending } = useMutation({
    scope: { id: `order-${id}` },
    mutationFn: async (decided: ConfirmedDecision): Promise<StaffOrder> => {
      const { decision, restock, amount, reason, version } = decided;
      const body = { version: version ?? (findLoadedOrder(client, id) ?? order).version, reason };
      if (decision === 'confirm') return await callApi(orderCalls.confirmPayment, { params: { id }, body });
      return decision === 'refund'
        ? await callApi(orderCalls.refundOrder, { params: { id }, body: { ...body, restock, amount } })
        : await callApi(orderCalls.cancelOrder, { params: { id }, body });
    },
    onSuccess: (answer, { decision }) => {
      applyOrderState(client, answer);
      // All lists are refetched, because a decision about a purchase changes its other orders too.
      refetchOrderLists(client);
      showToast({ title: t(`purchase.done.${decision}`), description: `#${id}`, kind: 'success' });
    },
    onError: (error, { decision }) => {
      refetchOrderLists(client);
      if (noAnswer(error)) return;
      const tooLarge = refundableAmountOf(error);
      const isRestocked = callErrorCodeOf(orderCalls.refundOrder, error) === 'ALREADY_RESTOCKED';
      const isDisputed = callErrorCodeOf(orderCalls.confirmPayment, error) === 'DISPUTE_OPEN';
      const reason = orderRefusalReasonOf(callErrorCodeOf(orderCalls.cancelOrder, error));
      showToast({
        title: t('moves.failed'),
        description: tooLarge
          ? t('purchase.tooLarge', { id, available: formatDecimal(tooLarge) })
          : isRestocked
            ? t('purchase.restocked', { id })
            : isDisputed
              ? t('purchase.disputed', { id })
              : reason === 'failed'
                ? t(`purchase.failed.${decision}`, { id })
                : t(`moves.${reason}`, { id }),
        kind: 'error',
      });
    },
  });
  return { isPending, decide: mutate };
}

/** Returns the maximum refundable amount that a refusal names. */
function refundableAmountOf(error: unknown): string | undefined {
  if (callErrorCodeOf(orderCalls.refundOrder, error) !== 'REFUND_TOO_LARGE') return undefined;
  const available = error instanceof ApiError ? error.problem?.['available'] : undefined;
  return typeof available === 'string' ? available : undefined;
}

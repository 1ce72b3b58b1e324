import {
  isAwaitingPayment,
  isRefundable,
  legalTransitions,
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
import { applyOrder, findLoadedOrder } from './order-list';
import { invalidateOrderLists } from './order-queries';
import { transitionKey } from './order-transitions';
import { refusalReasonOf } from './use-order-transition';

/** A decision about an order's money; while the payment is unconfirmed, about the whole purchase's. */
export type PaymentDecision =
  | 'confirm'
  /** Cancels the whole unconfirmed purchase; nothing was paid. */
  | 'cancel'
  /** Cancels one paid order before its delivery; its money goes back. */
  | 'undo'
  | 'refund';

/** Decisions that an order allows now; each needs the right `refund`, because it moves money. */
export function decisionsOf({ status, paymentStatus, kind }: StaffOrder): PaymentDecision[] {
  if (isAwaitingPayment(status, paymentStatus)) return ['confirm', 'cancel'];
  if (isRefundable(status, paymentStatus, kind)) return ['refund'];
  return legalTransitions(status, paymentStatus).includes('cancel') ? ['undo'] : [];
}

/** Confirmed decision. */
export interface ConfirmedDecision {
  readonly decision: PaymentDecision;
  /** For a refund: true when the goods were returned and go back into stock. */
  readonly restock: boolean;
  /** For a partial refund: its amount in dollars, as on the wire; absent for the whole rest. */
  readonly amount?: string | undefined;
  /** Optional reason, visible only to the team. */
  readonly reason?: string | undefined;
  /** The version that staff saw when they began to decide; absent when their own transitions were still pending. */
  readonly version: number | undefined;
}

/** The version of an order at the first render, so that a decision about it is refused after somebody else's change. */
export function useSeenVersion({ id, version }: StaffOrder): number | undefined {
  const client = useQueryClient();
  const [seen] = useState(() =>
    client.isMutating({ mutationKey: transitionKey(id) }) === 0 ? version : undefined,
  );
  return seen;
}

/**
 * Confirms an unconfirmed purchase, cancels undelivered orders or refunds delivered ones, with toasts. Nothing is
 * shown before the answer, since it is about money; sent after the order's pending transitions.
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
      applyOrder(client, answer);
      // The purchase's other orders changed as well.
      invalidateOrderLists(client);
      showToast({ title: t(`purchase.done.${decision}`), description: `#${id}`, kind: 'success' });
    },
    onError: (error, { decision }) => {
      invalidateOrderLists(client);
      if (noAnswer(error)) return;
      const tooLarge = availableAmountOf(error);
      const isRestocked = callErrorCodeOf(orderCalls.refundOrder, error) === 'ALREADY_RESTOCKED';
      const isDisputed = callErrorCodeOf(orderCalls.confirmPayment, error) === 'DISPUTE_OPEN';
      const reason = refusalReasonOf(callErrorCodeOf(orderCalls.cancelOrder, error));
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

/** Maximum refundable amount, from the error that refused a larger one. */
function availableAmountOf(error: unknown): string | undefined {
  if (callErrorCodeOf(orderCalls.refundOrder, error) !== 'REFUND_TOO_LARGE') return undefined;
  const available = error instanceof ApiError ? error.problem?.['available'] : undefined;
  return typeof available === 'string' ? available : undefined;
}

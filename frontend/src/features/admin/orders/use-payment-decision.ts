import { orderCalls, type Order } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { applyEntity, findIn } from '../../../lib/realtime/apply';
import { showToast } from '../../../lib/ui/toast';
import { ALL_ORDER_LISTS } from './order-list';
import { invalidateOrderLists } from './order-queries';
import { reasonOf } from './use-order-transition';

/** What staff decide about a purchase that nobody has confirmed as paid. */
export type PaymentDecision = 'confirm' | 'cancel';

/**
 * Confirms the payment of an unconfirmed order's purchase, or cancels it (OWN-95), with its toasts. Nothing is shown
 * before the answer, since it is about money; sent after the order's pending transitions.
 */
export function usePaymentDecision(order: Order): {
  readonly isPending: boolean;
  readonly decide: (decision: PaymentDecision) => void;
} {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useNoAnswer();
  const { id } = order;
  const { mutate, isPending } = useMutation({
    scope: { id: `order-${id}` },
    mutationFn: async (decision: PaymentDecision): Promise<Order> => {
      const body = { version: (findIn(client, ALL_ORDER_LISTS, id) ?? order).version };
      return decision === 'confirm'
        ? await callApi(orderCalls.confirmPayment, { params: { id }, body })
        : await callApi(orderCalls.transitionOrder, { params: { id, move: 'cancel' }, body });
    },
    onSuccess: (answer, decision) => {
      applyEntity(client, ALL_ORDER_LISTS, answer);
      // The purchase's other orders changed as well.
      invalidateOrderLists(client);
      showToast({ title: t(`purchase.done.${decision}`), description: `#${id}`, kind: 'success' });
    },
    onError: (error, decision) => {
      const reason = reasonOf(callErrorOf(orderCalls.confirmPayment, error));
      invalidateOrderLists(client);
      if (noAnswer(error)) return;
      showToast({
        title: t('moves.failed'),
        description:
          reason === 'failed' ? t(`purchase.failed.${decision}`, { id }) : t(`moves.${reason}`, { id }),
        kind: 'error',
      });
    },
  });
  return { isPending, decide: mutate };
}

import { checkoutCalls, withdrawalRefusal, WITHDRAWALS_PER_DAY, type Order } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../lib/http/call-api';
import { OWN_ORDERS, PROFILE } from '../../lib/http/keys';
import { serverNow } from '../../lib/http/server-clock';
import { showToast } from '../../lib/ui/toast';

/** The orders of each own purchase that may be withdrawn now, by its reference. */
export function useWithdrawable(orders: readonly Order[] | undefined): ReadonlyMap<string, Order[]> {
  return useMemo(() => {
    const purchases = new Map<string, Order[]>();
    for (const order of orders ?? [])
      if (order.checkout !== null)
        purchases.set(order.checkout, [...(purchases.get(order.checkout) ?? []), order]);
    const now = new Date(serverNow());
    // Orders are made when they are paid, but for those by crypto, which are confirmed within days.
    const paidAt = ([first]: Order[]): Date | null => (first ? new Date(first.createdAt) : null);
    return new Map([...purchases].filter(([, of]) => withdrawalRefusal(of, paidAt(of), now) === undefined));
  }, [orders]);
}

/** Withdraws a purchase by its reference. Pending until the list shows what came of it. */
export function useWithdraw() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const showNoAnswer = useNoAnswer();
  return useMutation({
    mutationFn: (ref: string) => callApi(checkoutCalls.withdrawCheckout, { params: { ref } }),
    onSuccess: () =>
      showToast({ title: t('withdraw.done'), description: t('withdraw.doneText'), kind: 'success' }),
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const code = callErrorOf(checkoutCalls.withdrawCheckout, error);
      // The answer to an earlier try was lost.
      if (code === 'WITHDRAWN')
        return showToast({ title: t('withdraw.done'), description: t('withdraw.doneText'), kind: 'success' });
      const why =
        code === 'WITHDRAWAL_LIMIT' ? 'limit' : code === 'ILLEGAL_MOVE' ? 'started' : ('failedText' as const);
      showToast({
        title: t('withdraw.failed'),
        description: t(`withdraw.${why}`, { count: WITHDRAWALS_PER_DAY }),
        kind: 'error',
      });
    },
    onSettled: () =>
      Promise.all([OWN_ORDERS, PROFILE].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

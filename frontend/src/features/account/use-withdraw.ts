import {
  checkoutCalls,
  WITHDRAWABLE_DAYS,
  withdrawalRefusal,
  WITHDRAWAL_REFUSALS,
  WITHDRAWALS_PER_DAY,
  type Order,
  type WithdrawalRefusal,
} from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNoAnswer } from '../../lib/hooks/use-no-answer';
import { callApi, callErrorOf } from '../../lib/http/call-api';
import { ApiError } from '../../lib/http/fetcher';
import { OWN_ORDERS, PROFILE } from '../../lib/http/keys';
import { serverNow } from '../../lib/http/server-clock';
import { showToast } from '../../lib/browser/toast';

/** The orders of each own purchase that may be withdrawn now, by its reference. */
export function useWithdrawable(orders: readonly Order[] | undefined): ReadonlyMap<string, Order[]> {
  return useMemo(() => {
    const purchases = new Map<string, Order[]>();
    for (const order of orders ?? [])
      if (order.checkout !== null)
        purchases.set(order.checkout, [...(purchases.get(order.checkout) ?? []), order]);
    const now = new Date(serverNow());
    const paidAt = ([first]: Order[]): Date | null => (first?.paidAt ? new Date(first.paidAt) : null);
    return new Map([...purchases].filter(([, of]) => withdrawalRefusal(of, paidAt(of), now) === undefined));
  }, [orders]);
}

/** The server's reason for a refusal; undefined for a reason unknown to this page, as from a newer server. */
const reasonOf = (error: unknown): WithdrawalRefusal | undefined =>
  error instanceof ApiError
    ? WITHDRAWAL_REFUSALS.find((known) => known === error.problem?.['reason'])
    : undefined;

/** Withdraws a purchase by its reference. Pending until the list shows the outcome. */
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
      const why = code === 'WITHDRAWAL_LIMIT' ? 'limit' : (reasonOf(error) ?? 'failedText');
      showToast({
        title: t('withdraw.failed'),
        description: t(`withdraw.${why}`, { count: WITHDRAWALS_PER_DAY, days: WITHDRAWABLE_DAYS }),
        kind: 'error',
      });
    },
    onSettled: () =>
      Promise.all([OWN_ORDERS, PROFILE].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

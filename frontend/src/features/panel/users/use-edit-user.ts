import { adminUser, userCalls, type BlockUserRequest, type StoreCreditRequest } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';
import { showToast } from '../../../lib/browser/toast';
import type { SaveOutcome } from '../shared/use-draft';
import { applyUserState } from './user-queries';

/** Sets an account's store credit with the version that was shown, and shows toasts. */
export function useSetStoreCredit(
  id: number,
): (amount: string, version: number | undefined) => Promise<SaveOutcome> {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  const { mutateAsync } = useMutation({
    scope: { id: `user-${id}` },
    mutationFn: (body: StoreCreditRequest) => callApi(userCalls.setStoreCredit, { params: { id }, body }),
  });
  const showRefusal = (error: unknown): SaveOutcome => {
    if (noAnswer(error)) return 'failed';
    const isStale = callErrorCodeOf(userCalls.setStoreCredit, error) === 'STALE' && error instanceof ApiError;
    const { data: current } = adminUser.safeParse(isStale ? error.problem?.['current'] : undefined);
    if (current) applyUserState(client, current);
    showToast({
      title: t('failed'),
      description: t(isStale ? 'credit.stale' : 'credit.failed'),
      kind: 'error',
    });
    return isStale ? { stale: current?.creditVersion } : 'failed';
  };
  return async (amount, version) => {
    try {
      const now = await mutateAsync({ amount, version });
      applyUserState(client, now);
      showToast({ title: t('credit.done'), description: now.username, kind: 'success' });
      return 'saved';
    } catch (error) {
      return showRefusal(error);
    }
  };
}

/** Blocks or unblocks an account and shows a toast. */
export function useBlockUser(id: number, onDone: () => void) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  return useMutation({
    scope: { id: `user-${id}` },
    mutationFn: (body: BlockUserRequest) => callApi(userCalls.blockUser, { params: { id }, body }),
    onSuccess: (now) => {
      applyUserState(client, now);
      const title = t(now.blocked ? 'block.done' : 'block.takenBack');
      showToast({ title, description: now.username, kind: 'success' });
      onDone();
    },
    onError: (error) => {
      if (noAnswer(error)) return;
      const isOwn = callErrorCodeOf(userCalls.blockUser, error) === 'CONFLICT';
      showToast({ title: t('failed'), description: t(isOwn ? 'block.own' : 'block.failed'), kind: 'error' });
    },
  });
}

import { ownDataCalls, type OwnDataAnswer, type ProveOwnerRequest } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import {
  callApi,
  callErrorCodeOf,
  queryKeyFor,
  queryOptionsFor,
  withSecondStep,
} from '../../../lib/http/call-api';
import { downloadFile, saveFile } from '../../../lib/http/file-transfer';
import { serverMessageOf } from '../../../lib/http/fetcher';
import { showToast } from '../../../lib/browser/toast';
import { serverNow } from '../../../lib/http/server-clock';
import { SECURITY_NOTICES } from '../query-keys';

const OWN_DATA = queryKeyFor(ownDataCalls.ownData);

/** Loads the state of the user's data: copy, deletion and obstacles; refetched each time the card opens. */
export const useOwnData = () =>
  useQuery({ ...queryOptionsFor(ownDataCalls.ownData), staleTime: 0, refetchOnMount: 'always' });

/**
 * Tells whether the last sign-in is recent enough for the server; false already 5 s early, because the call takes
 * time.
 */
export const hasFreshProof = ({ provenUntil }: OwnDataAnswer, now = serverNow()): boolean =>
  provenUntil !== null && Date.parse(provenUntil) - now > 5_000;

/**
 * Returns a function that stores an answer, or refetches the state after a failure; security notices are refetched
 * in any case.
 */
function useStoreOwnDataAnswer() {
  const client = useQueryClient();
  return (answer: OwnDataAnswer | undefined) => {
    if (answer) client.setQueryData(OWN_DATA, answer);
    else void client.invalidateQueries({ queryKey: OWN_DATA });
    void client.invalidateQueries({ queryKey: SECURITY_NOTICES });
  };
}

/** Returns a handler that shows the reason of a failed action in a toast. */
function useShowActionFailure(title: 'copyFailed' | 'askFailed' | 'keepFailed') {
  const { t } = useTranslation('security');
  const showNoAnswer = useReportTimeout();
  return (error: unknown) => {
    if (showNoAnswer(error)) return;
    const isDaily = callErrorCodeOf(ownDataCalls.exportOwnData, error) === 'RATE_LIMITED';
    const description =
      title === 'copyFailed' && isDaily ? t('data.daily') : (serverMessageOf(error) ?? t('data.again'));
    showToast({ title: t(`data.${title}`), description, kind: 'error' });
  };
}

/** Proves the user's identity with the account's password. */
export function useProveOwner() {
  const settled = useStoreOwnDataAnswer();
  return useMutation({
    mutationFn: (body: ProveOwnerRequest) => callApi(ownDataCalls.proveOwner, { body }),
    onSuccess: settled,
  });
}

/** Downloads the copy of the user's data; `bytes` is the number of bytes received so far. */
export function useDownloadDataCopy() {
  const { t } = useTranslation('security');
  const [bytes, setBytes] = useState(0);
  const settled = useStoreOwnDataAnswer();
  const copy = useMutation({
    mutationFn: () =>
      withSecondStep(() => downloadFile(ownDataCalls.exportOwnData, { onProgress: setBytes })),
    onMutate: () => setBytes(0),
    onSuccess: (file) => {
      saveFile(file, t('data.fileName'));
      showToast({ title: t('data.copied'), kind: 'success' });
    },
    onError: useShowActionFailure('copyFailed'),
    onSettled: () => settled(undefined),
  });
  return { ...copy, bytes };
}

/** Requests the deletion of the account. */
export function useRequestAccountDeletion() {
  const { t } = useTranslation('security');
  const settled = useStoreOwnDataAnswer();
  return useMutation({
    mutationFn: () => callApi(ownDataCalls.deleteAccount),
    onSuccess: () => showToast({ title: t('data.asked'), kind: 'success' }),
    onError: useShowActionFailure('askFailed'),
    onSettled: settled,
  });
}

/** Cancels the scheduled deletion of the account. */
export function useCancelAccountDeletion() {
  const { t } = useTranslation('security');
  const settled = useStoreOwnDataAnswer();
  return useMutation({
    mutationFn: () => callApi(ownDataCalls.keepAccount),
    onSuccess: () => showToast({ title: t('data.kept'), kind: 'success' }),
    onError: useShowActionFailure('keepFailed'),
    onSettled: settled,
  });
}

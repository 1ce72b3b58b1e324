import { secondStepCalls } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/http/call-api';
import { ApiError, errorCodeOf } from '../../../lib/http/fetcher';
import { ME } from '../../../lib/http/query-keys';
import { createPasskey, SECOND_STEP } from '../../../lib/http/second-step-passkeys';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { showToast } from '../../../lib/browser/toast';
import { SECURITY_NOTICES, SESSIONS } from '../query-keys';

/** Method of the second step that can be removed: the authenticator app, or a passkey by its id. */
export type RemovableMethod = 'totp' | number;

function stepFailureTextKey(error: unknown): 'failedText' | 'known' | 'stale' | 'cancelled' {
  const code = errorCodeOf(error);
  if (code === 'FRESH_SIGN_IN_REQUIRED') return 'stale';
  if (code === 'CONFLICT') return 'known';
  // An error of another type comes from the browser, which refused to create the passkey.
  return error instanceof ApiError || error instanceof TypeError ? 'failedText' : 'cancelled';
}

/** Returns handlers shared by all changes of the second step: refetch its state, and show a failure. */
function useStepChangeHandlers() {
  const { t } = useTranslation('step');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  return {
    refresh: () => {
      for (const queryKey of [SECOND_STEP, ME, SESSIONS, SECURITY_NOTICES])
        void client.invalidateQueries({ queryKey });
    },
    fail: (error: unknown) => {
      if (showNoAnswer(error)) return;
      showToast({
        title: t('done.failed'),
        description: t(`done.${stepFailureTextKey(error)}`),
        kind: 'error',
      });
    },
    added: () => showToast({ title: t('done.added'), description: t('done.addedText'), kind: 'success' }),
  };
}

/** Requests a new key with which the user sets up an authenticator app. */
export function useRequestTotpKey() {
  const { fail, refresh } = useStepChangeHandlers();
  return useMutation({
    mutationFn: () => callApi(secondStepCalls.offerTotp),
    onError: fail,
    onSettled: refresh,
  });
}

/** Activates the authenticator app with its first code; the field shows if the code is wrong. */
export function useConfirmTotp() {
  const { refresh, added } = useStepChangeHandlers();
  return useMutation({
    mutationFn: (code: string) => callApi(secondStepCalls.confirmTotp, { body: { code } }),
    onSuccess: added,
    onSettled: refresh,
  });
}

/** Lets the browser create a passkey and adds it to the account under a name. */
export function useAddPasskey() {
  const { refresh, fail, added } = useStepChangeHandlers();
  return useMutation({
    mutationFn: async (name: string) => {
      const offer = await callApi(secondStepCalls.offerPasskey);
      return callApi(secondStepCalls.addPasskey, { body: { name, response: await createPasskey(offer) } });
    },
    onSuccess: added,
    onError: fail,
    onSettled: refresh,
  });
}

export function useRemoveSecondStepMethod() {
  const { t } = useTranslation('step');
  const { refresh, fail } = useStepChangeHandlers();
  return useMutation({
    mutationFn: (way: RemovableMethod) =>
      way === 'totp'
        ? callApi(secondStepCalls.removeTotp)
        : callApi(secondStepCalls.removePasskey, { params: { id: way } }),
    onSuccess: () => showToast({ title: t('done.removed'), kind: 'success' }),
    onError: fail,
    onSettled: refresh,
  });
}

/** Replaces the account's recovery codes by new ones. */
export function useRenewRecoveryCodes() {
  const { t } = useTranslation('step');
  const { refresh, fail } = useStepChangeHandlers();
  return useMutation({
    mutationFn: () => callApi(secondStepCalls.renewRecoveryCodes),
    onSuccess: () => showToast({ title: t('done.renewed'), kind: 'success' }),
    onError: fail,
    onSettled: refresh,
  });
}

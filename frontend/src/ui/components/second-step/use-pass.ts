import { authCalls, accountCalls, secondStepCalls } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, callErrorOf, callKey } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';
import { ME } from '../../../lib/http/keys';
import { signWithPasskey } from '../../../lib/http/passkey';
import { SECOND_STEP } from '../../../lib/http/second-step';

/** How the step is to be passed: with a typed code, or with a passkey. */
export type StepAttempt = { readonly code: string } | 'passkey';

/** Reasons why an attempt failed, as catalogue keys below `pass`. */
export type StepProblem =
  | 'required'
  | 'wrong'
  | 'wrongPasskey'
  | 'cancelled'
  | 'limited'
  | 'signIn'
  | 'failed';

export function problemOf(error: unknown, attempt: StepAttempt | undefined): StepProblem {
  const code = callErrorOf(secondStepCalls.passSecondStep, error);
  if (code === 'SECOND_STEP_WRONG') return attempt === 'passkey' ? 'wrongPasskey' : 'wrong';
  if (code === 'RATE_LIMITED') return 'limited';
  if (code === 'FRESH_SIGN_IN_REQUIRED') return 'signIn';
  // The browser throws an error of its own when nobody touched the key or none is there.
  const isOfBrowser = attempt === 'passkey' && !(error instanceof ApiError) && !(error instanceof TypeError);
  return isOfBrowser ? 'cancelled' : 'failed';
}

/** Passes the second step; what the page knows of its rights is asked again. */
export function usePass(onPassed: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (attempt: StepAttempt) => {
      if (attempt !== 'passkey') return callApi(secondStepCalls.passSecondStep, { body: attempt });
      const asked = await callApi(secondStepCalls.startPasskeyCheck);
      return callApi(secondStepCalls.passWithPasskey, { body: { response: await signWithPasskey(asked) } });
    },
    onSuccess: async () => {
      const changed = [ME, SECOND_STEP, callKey(authCalls.checkAuth), callKey(accountCalls.sessions)];
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
      onPassed();
    },
  });
}

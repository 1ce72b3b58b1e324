import { authCalls, accountCalls, secondStepCalls, type SecondStepAnswer } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi, callErrorCodeOf, queryKeyFor } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';
import { ME } from '../../../lib/http/query-keys';
import { signWithPasskey, SECOND_STEP, useSecondStep } from '../../../lib/http/second-step-passkeys';
import { Button } from '../base/button';
import { OrDivider } from '../base/or-divider';
import { ErrorState } from '../feedback/empty-state';
import { Loading, Skeleton } from '../feedback/skeleton';
import { TextField } from '../form/field';

/** Attempt to pass the second step: with a typed code or with a passkey. */
type StepAttempt = { readonly code: string } | 'passkey';

/** Reason of a failed attempt to pass the second step, as a catalogue key below `pass`. */
type StepProblem = 'required' | 'wrong' | 'wrongPasskey' | 'cancelled' | 'limited' | 'signIn' | 'failed';

function stepProblemOf(error: unknown, attempt: StepAttempt | undefined): StepProblem {
  const code = callErrorCodeOf(secondStepCalls.passSecondStep, error);
  if (code === 'SECOND_STEP_WRONG') return attempt === 'passkey' ? 'wrongPasskey' : 'wrong';
  if (code === 'RATE_LIMITED') return 'limited';
  if (code === 'FRESH_SIGN_IN_REQUIRED') return 'signIn';
  // Such an error comes from the browser itself: the user did not use the passkey, or it does not exist.
  const isOfBrowser = attempt === 'passkey' && !(error instanceof ApiError) && !(error instanceof TypeError);
  return isOfBrowser ? 'cancelled' : 'failed';
}

/** Passes the second step, then refetches the user and the user's rights. */
function usePassSecondStep(onPassed: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (attempt: StepAttempt) => {
      if (attempt !== 'passkey') return callApi(secondStepCalls.passSecondStep, { body: attempt });
      const asked = await callApi(secondStepCalls.startPasskeyCheck);
      return callApi(secondStepCalls.passWithPasskey, { body: { response: await signWithPasskey(asked) } });
    },
    onSuccess: async () => {
      const changed = [ME, SECOND_STEP, queryKeyFor(authCalls.checkAuth), queryKeyFor(accountCalls.sessions)];
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
      onPassed();
    },
  });
}

const Ways = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4',
    width: 'full',
    textAlign: 'start',
  },
});
const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Problem = chakra('p', { base: { color: 'danger', textStyle: 'small' } });

interface SecondStepFormProps {
  readonly onPassed: () => void;
}

function SecondStepFields({
  ways,
  isOwed,
  onPassed,
}: SecondStepFormProps & Pick<SecondStepAnswer, 'ways' | 'isOwed'>) {
  const { t } = useTranslation('step');
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const pass = usePassSecondStep(onPassed);
  const hasPasskey = ways.includes('passkey');
  const hasCode = ways.includes('totp') || ways.includes('recovery-code');
  const isBusy = pass.isPending || pass.isSuccess;
  const problem = isMissing
    ? 'required'
    : pass.isError
      ? stepProblemOf(pass.error, pass.variables)
      : undefined;
  const isOfPasskey = pass.variables === 'passkey' && !isMissing;
  const submitCode = () => {
    if (isBusy) return;
    setMissing(code.trim() === '');
    if (code.trim() === '') return field.current?.focus();
    pass.mutate({ code: code.trim() }, { onError: () => field.current?.focus() });
  };
  if (isOwed || ways.length === 0) return <p>{t(isOwed ? 'pass.owed' : 'pass.signIn')}</p>;
  return (
    <Ways>
      {hasPasskey && (
        <Button
          size="lg"
          kind="primary"
          icon="shield"
          loading={isBusy && isOfPasskey}
          onClick={() => {
            setMissing(false);
            if (!isBusy) pass.mutate('passkey');
          }}
        >
          {t('pass.passkey')}
        </Button>
      )}
      {isOfPasskey && problem && <Problem role="alert">{t(`pass.${problem}`)}</Problem>}
      {hasPasskey && hasCode && <OrDivider>{t('pass.or')}</OrDivider>}
      {hasCode && (
        <Form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // The event stops here, because React passes a dialog's submit event on to the form around the dialog.
            event.stopPropagation();
            submitCode();
          }}
        >
          <TextField
            ref={field}
            label={t('pass.code')}
            hint={t(ways.includes('totp') ? 'pass.hint' : 'pass.recovery')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={code}
            disabled={isBusy}
            error={!isOfPasskey && problem && t(`pass.${problem}`)}
            onChange={(event) => {
              setMissing(false);
              setCode(event.target.value);
            }}
          />
          <Button type="submit" kind={hasPasskey ? 'quiet' : 'primary'} loading={isBusy && !isOfPasskey}>
            {t('pass.submit')}
          </Button>
        </Form>
      )}
    </Ways>
  );
}

/** Form in which the user passes the second step with one of the account's methods. */
export function SecondStepForm({ onPassed }: SecondStepFormProps) {
  const { t } = useTranslation('step');
  const step = useSecondStep();
  if (step.data)
    return <SecondStepFields ways={step.data.ways} isOwed={step.data.isOwed} onPassed={onPassed} />;
  if (step.isError)
    return <ErrorState compact sentence={t('pass.loadFailed')} onRetry={() => void step.refetch()} />;
  return (
    <Loading>
      <Skeleton height="120px" />
    </Loading>
  );
}

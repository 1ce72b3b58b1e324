import {
  changePasswordRequest,
  accountCalls,
  MIN_STAFF_PASSWORD_LENGTH,
  type ChangePasswordRequest,
} from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { useForm, useWatch } from 'react-hook-form';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { PASSWORD, SECURITY_NOTICES, SESSIONS } from '../query-keys';
import { callApi, callErrorCodeOf, queryOptionsFor } from '../../../lib/http/call-api';
import { serverMessageOf, errorCodeOf } from '../../../lib/http/fetcher';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { showToast } from '../../../lib/browser/toast';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { PasswordField, PasswordStrength } from '../../../ui/components/form/password-field';
import { discordSignInAddress } from '../../../lib/values/urls';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { TextLink } from '../../../ui/components/base/page';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { Surface } from '../../../ui/components/base/surface';
import { formatDate, formatTime } from '../../../lib/values/format';

/** Fields of the form that changes a password; the repeated password is compared in the browser and never sent. */
interface PasswordFields {
  current: string;
  next: string;
  confirm: string;
}

const NOTHING_TYPED: PasswordFields = { current: '', next: '', confirm: '' };

const PROBLEMS = ['required', 'wrong', 'short', 'long', 'tooShort', 'common', 'mismatch', 'stale'] as const;
/** Problem of a password field, as a catalogue key below `password.problem`. */
type PasswordProblem = (typeof PROBLEMS)[number];

const toPasswordProblem = (named: string | undefined): PasswordProblem | undefined =>
  PROBLEMS.find((problem) => problem === named);

/** Checks a new password by the contract's schema, so that form and server refuse the same passwords. */
function checkNewPassword(typed: string): true | PasswordProblem {
  const code = changePasswordRequest.shape.newPassword.safeParse(typed).error?.issues[0]?.code;
  if (code === undefined) return true;
  return code === 'too_big' ? 'long' : 'short';
}

const checkCurrentPassword = (typed: string): true | PasswordProblem => typed !== '' || 'required';

const checkRepeatedPassword = (typed: string, form: PasswordFields): true | PasswordProblem =>
  typed === form.next || 'mismatch';

/** Returns the field and the problem of a refused password; undefined for other refusals. */
function findRefusedPasswordField(code: unknown): [keyof PasswordFields, PasswordProblem] | undefined {
  if (code === 'CURRENT_PASSWORD_WRONG') return ['current', 'wrong'];
  if (code === 'CURRENT_PASSWORD_REQUIRED') return ['current', 'required'];
  if (code === 'FRESH_SIGN_IN_REQUIRED') return ['next', 'stale'];
  if (code === 'PASSWORD_TOO_SHORT') return ['next', 'tooShort'];
  return code === 'PASSWORD_COMMON' ? ['next', 'common'] : undefined;
}

/** Loads whether a password exists and until when a new one can be set without it; refetched when the form opens. */
export const usePasswordState = () =>
  useQuery({ ...queryOptionsFor(accountCalls.passwordState), staleTime: 0, refetchOnMount: 'always' });

/** Sets a new password; the server then ends all other sessions. */
export function useChangePassword() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  return useMutation({
    mutationFn: (body: ChangePasswordRequest) => callApi(accountCalls.changePassword, { body }),
    onSuccess: () =>
      showToast({ title: t('password.done'), description: t('password.doneText'), kind: 'success' }),
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const known = findRefusedPasswordField(callErrorCodeOf(accountCalls.changePassword, error));
      const description = known
        ? t(`password.problem.${known[1]}`, { count: MIN_STAFF_PASSWORD_LENGTH })
        : (serverMessageOf(error) ?? t('password.failedText'));
      showToast({ title: t('password.failed'), description, kind: 'error' });
    },
    // The password state is refetched, because the recent sign-in that allows a change may have expired or been used.
    onSettled: () => {
      for (const queryKey of [PASSWORD, SESSIONS, SECURITY_NOTICES])
        void client.invalidateQueries({ queryKey });
    },
  });
}

const Form = chakra('form', { base: { display: 'grid' } });
const Fields = chakra('fieldset', { base: { display: 'grid', gap: '4', minWidth: '0' } });

interface PasswordFormProps {
  readonly username: string;
  readonly hasPassword: boolean;
  readonly needsCurrent: boolean;
}

/** Form that changes the password. The typed passwords stay if the request fails, and are cleared after a success. */
function PasswordForm({ username, hasPassword, needsCurrent }: PasswordFormProps) {
  const { t } = useTranslation('account');
  const form = useForm<PasswordFields>({ defaultValues: NOTHING_TYPED, shouldUnregister: false });
  const change = useChangePassword();
  const { errors } = form.formState;
  const next = useWatch({ control: form.control, name: 'next' });
  const problemTextOf = (field: keyof PasswordFields): string | undefined => {
    const key = toPasswordProblem(errors[field]?.message);
    return key && t(`password.problem.${key}`, { count: MIN_STAFF_PASSWORD_LENGTH });
  };
  const submit = form.handleSubmit(({ current, next: newPassword }) =>
    change.mutate(
      { newPassword, ...(needsCurrent ? { currentPassword: current } : {}) },
      {
        onSuccess: () => form.reset(NOTHING_TYPED),
        onError: (error) => {
          const refused = findRefusedPasswordField(errorCodeOf(error));
          if (refused) form.setError(refused[0], { message: refused[1] }, { shouldFocus: true });
        },
      },
    ),
  );
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.isPending) void submit(event);
      }}
    >
      <Fields disabled={change.isPending}>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        {needsCurrent && (
          <PasswordField
            label={t('password.current')}
            autoComplete="current-password"
            error={problemTextOf('current')}
            {...form.register('current', { validate: checkCurrentPassword })}
          />
        )}
        <PasswordField
          label={t('password.new')}
          autoComplete="new-password"
          error={problemTextOf('next')}
          hint={<PasswordStrength password={next} username={username} />}
          {...form.register('next', { validate: checkNewPassword })}
        />
        <PasswordField
          label={t('password.confirm')}
          autoComplete="new-password"
          error={problemTextOf('confirm')}
          {...form.register('confirm', { validate: checkRepeatedPassword })}
        />
        <p>
          <Button type="submit" loading={change.isPending}>
            {t(hasPassword ? 'password.change' : 'password.set')}
          </Button>
        </p>
      </Fields>
    </Form>
  );
}

const AGAIN = discordSignInAddress('/account#password');

/** Card with the explanation on the left and the form on the right, as wide as the two cards above. */
const Card = chakra(Surface, {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
    columnGap: { lg: '14' },
  },
});
const Side = chakra('div', { base: { display: 'grid', gap: '3', alignContent: 'start' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

interface PasswordCardProps {
  /** User name in a hidden field, so that password managers find the right password. */
  readonly username: string;
  /** True when a Discord account is linked, so that a new password can be set without the old one. */
  readonly linked: boolean;
}

/** Notes on why the account has no password, or how to set a new one without the old one. */
function PasswordNotes({ linked }: Pick<PasswordCardProps, 'linked'>) {
  const { t } = useTranslation('account');
  const { data: state } = usePasswordState();
  if (!state) return null;
  const { hasPassword, freeUntil, resetFrom } = state;
  return (
    <>
      {!hasPassword && <Text>{t('password.none')}</Text>}
      {freeUntil !== null && <Text>{t('password.free', { time: formatTime(freeUntil) })}</Text>}
      {freeUntil === null && !hasPassword && <Text>{t('password.proof')}</Text>}
      {resetFrom && <Text>{t('password.resetFrom', { date: formatDate(resetFrom) })}</Text>}
      {freeUntil === null && hasPassword && !resetFrom && (
        <Text>
          {linked ? <TextLink href={AGAIN}>{t('password.forgot')}</TextLink> : t('password.unlinked')}
        </Text>
      )}
    </>
  );
}

function PasswordBody({ username }: Pick<PasswordCardProps, 'username'>) {
  const { t } = useTranslation('account');
  const state = usePasswordState();
  if (state.isPending)
    return (
      <Loading>
        <Skeleton height="180px" />
      </Loading>
    );
  if (!state.data)
    return <ErrorState compact sentence={t('password.loadFailed')} onRetry={() => void state.refetch()} />;
  const { hasPassword, freeUntil } = state.data;
  if (!hasPassword && freeUntil === null)
    return (
      <p>
        <ButtonLink icon="chat" href={AGAIN}>
          {t('password.discord')}
        </ButtonLink>
      </p>
    );
  return <PasswordForm username={username} hasPassword={hasPassword} needsCurrent={freeUntil === null} />;
}

/** Card to set a new password, confirmed by the old one or by a recent sign-in with the linked Discord account. */
export function PasswordCard({ username, linked }: PasswordCardProps) {
  const { t } = useTranslation('account');
  const { hash } = useLocation();
  const card = useRef<HTMLDivElement>(null);
  // The page scrolls to the card after the user returns from Discord's sign-in.
  useEffect(() => {
    if (hash === '#password') card.current?.scrollIntoView({ block: 'center' });
  }, [hash]);
  return (
    <Card ref={card} pad="md" id="password">
      <Side>
        <Heading>{t('password.heading')}</Heading>
        <PasswordNotes linked={linked} />
      </Side>
      <div>
        <PasswordBody username={username} />
      </div>
    </Card>
  );
}

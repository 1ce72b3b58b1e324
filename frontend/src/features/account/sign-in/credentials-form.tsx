import { authCalls, MIN_STAFF_PASSWORD_LENGTH } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { chakra } from '@chakra-ui/react/styled-system';
import { showToast } from '../../../lib/browser/toast';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { ApiError, serverMessageOf, errorCodeOf } from '../../../lib/http/fetcher';
import { usernameProblemOf, checkNewUsername, checkUsername } from '../../../lib/values/username-problem';
import {
  toCredentialsRequest,
  type Credentials,
  type SignInMode,
  NOTHING_TYPED,
  toCredentialsProblem,
  type CredentialsProblem,
  checkConfirmation,
  checkDiscordId,
  checkNewPassword,
  checkPassword,
} from './credentials';
import { storeToast } from './stored-toast';
import { Button } from '../../../ui/components/base/button';
import { PasswordField, PasswordStrength } from '../../../ui/components/form/password-field';
import { TextField } from '../../../ui/components/form/field';

/** Signs in or registers. `onDone` loads the next page anew, so that cache and socket start with the new session. */
function useSignIn(mode: SignInMode, onDone: () => void) {
  const { t } = useTranslation('auth');
  const registering = mode === 'register';
  const call = registering ? authCalls.register : authCalls.login;
  const titles = registering ? 'registerFailed' : 'loginFailed';
  /** Returns the text for a failed attempt; an internal server error must not read "Invalid credentials". */
  const failureTextOf = (error: ApiError): string => {
    if (error.status >= 500 && !registering) return t('notice.serverFailed');
    const code = callErrorCodeOf(call, error);
    if (code === 'INVALID_CREDENTIALS') return t('notice.invalid');
    if (code === 'FRESH_SIGN_IN_REQUIRED') return t('notice.renewElsewhere');
    const name = usernameProblemOf(code);
    if (name) return t(`problem.${name}`);
    return serverMessageOf(error) ?? t(registering ? 'notice.notCreated' : 'notice.invalid');
  };
  return useMutation({
    mutationFn: (typed: Credentials) =>
      callApi<typeof call>(call, { body: toCredentialsRequest(mode, typed) }),
    onSuccess: ({ user }) => {
      if (!navigator.cookieEnabled) {
        // The browser refused the session cookie, so the user is not signed in and gets no welcome message.
        showToast({ title: t('cookies.title'), description: t('cookies.text'), kind: 'error' });
        return;
      }
      const welcome = registering ? 'registered' : 'welcome';
      storeToast({
        title: t(`notice.${welcome}`),
        description: t(`notice.${welcome}Text`, { name: user.username }),
        kind: 'success',
      });
      onDone();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) {
        showToast({ title: t('notice.error'), description: t('notice.unexpected'), kind: 'error' });
        return;
      }
      // No error is shown, because the form itself asks for a longer password.
      if (callErrorCodeOf(authCalls.login, error) === 'PASSWORD_CHANGE_REQUIRED') return;
      showToast({ title: t(`notice.${titles}`), description: failureTextOf(error), kind: 'error' });
    },
  });
}

/** State of the sign-in form: input, problems, and whether the account needs a longer password. */
function useCredentialsForm(mode: SignInMode, onDone: () => void) {
  const { t } = useTranslation('auth');
  const form = useForm<Credentials>({ defaultValues: NOTHING_TYPED, shouldUnregister: false });
  const signIn = useSignIn(mode, onDone);
  const { errors } = form.formState;
  /** True when the password was correct but the account needs a longer one. */
  const [renewing, setRenewing] = useState(false);
  const typedNow = useWatch({ control: form.control, name: ['username', 'password', 'newPassword'] });
  const { setFocus } = form;
  useEffect(() => {
    if (renewing) setFocus('newPassword');
  }, [renewing, setFocus]);

  const showRefusalInField = (code: string | undefined): void => {
    const name = usernameProblemOf(code);
    if (name) form.setError('username', { message: name }, { shouldFocus: true });
    if (code === 'PASSWORD_CHANGE_REQUIRED') setRenewing(true);
    const field = mode === 'register' ? 'password' : 'newPassword';
    if (code === 'PASSWORD_COMMON')
      form.setError(field, { message: 'passwordCommon' satisfies CredentialsProblem }, { shouldFocus: true });
    if (code === 'PASSWORD_TOO_SHORT')
      form.setError(
        field,
        { message: 'passwordTooShort' satisfies CredentialsProblem },
        { shouldFocus: true },
      );
  };
  return {
    form,
    renewing,
    typed: { username: typedNow[0], password: typedNow[1], newPassword: typedNow[2] },
    busy: signIn.isPending || (signIn.isSuccess && navigator.cookieEnabled),
    submit: form.handleSubmit((typed) =>
      signIn.mutate(typed, { onError: (error) => showRefusalInField(errorCodeOf(error)) }),
    ),
    problem: (field: keyof Credentials): string | undefined => {
      const key = toCredentialsProblem(errors[field]?.message);
      return key && t(`problem.${key}`, { count: MIN_STAFF_PASSWORD_LENGTH });
    },
    /** Hides the field for the new password when the user name changes, because only the former account needs one. */
    stopRenewing: (): void => {
      setRenewing(false);
      form.resetField('newPassword');
    },
  };
}

const RenewHint = chakra('p', {
  base: { p: '3', bg: 'bg', borderInlineStartWidth: '3px', borderColor: 'accent', textStyle: 'small' },
});
const Optional = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '3',
    color: 'muted',
    textStyle: 'small',
  },
});
const Fields = chakra('fieldset', { base: { display: 'grid', gap: '4', minWidth: '0' } });

interface DiscordIdFieldProps {
  readonly form: UseFormReturn<Credentials>;
  readonly error: string | undefined;
}

/** Optional field for a Discord id, behind a button, because few people know theirs. */
function DiscordIdField({ form, error }: DiscordIdFieldProps) {
  const { t } = useTranslation(['auth', 'common']);
  const label = useId();
  const [isOpen, setIsOpen] = useState(form.getValues('discordId') !== '');
  const { setFocus } = form;
  const open = () => {
    // The field has to exist before it can take the focus.
    flushSync(() => setIsOpen(true));
    setFocus('discordId');
  };
  if (!isOpen)
    return (
      <Optional>
        <span id={label}>
          <span>{t('auth:field.discordId')}</span> <span>({t('common:optional')})</span>
        </span>
        <Button size="sm" kind="bare" aria-describedby={label} onClick={open}>
          {t('auth:field.discordIdOpen')}
        </Button>
      </Optional>
    );
  return (
    <TextField
      label={t('auth:field.discordId')}
      hint={t('auth:field.discordIdHint')}
      optional
      inputMode="numeric"
      autoComplete="off"
      error={error}
      {...form.register('discordId', { validate: checkDiscordId })}
    />
  );
}

interface CredentialsFormProps {
  readonly mode: SignInMode;
  /** Called after a successful sign-in, to leave the page. */
  readonly onDone: () => void;
  /** Content below the submit button. */
  readonly children?: ReactNode;
}

/** Form to sign in or to register; typed values stay when the user switches between both or a call fails. */
export function CredentialsForm({ mode, onDone, children }: CredentialsFormProps) {
  const { t } = useTranslation('auth');
  const { form, renewing, typed, busy, submit, problem, stopRenewing } = useCredentialsForm(mode, onDone);
  const registering = mode === 'register';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit(event);
      }}
    >
      <Fields disabled={busy}>
        <TextField
          label={t('field.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={problem('username')}
          {...form.register('username', {
            validate: (name) => (registering ? checkNewUsername(name) : checkUsername(name)),
            onChange: stopRenewing,
          })}
        />
        <PasswordField
          key={mode}
          label={t('field.password')}
          autoComplete={registering ? 'new-password' : 'current-password'}
          error={problem('password')}
          hint={registering && <PasswordStrength password={typed.password} username={typed.username} />}
          {...form.register('password', { validate: checkPassword })}
        />
        {renewing && !registering && (
          <>
            <RenewHint role="alert">{t('renew', { count: MIN_STAFF_PASSWORD_LENGTH })}</RenewHint>
            <PasswordField
              label={t('field.newPassword')}
              autoComplete="new-password"
              error={problem('newPassword')}
              hint={<PasswordStrength password={typed.newPassword} username={typed.username} />}
              {...form.register('newPassword', { validate: checkNewPassword })}
            />
          </>
        )}
        {registering && (
          <>
            <PasswordField
              label={t('field.confirmPassword')}
              autoComplete="new-password"
              error={problem('confirmPassword')}
              {...form.register('confirmPassword', { validate: checkConfirmation })}
            />
            <DiscordIdField error={problem('discordId')} form={form} />
          </>
        )}
        <Button type="submit" size="lg" loading={busy}>
          {t(`${mode}.submit`)}
        </Button>
      </Fields>
      {children}
    </form>
  );
}

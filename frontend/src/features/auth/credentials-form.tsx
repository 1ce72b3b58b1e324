import { chakra } from '@chakra-ui/react/styled-system';
import { STAFF_PASSWORD_MIN } from '@pax/contracts';
import { useEffect, useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/base/button';
import { PasswordField } from '../../components/form/password-field';
import { PasswordStrength } from '../../components/form/password-strength';
import { TextField } from '../../components/form/text-field';
import { codeOf } from '../../lib/http/fetcher';
import {
  checkConfirmation,
  checkDiscordId,
  checkNewPassword,
  checkPassword,
  checkUsername,
  NOTHING_TYPED,
  problemOf,
  type Credentials,
  type Mode,
  type Problem,
  checkNewUsername,
  nameProblemOf,
} from './credentials';
import { useSignIn } from './use-sign-in';

const RenewHint = chakra('p', {
  base: { p: '3', bg: 'bg', borderInlineStartWidth: '3px', borderColor: 'accent', textStyle: 'small' },
});
const Fields = chakra('fieldset', { base: { display: 'grid', gap: '4', minWidth: '0' } });

interface CredentialsFormProps {
  readonly mode: Mode;
  /** Signed in: the page is left now. */
  readonly onDone: () => void;
  /** Below the button. */
  readonly children?: ReactNode;
}

/** Name and password, for both modes; what is typed stays when the mode changes or a call fails (OWN-174). */
export function CredentialsForm({ mode, onDone, children }: CredentialsFormProps) {
  const { t } = useTranslation('auth');
  const form = useForm<Credentials>({ defaultValues: NOTHING_TYPED, shouldUnregister: false });
  const signIn = useSignIn(mode, onDone);
  const { errors } = form.formState;
  const registering = mode === 'register';
  /** The password was right, and the account needs a longer one. */
  const [renewing, setRenewing] = useState(false);
  const typedNow = useWatch({ control: form.control, name: ['username', 'password', 'newPassword'] });
  const [username, password, newPassword] = typedNow;
  const { setFocus } = form;
  useEffect(() => {
    if (renewing) setFocus('newPassword');
  }, [renewing, setFocus]);
  const busy = signIn.isPending || signIn.isSuccess;

  const problem = (field: keyof Credentials): string | undefined => {
    const key = problemOf(errors[field]?.message);
    return key && t(`problem.${key}`, { count: STAFF_PASSWORD_MIN });
  };
  const submit = form.handleSubmit((typed) =>
    signIn.mutate(typed, {
      onError: (error) => {
        const code = codeOf(error);
        const name = nameProblemOf(code);
        if (name) form.setError('username', { message: name }, { shouldFocus: true });
        if (code === 'PASSWORD_CHANGE_REQUIRED') setRenewing(true);
        const field = registering ? 'password' : 'newPassword';
        if (code === 'PASSWORD_COMMON')
          form.setError(field, { message: 'passwordCommon' satisfies Problem }, { shouldFocus: true });
        if (code === 'PASSWORD_TOO_SHORT')
          form.setError(field, { message: 'passwordTooShort' satisfies Problem }, { shouldFocus: true });
      },
    }),
  );
  /** A new password is for the account it was asked for. */
  const stopRenewing = (): void => {
    setRenewing(false);
    form.resetField('newPassword');
  };
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
            validate: registering ? checkNewUsername : checkUsername,
            onChange: stopRenewing,
          })}
        />
        <PasswordField
          key={mode}
          label={t('field.password')}
          autoComplete={registering ? 'new-password' : 'current-password'}
          error={problem('password')}
          hint={registering && <PasswordStrength password={password} username={username} />}
          {...form.register('password', { validate: checkPassword })}
        />
        {renewing && !registering && (
          <>
            <RenewHint role="alert">{t('renew', { count: STAFF_PASSWORD_MIN })}</RenewHint>
            <PasswordField
              label={t('field.newPassword')}
              autoComplete="new-password"
              error={problem('newPassword')}
              hint={<PasswordStrength password={newPassword} username={username} />}
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
            <TextField
              label={t('field.discordId')}
              hint={t('field.discordIdHint')}
              optional
              inputMode="numeric"
              autoComplete="off"
              error={problem('discordId')}
              {...form.register('discordId', { validate: checkDiscordId })}
            />
          </>
        )}
        <Button type="submit" kind="primary" size="lg" loading={busy}>
          {t(`${mode}.submit`)}
        </Button>
      </Fields>
      {children}
    </form>
  );
}

import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button';
import { PasswordField } from '../../components/password-field';
import { TextField } from '../../components/text-field';
import { codeOf } from '../../lib/fetcher';
import {
  checkConfirmation,
  checkDiscordId,
  checkPassword,
  checkUsername,
  NOTHING_TYPED,
  problemOf,
  type Credentials,
  type Mode,
  type Problem,
} from './credentials';
import { useSignIn } from './use-sign-in';

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
  const busy = signIn.isPending || signIn.isSuccess;

  const problem = (field: keyof Credentials): string | undefined => {
    const key = problemOf(errors[field]?.message);
    return key && t(`problem.${key}`);
  };
  const submit = form.handleSubmit((typed) =>
    signIn.mutate(typed, {
      onError: (error) => {
        const code = codeOf(error);
        if (code === 'USERNAME_TAKEN')
          form.setError('username', { message: 'usernameTaken' satisfies Problem }, { shouldFocus: true });
        if (code === 'PASSWORD_COMMON')
          form.setError('password', { message: 'passwordCommon' satisfies Problem }, { shouldFocus: true });
      },
    }),
  );
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
          {...form.register('username', { validate: checkUsername })}
        />
        <PasswordField
          key={mode}
          label={t('field.password')}
          autoComplete={registering ? 'new-password' : 'current-password'}
          error={problem('password')}
          {...form.register('password', { validate: checkPassword })}
        />
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

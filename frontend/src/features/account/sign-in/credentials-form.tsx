import { chakra } from '@chakra-ui/react/styled-system';
import { STAFF_PASSWORD_MIN } from '@pax/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { checkNewUsername, checkUsername } from '../../../lib/values/username-problem';
import { Button } from '../../../ui/components/base/button';
import { PasswordField } from '../../../ui/components/form/password-field';
import { PasswordStrength } from '../../../ui/components/form/password-strength';
import { TextField } from '../../../ui/components/form/text-field';
import { checkConfirmation, checkDiscordId, checkNewPassword, checkPassword, type Mode } from './credentials';
import { useCredentials } from './use-credentials';

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

/** Name and password, for both modes; what is typed stays when the mode changes or a call fails. */
export function CredentialsForm({ mode, onDone, children }: CredentialsFormProps) {
  const { t } = useTranslation('auth');
  const { form, renewing, typed, busy, submit, problem, stopRenewing } = useCredentials(mode, onDone);
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
            <RenewHint role="alert">{t('renew', { count: STAFF_PASSWORD_MIN })}</RenewHint>
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

import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../ui/components/form/password-field';
import type { RequiredLine } from '../../../lib/hooks/use-required-line';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Text = chakra('p', { base: { color: 'muted' } });

interface PasswordFormProps {
  readonly id: string;
  /** Why it is asked. */
  readonly text: string;
  /** The name that a password manager keeps the password under. */
  readonly username: string;
  readonly line: RequiredLine;
  /** Said unless nothing was typed. */
  readonly failed: string | undefined;
}

/** Asks for the present password; its button stands in the dialog's foot. */
export function PasswordForm({ id, text, username, line, failed }: PasswordFormProps) {
  const { t } = useTranslation('security');
  return (
    <Form id={id} {...line.formProps}>
      <Text>{text}</Text>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={t('discord.password')}
        autoComplete="current-password"
        error={line.isMissing ? t('discord.required') : failed}
        {...line.fieldProps}
      />
    </Form>
  );
}

import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../ui/components/form/password-field';
import type { RequiredTextField } from '../../../lib/hooks/use-required-text-field';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Reason = chakra('p', { base: { color: 'muted' } });

interface CurrentPasswordFormProps {
  readonly id: string;
  /** Text that explains why the password is required. */
  readonly text: string;
  /** User name in a hidden field, so that password managers find the right password. */
  readonly username: string;
  readonly line: RequiredTextField;
  /** Error shown at the field, unless nothing was typed. */
  readonly failed: string | undefined;
}

/** Form that asks for the current password; its submit button is in the dialog's footer. */
export function CurrentPasswordForm({ id, text, username, line, failed }: CurrentPasswordFormProps) {
  const { t } = useTranslation('security');
  return (
    <Form id={id} {...line.formProps}>
      <Reason>{text}</Reason>
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

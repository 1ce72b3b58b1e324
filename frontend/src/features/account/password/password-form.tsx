import { chakra } from '@chakra-ui/react/styled-system';
import { STAFF_PASSWORD_MIN } from '@pax/contracts';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { PasswordField } from '../../../ui/components/form/password-field';
import { PasswordStrength } from '../../../ui/components/form/password-strength';
import { codeOf } from '../../../lib/http/fetcher';
import {
  checkConfirm,
  checkCurrent,
  checkNext,
  NOTHING_TYPED,
  problemOf,
  refusedField,
  type PasswordFields,
} from './password-fields';
import { useChangePassword } from './use-password';

const Form = chakra('form', { base: { display: 'grid' } });
const Fields = chakra('fieldset', { base: { display: 'grid', gap: '4', minWidth: '0' } });

interface PasswordFormProps {
  readonly username: string;
  readonly hasPassword: boolean;
  readonly asksCurrent: boolean;
}

/** Keeps the input when the request fails; clears it once the password is changed. */
export function PasswordForm({ username, hasPassword, asksCurrent }: PasswordFormProps) {
  const { t } = useTranslation('account');
  const form = useForm<PasswordFields>({ defaultValues: NOTHING_TYPED, shouldUnregister: false });
  const change = useChangePassword();
  const { errors } = form.formState;
  const next = useWatch({ control: form.control, name: 'next' });
  const problem = (field: keyof PasswordFields): string | undefined => {
    const key = problemOf(errors[field]?.message);
    return key && t(`password.problem.${key}`, { count: STAFF_PASSWORD_MIN });
  };
  const submit = form.handleSubmit(({ current, next: newPassword }) =>
    change.mutate(
      { newPassword, ...(asksCurrent ? { currentPassword: current } : {}) },
      {
        onSuccess: () => form.reset(NOTHING_TYPED),
        onError: (error) => {
          const refused = refusedField(codeOf(error));
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
        {asksCurrent && (
          <PasswordField
            label={t('password.current')}
            autoComplete="current-password"
            error={problem('current')}
            {...form.register('current', { validate: checkCurrent })}
          />
        )}
        <PasswordField
          label={t('password.new')}
          autoComplete="new-password"
          error={problem('next')}
          hint={<PasswordStrength password={next} username={username} />}
          {...form.register('next', { validate: checkNext })}
        />
        <PasswordField
          label={t('password.confirm')}
          autoComplete="new-password"
          error={problem('confirm')}
          {...form.register('confirm', { validate: checkConfirm })}
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

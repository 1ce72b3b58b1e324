import { STAFF_PASSWORD_MIN } from '@pax/contracts';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../lib/http/fetcher';
import { usernameProblemOf } from '../../../lib/values/username-problem';
import { NOTHING_TYPED, problemOf, type Credentials, type Mode, type Problem } from './credentials';
import { useSignIn } from './use-sign-in';

/** The form's state: what is typed, what is wrong with it, and whether the account needs a longer password. */
export function useCredentials(mode: Mode, onDone: () => void) {
  const { t } = useTranslation('auth');
  const form = useForm<Credentials>({ defaultValues: NOTHING_TYPED, shouldUnregister: false });
  const signIn = useSignIn(mode, onDone);
  const { errors } = form.formState;
  /** The password was right, and the account needs a longer one. */
  const [renewing, setRenewing] = useState(false);
  const typedNow = useWatch({ control: form.control, name: ['username', 'password', 'newPassword'] });
  const { setFocus } = form;
  useEffect(() => {
    if (renewing) setFocus('newPassword');
  }, [renewing, setFocus]);

  const refuse = (code: string | undefined): void => {
    const name = usernameProblemOf(code);
    if (name) form.setError('username', { message: name }, { shouldFocus: true });
    if (code === 'PASSWORD_CHANGE_REQUIRED') setRenewing(true);
    const field = mode === 'register' ? 'password' : 'newPassword';
    if (code === 'PASSWORD_COMMON')
      form.setError(field, { message: 'passwordCommon' satisfies Problem }, { shouldFocus: true });
    if (code === 'PASSWORD_TOO_SHORT')
      form.setError(field, { message: 'passwordTooShort' satisfies Problem }, { shouldFocus: true });
  };
  return {
    form,
    renewing,
    typed: { username: typedNow[0], password: typedNow[1], newPassword: typedNow[2] },
    busy: signIn.isPending || (signIn.isSuccess && navigator.cookieEnabled),
    submit: form.handleSubmit((typed) => signIn.mutate(typed, { onError: (error) => refuse(codeOf(error)) })),
    problem: (field: keyof Credentials): string | undefined => {
      const key = problemOf(errors[field]?.message);
      return key && t(`problem.${key}`, { count: STAFF_PASSWORD_MIN });
    },
    /** A new password is for the account it was asked for. */
    stopRenewing: (): void => {
      setRenewing(false);
      form.resetField('newPassword');
    },
  };
}

import { changePasswordRequest } from '@pax/contracts';

/** Values of the form that changes a password; the confirmation is compared here and never sent. */
export interface PasswordFields {
  current: string;
  next: string;
  confirm: string;
}

export const NOTHING_TYPED: PasswordFields = { current: '', next: '', confirm: '' };

const PROBLEMS = ['required', 'wrong', 'short', 'long', 'tooShort', 'common', 'mismatch', 'stale'] as const;
/** Problems of a field, as catalogue keys below `password.problem`. */
export type PasswordProblem = (typeof PROBLEMS)[number];

export const problemOf = (named: string | undefined): PasswordProblem | undefined =>
  PROBLEMS.find((problem) => problem === named);

/** By the contract's schema, so that form and server refuse the same. */
export function checkNext(typed: string): true | PasswordProblem {
  const code = changePasswordRequest.shape.newPassword.safeParse(typed).error?.issues[0]?.code;
  if (code === undefined) return true;
  return code === 'too_big' ? 'long' : 'short';
}

export const checkCurrent = (typed: string): true | PasswordProblem => typed !== '' || 'required';

export const checkConfirm = (typed: string, form: PasswordFields): true | PasswordProblem =>
  typed === form.next || 'mismatch';

/** The field and problem of a refusal; undefined when it is about neither. */
export function refusedField(code: unknown): [keyof PasswordFields, PasswordProblem] | undefined {
  if (code === 'CURRENT_PASSWORD_WRONG') return ['current', 'wrong'];
  if (code === 'CURRENT_PASSWORD_REQUIRED') return ['current', 'required'];
  if (code === 'FRESH_SIGN_IN_REQUIRED') return ['next', 'stale'];
  if (code === 'PASSWORD_TOO_SHORT') return ['next', 'tooShort'];
  return code === 'PASSWORD_COMMON' ? ['next', 'common'] : undefined;
}

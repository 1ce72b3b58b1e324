import { password, registerRequest, MIN_STAFF_PASSWORD_LENGTH } from '@pax/contracts';
import { USERNAME_PROBLEMS } from '../../../lib/values/username-problem';

export type Mode = 'signIn' | 'register';

/** Values of the form; `confirmPassword` is compared here and never sent. */
export interface Credentials {
  username: string;
  password: string;
  confirmPassword: string;
  discordId: string;
  /** Longer password, typed when the account's password has to be replaced. */
  newPassword: string;
}

export const NOTHING_TYPED: Credentials = {
  username: '',
  password: '',
  confirmPassword: '',
  discordId: '',
  newPassword: '',
};

/** The body of the call; an empty Discord id is left out. */
export const toRequestBody = (mode: Mode, typed: Credentials) => ({
  username: typed.username.trim(),
  password: typed.password,
  ...(mode === 'register' && typed.discordId.trim() !== '' ? { discordId: typed.discordId.trim() } : {}),
  ...(mode === 'signIn' && typed.newPassword !== '' ? { newPassword: typed.newPassword } : {}),
});

const PROBLEMS = [
  ...USERNAME_PROBLEMS,
  'passwordShort',
  'passwordLong',
  'passwordTooShort',
  'passwordCommon',
  'mismatch',
  'discordIdForm',
] as const;
/** Problems of a field, as catalogue keys below `problem`. */
export type Problem = (typeof PROBLEMS)[number];

export const problemOf = (named: string | undefined): Problem | undefined =>
  PROBLEMS.find((problem) => problem === named);

const { discordId } = registerRequest.shape;

/** Checks with the contracts' schemas, so that form and server refuse the same input. */
export function checkPassword(typed: string): true | Problem {
  const code = password.safeParse(typed).error?.issues[0]?.code;
  if (code === undefined) return true;
  return code === 'too_big' ? 'passwordLong' : 'passwordShort';
}

/** The longer password that an account with rights in the panel needs. */
export function checkNewPassword(typed: string): true | Problem {
  if (Array.from(typed).length < MIN_STAFF_PASSWORD_LENGTH) return 'passwordTooShort';
  return password.safeParse(typed).success || 'passwordLong';
}

export const checkConfirmation = (typed: string, form: Credentials): true | Problem =>
  typed === form.password || 'mismatch';

export const checkDiscordId = (typed: string): true | Problem =>
  discordId.safeParse(typed.trim()).success || 'discordIdForm';

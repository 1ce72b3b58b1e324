import { password, registerRequest, MIN_STAFF_PASSWORD_LENGTH } from '@pax/contracts';
import { USERNAME_PROBLEMS } from '../../../lib/values/username-problem';

export type SignInMode = 'signIn' | 'register';

/** Fields of the sign-in form; `confirmPassword` is compared in the browser and never sent. */
export interface Credentials {
  username: string;
  password: string;
  confirmPassword: string;
  discordId: string;
  /** New, longer password, typed when the account's password has to be replaced. */
  newPassword: string;
}

export const NOTHING_TYPED: Credentials = {
  username: '',
  password: '',
  confirmPassword: '',
  discordId: '',
  newPassword: '',
};

/** Converts the form into the body of the call; an empty Discord id is left out. */
export const toCredentialsRequest = (mode: SignInMode, typed: Credentials) => ({
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
/** Problem of a sign-in field, as a catalogue key below `problem`. */
export type CredentialsProblem = (typeof PROBLEMS)[number];

export const toCredentialsProblem = (named: string | undefined): CredentialsProblem | undefined =>
  PROBLEMS.find((problem) => problem === named);

const { discordId } = registerRequest.shape;

/** Checks a password by the contracts' schemas, so that form and server refuse the same input. */
export function checkPassword(typed: string): true | CredentialsProblem {
  const code = password.safeParse(typed).error?.issues[0]?.code;
  if (code === undefined) return true;
  return code === 'too_big' ? 'passwordLong' : 'passwordShort';
}

/** Checks the longer password that an account with panel rights needs. */
export function checkNewPassword(typed: string): true | CredentialsProblem {
  if (Array.from(typed).length < MIN_STAFF_PASSWORD_LENGTH) return 'passwordTooShort';
  return password.safeParse(typed).success || 'passwordLong';
}

export const checkConfirmation = (typed: string, form: Credentials): true | CredentialsProblem =>
  typed === form.password || 'mismatch';

export const checkDiscordId = (typed: string): true | CredentialsProblem =>
  discordId.safeParse(typed.trim()).success || 'discordIdForm';

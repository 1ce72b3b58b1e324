import { password, registerRequest, username } from '@pax/contracts';

export type Mode = 'signIn' | 'register';

/** What is typed; `confirmPassword` is compared here and never sent (SHOP-5.3). */
export interface Credentials {
  username: string;
  password: string;
  confirmPassword: string;
  discordId: string;
}

export const NOTHING_TYPED: Credentials = { username: '', password: '', confirmPassword: '', discordId: '' };

/** The body of the call; an empty Discord id is left out. */
export const bodyOf = (mode: Mode, typed: Credentials) => ({
  username: typed.username.trim(),
  password: typed.password,
  ...(mode === 'register' && typed.discordId.trim() !== '' ? { discordId: typed.discordId.trim() } : {}),
});

const PROBLEMS = [
  'usernameShort',
  'usernameLong',
  'usernameForm',
  'usernameTaken',
  'passwordShort',
  'passwordLong',
  'passwordCommon',
  'mismatch',
  'discordIdForm',
] as const;
/** What can be wrong with a field, as keys of the catalogue below `problem`. */
export type Problem = (typeof PROBLEMS)[number];

export const problemOf = (named: string | undefined): Problem | undefined =>
  PROBLEMS.find((problem) => problem === named);

const { discordId } = registerRequest.shape;

/** By the contracts' schemas, so that form and server refuse the same (SHOP-5.1, SHOP-5.2). */
export function checkUsername(typed: string): true | Problem {
  const code = username.safeParse(typed).error?.issues[0]?.code;
  if (code === undefined) return true;
  if (code === 'too_small') return 'usernameShort';
  return code === 'too_big' ? 'usernameLong' : 'usernameForm';
}

export function checkPassword(typed: string): true | Problem {
  const code = password.safeParse(typed).error?.issues[0]?.code;
  if (code === undefined) return true;
  return code === 'too_big' ? 'passwordLong' : 'passwordShort';
}

export const checkConfirmation = (typed: string, form: Credentials): true | Problem =>
  typed === form.password || 'mismatch';

export const checkDiscordId = (typed: string): true | Problem =>
  discordId.safeParse(typed.trim()).success || 'discordIdForm';

import { newUsername, username } from '@pax/contracts';

/** Problems of a user name, each a catalogue key below `problem`. */
export const USERNAME_PROBLEMS = [
  'usernameShort',
  'usernameLong',
  'usernameForm',
  'usernameScript',
  'usernameTaken',
  'usernameReserved',
  'usernameSimilar',
] as const;
export type UsernameProblem = (typeof USERNAME_PROBLEMS)[number];

/** Checks a user name by the contracts' schemas, so that form and server refuse the same input. */
export function checkUsername(typed: string): true | UsernameProblem {
  const code = username.safeParse(typed).error?.issues[0]?.code;
  if (code === undefined) return true;
  if (code === 'too_small') return 'usernameShort';
  return code === 'too_big' ? 'usernameLong' : 'usernameForm';
}

/**
 * Checks a new user name. An unchanged name may break newer rules and stays usable.
 *
 * @param before the account's current name, when it has one
 */
export function checkNewUsername(typed: string, before?: string): true | UsernameProblem {
  if (typed.trim() === before) return true;
  const known = checkUsername(typed);
  return known === true ? newUsername.safeParse(typed).success || 'usernameScript' : known;
}

/** Returns the problem of a user name that the server refused; undefined when it refused something else. */
export function usernameProblemOf(code: unknown): UsernameProblem | undefined {
  if (code === 'USERNAME_TAKEN') return 'usernameTaken';
  if (code === 'USERNAME_RESERVED') return 'usernameReserved';
  return code === 'USERNAME_TOO_SIMILAR' ? 'usernameSimilar' : undefined;
}

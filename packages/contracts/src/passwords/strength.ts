import { isRuns, periodOf, withoutRuns } from './patterns.js';

/** The shop's name, which no password may be. */
export const SHOP_NAME = 'Pax Market';

/** Shortest password of admins and staff, characters. */
export const STAFF_PASSWORD_MIN = 12;

/** Reasons to refuse a password of any length: a name, or a pattern that guessers try. */
export type PasswordWeakness = 'name' | 'pattern';

/** An estimate by the characters alone, shown as a hint and never a reason to refuse. */
export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** Estimated bits from which a password is fair, and strong. */
const FAIR_BITS = 45;
const STRONG_BITS = 70;
const KINDS = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
] as const;

/** The letters and digits of a text in lower case, so that `Pax-Market` equals `paxmarket`. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The reason why a password of valid length is too easy to guess, or undefined. The server also checks a list of common
 * passwords.
 */
export function passwordWeakness(password: string, username: string): PasswordWeakness | undefined {
  const plain = bare(password);
  if (plain !== '' && [bare(username), bare(SHOP_NAME)].includes(plain)) return 'name';
  const lower = password.toLowerCase();
  return isRuns(lower) || periodOf(lower) !== undefined ? 'pattern' : undefined;
}

/**
 * The estimated strength of a password. Runs, repeats and the username count for next to nothing.
 * @param password of a length that was checked before
 */
export function passwordStrength(password: string, username: string): PasswordStrength {
  if (passwordWeakness(password, username) !== undefined) return 'weak';
  const name = username.trim().toLowerCase();
  const lower = password.toLowerCase();
  const left = withoutRuns(name.length < 3 ? lower : lower.replaceAll(name, '·'));
  const pool = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = left.length * Math.log2(Math.max(pool, 2));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

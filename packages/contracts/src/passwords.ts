/** Alphabet, digits, and rows of keyboards, forwards and backwards. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  // Rows of QWERTY, QWERTZ and AZERTY, and their columns.
  'qwertyuiop',
  'qwertzuiopü',
  'azertyuiop',
  'asdfghjklöä',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '!"§$%&/()=',
  '!@#$%^&*()',
].flatMap((row) => [row, Array.from(row).toReversed().join('')]);

/** Shortest run that counts, since shorter ones occur in ordinary words. */
const RUN = 3;
/** Longest repeated pattern that counts, as guessers try 121212, abcabc and passpass. */
const LONGEST_PERIOD = 4;

/** Length of the longest run from a place on, of one character or along a sequence; at least 1. */
function runAt(text: string, at: number): number {
  const rest = text.slice(at);
  const first = rest.charAt(0);
  let longest = 1;
  while (rest.charAt(longest) === first) longest += 1;
  for (const sequence of SEQUENCES)
    while (longest < rest.length && sequence.includes(rest.slice(0, longest + 1))) longest += 1;
  return longest;
}

/**
 * Shortens the runs of a text: of a run of three or more characters, only the first and the last stay.
 * @param text in lower case
 */
export function withoutRuns(text: string): string {
  let left = '';
  for (let at = 0; at < text.length;) {
    const length = runAt(text, at);
    const run = text.slice(at, at + length);
    left += length < RUN ? run : run.charAt(0) + run.charAt(length - 1);
    at += length;
  }
  return left;
}

/** True for a text in lower case that consists of runs only: aaaaaa, 654321, qwertz, abc123. */
export function isRuns(text: string): boolean {
  for (let at = 0; at < text.length;) {
    const length = runAt(text, at);
    if (length < RUN) return false;
    at += length;
  }
  return true;
}

/** The pattern of up to four characters that a text repeats to its end, at least twice; undefined without one. */
export function periodOf(text: string): string | undefined {
  for (let period = 1; period <= Math.min(LONGEST_PERIOD, Math.floor(text.length / 2)); period += 1) {
    const pattern = text.slice(0, period);
    if (pattern.repeat(Math.ceil(text.length / period)).startsWith(text)) return pattern;
  }
  return undefined;
}

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

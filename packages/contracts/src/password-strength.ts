/** Sequences that guessers try: the alphabet, digits, and rows of the keyboard, forwards and backwards. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  // Keyboard rows of QWERTY, QWERTZ and AZERTY, and columns of keys.
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

/** Shortest run of characters that counts, since shorter ones occur in ordinary words. */
const MIN_RUN = 3;
/** Longest repeated pattern that counts; guessers try 121212, abcabc and passpass. */
const MAX_PERIOD = 4;

/** Length of the longest run that starts at a position: one repeated character, or a part of a sequence; at least 1. */
function getRunLengthAt(text: string, at: number): number {
  const rest = text.slice(at);
  const first = rest.charAt(0);
  let longest = 1;
  while (rest.charAt(longest) === first) longest += 1;
  for (const sequence of SEQUENCES)
    while (longest < rest.length && sequence.includes(rest.slice(0, longest + 1))) longest += 1;
  return longest;
}

/**
 * Shortens the runs in a text: of each run of three or more characters, only the first and the last are kept.
 * @param text in lower case
 */
export function shortenRuns(text: string): string {
  let left = '';
  for (let at = 0; at < text.length;) {
    const length = getRunLengthAt(text, at);
    const run = text.slice(at, at + length);
    left += length < MIN_RUN ? run : run.charAt(0) + run.charAt(length - 1);
    at += length;
  }
  return left;
}

/** True for a text in lower case that consists of runs only: aaaaaa, 654321, qwertz, abc123. */
export function hasOnlyRuns(text: string): boolean {
  for (let at = 0; at < text.length;) {
    const length = getRunLengthAt(text, at);
    if (length < MIN_RUN) return false;
    at += length;
  }
  return true;
}

/**
 * Finds a pattern of up to four characters that, repeated at least twice, makes up the whole text; undefined without
 * one.
 */
export function findRepeatedPattern(text: string): string | undefined {
  for (let period = 1; period <= Math.min(MAX_PERIOD, Math.floor(text.length / 2)); period += 1) {
    const pattern = text.slice(0, period);
    if (pattern.repeat(Math.ceil(text.length / period)).startsWith(text)) return pattern;
  }
  return undefined;
}

/** The shop's name, which is refused as a password. */
export const SHOP_NAME = 'Pax Market';

/** Shortest password of admins and staff, in characters. */
export const MIN_STAFF_PASSWORD_LENGTH = 12;

/** Reasons to refuse a password of any length: a name, or a pattern that guessers try. */
export type PasswordWeakness = 'name' | 'pattern';

/** Estimated strength of a password, shown as a hint only; a weak estimate refuses no password. */
export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** Estimated bits from which a password counts as fair. */
const FAIR_BITS = 45;
/** Estimated bits from which a password counts as strong. */
const STRONG_BITS = 70;
const CHARACTER_KINDS = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
] as const;

/** Keeps only letters and digits, in lower case, so that `Pax-Market` equals `paxmarket`. */
function keepLettersAndDigits(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Finds the reason why a password of valid length is too easy to guess; undefined if there is none. The server also
 * checks a list of common passwords.
 */
export function findPasswordWeakness(password: string, username: string): PasswordWeakness | undefined {
  const plain = keepLettersAndDigits(password);
  if (plain !== '' && [keepLettersAndDigits(username), keepLettersAndDigits(SHOP_NAME)].includes(plain))
    return 'name';
  const lower = password.toLowerCase();
  return hasOnlyRuns(lower) || findRepeatedPattern(lower) !== undefined ? 'pattern' : undefined;
}

/**
 * Estimates how strong a password is. Runs, repeats and the username count for almost nothing.
 * @param password a password of valid length
 */
export function estimatePasswordStrength(password: string, username: string): PasswordStrength {
  if (findPasswordWeakness(password, username) !== undefined) return 'weak';
  const name = username.trim().toLowerCase();
  const lower = password.toLowerCase();
  const left = shortenRuns(name.length < 3 ? lower : lower.replaceAll(name, '·'));
  const pool = CHARACTER_KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = left.length * Math.log2(Math.max(pool, 2));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

/** Shortest secret of the shop's own in production, in characters. */
export const MIN_SECRET_LENGTH = 32;
/** Number of characters that are checked, since long random texts repeat three-character parts by chance. */
const CHECKED_LENGTH = 128;
const PLACEHOLDER =
  /change|replace|secret|passw|example|placeholder|default|sample|insert|dummy|lorem|qwert|asdfg|your[-_ ]|x{5}/i;
const SECRET_HINT = 'make one with: openssl rand -hex 32';

/** Share of three-character parts that occur for the first time in a text; near 1 for random text. */
function computeUniqueTripleShare(text: string): number {
  const triples = Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3));
  return new Set(triples).size / triples.length;
}

/** Share of characters that equal the previous one or are its neighbour in order, as in "aaaa" and "12345". */
function computeSequenceShare(text: string): number {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const near = codes.filter((code, at) => Math.abs(code - (codes[at - 1] ?? Infinity)) <= 1);
  return near.length / (text.length - 1);
}

/** True when a text is a placeholder instead of a real secret. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);

/**
 * Finds the reason why a secret is too weak for production; the reason never contains the secret. Detects secrets that
 * people typed, but not those of a bad generator.
 */
export function findSecretWeakness(secret: string): string | undefined {
  if (secret.length < MIN_SECRET_LENGTH)
    return `needs ${MIN_SECRET_LENGTH} random characters or more; ${SECRET_HINT}`;
  if (isPlaceholder(secret)) return `is a placeholder; ${SECRET_HINT}`;
  const start = secret.slice(0, CHECKED_LENGTH);
  return computeUniqueTripleShare(start) < 0.75 || computeSequenceShare(start) > 0.6
    ? `repeats itself or counts up; ${SECRET_HINT}`
    : undefined;
}

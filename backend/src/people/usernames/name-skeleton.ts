import unhomoglyph from 'unhomoglyph';

/**
 * Regular expression of a character that does not change how a name reads: anything but letters, digits and
 * combining marks.
 */
const SIGN = String.raw`[^\p{L}\p{N}\p{M}]`;
const OUTER_SIGNS = new RegExp(`^${SIGN}+|${SIGN}+$`, 'gu');
const REPEATED_SIGNS = new RegExp(`(${SIGN})${SIGN}+`, 'gu');
const ACCENTS_AND_SIGNS = /[\u0300-\u036F]|[^\p{L}\p{N}\p{M}]/gu;
const WORD = /[\p{L}\p{N}\p{M}@$]+/gu;
/** Digits and signs that are read as letters within a word; Unicode's table already contains 0 and 1. */
const FIGURES = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's' };
/**
 * Letters that look like plain ones but are missing from Unicode's table, such as those with strokes, hooks and
 * tails.
 */
const LETTERS = {
  a: 'ⱥʌ',
  b: 'ßƅ',
  c: 'ƈ',
  d: '∂ȡ',
  e: 'ǝꞓȝƹ',
  f: 'ⅎ',
  j: 'ȷ',
  l: 'ȴ',
  n: 'ŋɲȵ',
  o: 'ɔ',
  p: 'þ',
  q: 'ɋ',
  s: 'ƨȿʃẜ',
  t: 'ƫȶ',
  u: 'ʉʊ',
  v: 'ỽ',
  z: 'ɀ',
};
const LOOKALIKE_LETTERS = new Map(
  Object.entries(LETTERS).flatMap(([plain, letters]) =>
    Array.from(letters, (letter) => [letter, plain] as const),
  ),
);
const LOOKALIKE_FIGURES = new Map(Object.entries(FIGURES));

/** Skeleton of a name like `nameSkeleton`, but with all its signs kept. */
export function skeletonWithSigns(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(/ +/g, ' ').trim().normalize('NFD');
  // Applies the table again after lower-casing, because a Greek `Μ` looks like `M`, which becomes `m`.
  const small = unhomoglyph(plain).toLowerCase();
  return unhomoglyph(small).normalize('NFD');
}

/** Skeleton of a name like `nameSkeleton`, but with `i` and `l` kept apart. */
export function skeletonWithDots(name: string): string {
  const signed = skeletonWithSigns(name);
  return signed.replaceAll(OUTER_SIGNS, '').replaceAll(REPEATED_SIGNS, '$1') || signed;
}

/**
 * Skeleton of a name by Unicode's table of confusable characters (UTS 39); names that look alike have equal
 * skeletons, such as `nova` and `_nova.`. Never shown.
 */
export function nameSkeleton(name: string): string {
  // Replaces `i` by `l`, because Unicode's table makes a capital `I` an `l`, so that `NOVI` would not equal `novi`.
  return skeletonWithDots(name).replaceAll('i', 'l');
}

/**
 * Skeleton that hides more differences: accents, signs, spaces, and digits or letters read as other letters.
 * Different names may share a skeleton; a name of signs only has an empty one.
 */
export function strictSkeleton(name: string): string {
  // Replaces the click letter `ǃ`, which Unicode's table makes a sign.
  const skeleton = skeletonWithSigns(name.replaceAll('\u01C3', 'l'));
  const letters = Array.from(skeleton, (letter) => LOOKALIKE_LETTERS.get(letter) ?? letter).join('');
  const read = letters.replaceAll(WORD, (word) =>
    /\p{L}/u.test(word) ? word.replaceAll(/[34578@$]/g, (sign) => LOOKALIKE_FIGURES.get(sign) ?? sign) : word,
  );
  return read.replaceAll(ACCENTS_AND_SIGNS, '').replaceAll('i', 'l');
}

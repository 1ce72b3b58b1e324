import unhomoglyph from 'unhomoglyph';

/** A character that is no part of how a name reads: all but letters, digits and the marks on them. */
const SIGN = String.raw`[^\p{L}\p{N}\p{M}]`;
const OUTER_SIGNS = new RegExp(`^${SIGN}+|${SIGN}+$`, 'gu');
const REPEATED_SIGNS = new RegExp(`(${SIGN})${SIGN}+`, 'gu');
const ACCENTS_AND_SIGNS = /[\u0300-\u036F]|[^\p{L}\p{N}\p{M}]/gu;
const WORD = /[\p{L}\p{N}\p{M}@$]+/gu;
/** Figures that are read as letters within a word; 0 and 1 are in Unicode's table. */
const FIGURES = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's' };
/**
 * Letters that are read as plain ones, as Unicode's table leaves them: with strokes, hooks and tails, turned, and ð as
 * ∂.
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

/** As `nameSkeleton`, with the signs around the name and each of a row of them. */
export function skeletonWithSigns(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(/ +/g, ' ').trim().normalize('NFD');
  // Applied again after lower-casing: a Greek `Μ` looks like `M`, which becomes `m`.
  const small = unhomoglyph(plain).toLowerCase();
  return unhomoglyph(small).normalize('NFD');
}

/** As `nameSkeleton`, with a difference between `i` and `l`. */
export function skeletonWithDots(name: string): string {
  const signed = skeletonWithSigns(name);
  return signed.replaceAll(OUTER_SIGNS, '').replaceAll(REPEATED_SIGNS, '$1') || signed;
}

/**
 * Skeleton of a name by Unicode's confusables (UTS 39): equal skeletons look alike, such as `i`, `I`, `l` and `1`, `m`
 * and `rn`, or `nova` and `_nova.`. Never shown.
 */
export function nameSkeleton(name: string): string {
  // Unicode's table makes a capital `I` an `l`, so names in capitals would meet no `i`.
  return skeletonWithDots(name).replaceAll('i', 'l');
}

/**
 * Skeleton of a name that nobody may come close to: accents, signs and spaces make no other one, nor do figures and
 * letters that are read as others, or `i` for `l`. Truly different names may share it. Empty for signs alone.
 */
export function strictSkeleton(name: string): string {
  // A click, which Unicode's table makes a sign.
  const skeleton = skeletonWithSigns(name.replaceAll('\u01C3', 'l'));
  const letters = Array.from(skeleton, (letter) => LOOKALIKE_LETTERS.get(letter) ?? letter).join('');
  const read = letters.replaceAll(WORD, (word) =>
    /\p{L}/u.test(word) ? word.replaceAll(/[34578@$]/g, (sign) => LOOKALIKE_FIGURES.get(sign) ?? sign) : word,
  );
  return read.replaceAll(ACCENTS_AND_SIGNS, '').replaceAll('i', 'l');
}

import unhomoglyph from 'unhomoglyph';

/** A character that is no part of how a name reads: all but letters, digits and the marks on them. */
const SIGN = String.raw`[^\p{L}\p{N}\p{M}]`;
const OUTER_SIGNS = new RegExp(`^${SIGN}+|${SIGN}+$`, 'gu');
const REPEATED_SIGNS = new RegExp(`(${SIGN})${SIGN}+`, 'gu');
const ACCENTS_AND_SIGNS = /[\u0300-\u036F]|[^\p{L}\p{N}\p{M}]/gu;
const WORD = /[\p{L}\p{N}\p{M}@$]+/gu;
/** Figures that are read as letters within a word; 0 and 1 are in Unicode's table. */
const FIGURES = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's' };
/** Letters of Azerbaijani and African languages, as Unicode's table leaves them: ǝ, ɛ and ɔ. */
const LETTERS = { '\u01DD': 'e', '\uA793': 'e', '\u0254': 'o' };
const READ_AS = new Map(Object.entries({ ...FIGURES, ...LETTERS }));

/** As `nameSkeleton`, with the signs around the name and each of a row of them. */
export function signedSkeleton(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(/ +/g, ' ').trim().normalize('NFD');
  // Applied again after lower-casing: a Greek `Μ` looks like `M`, which becomes `m`.
  const small = unhomoglyph(plain).toLowerCase();
  return unhomoglyph(small).normalize('NFD');
}

/**
 * Skeleton of a name by Unicode's confusables (UTS 39): equal skeletons look alike, such as `I`, `l` and `1`, `m` and
 * `rn`, or `nova` and `_nova.`. Never shown.
 */
export function nameSkeleton(name: string): string {
  const signed = signedSkeleton(name);
  return signed.replaceAll(OUTER_SIGNS, '').replaceAll(REPEATED_SIGNS, '$1') || signed;
}

/**
 * Skeleton of a name that nobody may come close to: accents, signs and spaces make no other one, nor do figures and
 * letters that are read as others, or `i` for `l`. Truly different names may share it. Empty for signs alone.
 */
export function bareSkeleton(name: string): string {
  const read = signedSkeleton(name).replaceAll(WORD, (word) =>
    /\p{L}/u.test(word)
      ? word.replaceAll(/[34578@$\u01DD\uA793\u0254]/g, (sign) => READ_AS.get(sign) ?? sign)
      : word,
  );
  return read.replaceAll(ACCENTS_AND_SIGNS, '').replaceAll('i', 'l');
}

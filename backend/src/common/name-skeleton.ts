import unhomoglyph from 'unhomoglyph';

/** A character that is no part of how a name reads: all but letters, digits and the marks on them. */
const SIGN = String.raw`[^\p{L}\p{N}\p{M}]`;
const OUTER_SIGNS = new RegExp(`^${SIGN}+|${SIGN}+$`, 'gu');
const REPEATED_SIGNS = new RegExp(`(${SIGN})${SIGN}+`, 'gu');

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

import unhomoglyph from 'unhomoglyph';

/**
 * Skeleton of a name by Unicode's confusables (UTS 39): equal skeletons look alike, such as `I`, `l` and `1`, or `m`
 * and `rn` (OWN-371). Never shown.
 */
export function usernameSkeleton(username: string): string {
  const plain = username.normalize('NFKC').replaceAll(/ +/g, ' ').trim().normalize('NFD');
  // Applied again after lower-casing: a Greek `Μ` looks like `M`, which becomes `m`.
  const small = unhomoglyph(plain).toLowerCase();
  return unhomoglyph(small).normalize('NFD');
}

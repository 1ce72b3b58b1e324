import unhomoglyph from 'unhomoglyph';

/**
 * What a name looks like: two names with one skeleton can be taken for each other (OWN-371). By Unicode's table of
 * confusables (UTS 39): `I`, `l` and `1` are one, so are `0` and `O`, `m` and `rn`. Never shown to anybody.
 */
export function usernameSkeleton(username: string): string {
  const plain = username.normalize('NFKC').replaceAll(/ +/g, ' ').trim().normalize('NFD');
  // Once more in small letters: a Greek `Μ` looks like `M`, and that is an `m` here.
  const small = unhomoglyph(plain).toLowerCase();
  return unhomoglyph(small).normalize('NFD');
}

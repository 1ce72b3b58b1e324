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
/** A letter of another script than Latin, which Unicode's table reads differently in capitals. */
const FOREIGN_LETTER = /(?!\p{Script=Latin})\p{L}/gu;
const FOREIGN_WORD = /(?!\p{Script=Latin})\p{L}[\p{L}\p{M}]*/gu;
const LOOKALIKE_FIGURES = new Map(Object.entries(FIGURES));

const readsAsFigure = (letter: string): boolean => /^[a-z0-9]+$/i.test(unhomoglyph(letter));
/** The Latin letter that a letter looks like, without marks; empty if it looks like none. */
const latinOf = (letter: string): string =>
  /^[a-z]/.exec(unhomoglyph(letter).toLowerCase().normalize('NFD'))?.[0] ?? '';

/**
 * Gives both cases of a letter one form: the one that looks like a Latin letter. A Greek `ν`, which looks like `v` but
 * as a capital like `N`, stays as written.
 */
function foldForeignCase(letter: string): string {
  const capital = letter.toUpperCase();
  const small = capital.toLowerCase();
  const [one, other] = [latinOf(small), latinOf(capital)];
  if (one !== '' && other !== '' && one !== other) return letter;
  return !readsAsFigure(small) && readsAsFigure(capital) ? capital : small;
}

/**
 * Lists a name as written and, if it has letters of another script, in the usual capitals, for the few letters that
 * look like different Latin ones by case.
 */
export function listCaseForms(name: string): string[] {
  if (name.search(FOREIGN_LETTER) < 0) return [name];
  const small = name.toLowerCase();
  const titled = small.replaceAll(FOREIGN_WORD, (word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return [...new Set([name, small, name.toUpperCase(), titled])];
}

/** Lists the skeletons that look-alikes of a name may have in the database, also as earlier versions made them. */
export function listSkeletons(name: string): string[] {
  const forms = listCaseForms(name);
  return [...new Set([...forms.map(nameSkeleton), ...forms.map(FORMER_SKELETONS.name)])];
}

const compose = (name: string): string =>
  name.normalize('NFKC').replaceAll(/ +/g, ' ').trim().normalize('NFD');

function readLetters(plain: string): string {
  // Applies the table again after lower-casing, because a Greek `Μ` looks like `M`, which becomes `m`.
  const small = unhomoglyph(plain).toLowerCase();
  return unhomoglyph(small).normalize('NFD');
}

/** Skeleton of a name with all its signs kept. */
const skeletonWithSigns = (name: string): string =>
  readLetters(compose(name).replaceAll(FOREIGN_LETTER, foldForeignCase));

/** Replaces `i` by `l`, because Unicode's table makes a capital `I` an `l`, so that `NOVI` would not equal `novi`. */
const withoutDots = (skeleton: string): string => skeleton.replaceAll('i', 'l');
const withoutSigns = (signed: string): string =>
  signed.replaceAll(OUTER_SIGNS, '').replaceAll(REPEATED_SIGNS, '$1') || signed;

/**
 * Skeleton of a name by Unicode's table of confusable characters (UTS 39); names that look alike have equal
 * skeletons, such as `nova` and `_nova.`. Never shown.
 */
export const nameSkeleton = (name: string): string => withoutDots(withoutSigns(skeletonWithSigns(name)));

/**
 * Skeleton that hides more differences: accents, signs, spaces, and digits or letters read as other letters.
 * Different names may share a skeleton; a name of signs only has an empty one.
 */
export const strictSkeleton = (name: string): string => strictly(name, skeletonWithSigns);

function strictly(name: string, read: (name: string) => string): string {
  // Replaces the click letter `ǃ`, which Unicode's table makes a sign.
  const skeleton = read(name.replaceAll('\u01C3', 'l'));
  const letters = Array.from(skeleton, (letter) => LOOKALIKE_LETTERS.get(letter) ?? letter).join('');
  const figures = letters.replaceAll(WORD, (word) =>
    /\p{L}/u.test(word) ? word.replaceAll(/[34578@$]/g, (sign) => LOOKALIKE_FIGURES.get(sign) ?? sign) : word,
  );
  return withoutDots(figures.replaceAll(ACCENTS_AND_SIGNS, ''));
}

const formerSigns = (name: string): string => readLetters(compose(name));
const formerDots = (name: string): string => withoutSigns(formerSigns(name));
/** Skeletons as earlier versions of the shop made and stored them, the oldest first. */
export const FORMER_SKELETONS = {
  signs: formerSigns,
  dots: formerDots,
  name: (name: string): string => withoutDots(formerDots(name)),
  strict: (name: string): string => strictly(name, formerSigns),
} as const;

import { COINS_PER_MILLION } from '@pax/contracts';
import { strictSkeleton, nameSkeleton } from '../../people/usernames/name-skeleton.js';

/** Figures with or without a sign between each three of them. */
const DIGITS = String.raw`\d{1,3}(?:[ .,'’_]\d{3})+(?!\d)|\d+`;
const UNITS = 'pcs?|pieces?|stk|stück|ct|count|units?|stacks?|(?:er[ -]?)?pack(?:s|ung)?';
/** Pieces in a text: `64x`, `x64`, `64 pcs`, `64-pack`, and 1 by itself. */
const COUNT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(${DIGITS})(?: ?[x×хχ✕✖*]|[ -]?(?:${UNITS}))|[x×хχ✕✖*] ?(${DIGITS})|1)(?![\p{L}\p{N}])`,
  'giu',
);
const WORDS_BEFORE_A_NUMBER =
  'level|lvl|lv|tier|rank|version|ver|v|season|vol|volume|part|no|nr|phase|chapter|episode|gen|mk|mark|' +
  'stufe|rang|staffel|teil|band|kapitel';
/**
 * Pieces by a number alone, first, last or in brackets; no level or version, and no last figure, since `Kit 2` is
 * another kit.
 */
const BARE_COUNT = new RegExp(
  String.raw`(?<=^\s*)(${DIGITS})(?=\s+\p{L})` +
    String.raw`|(?<!(?<!\p{L})(?:${WORDS_BEFORE_A_NUMBER})[.: ]*)(?:[([{]\s*(${DIGITS})\s*[)\]}]` +
    String.raw`|(?:(?:\s(?:stack|pack|set|bundle|box|bag)s?)?\s(?:of|von|à) |(?<=[\s–-]))(?=\d\D?\d)(${DIGITS})(?=\s*$))`,
  'giu',
);
const ROMAN = /^[IVX]+$/;
/** Amounts in a name: `1B`, `500M`, `1.5 billion`, `250,000`. */
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${DIGITS})([.,]\d+)? ?(million(?:en|s)?|milliarden?|billions?|mio|mrd|bn|[kкmмbв])?`,
  'giu',
);
const SCALES = new Map(
  Object.entries({ kк: 1e3, mм: 1e6, bв: 1e9 }).flatMap(([letters, by]) =>
    Array.from(letters, (letter) => [letter, by] as const),
  ),
);
const COIN_WORDS = new Set(['coin', 'coins', 'münze', 'münzen'].map(strictSkeleton));
/** Beginnings of words for a large number, which are read beside a figure alone. */
const LARGE_NUMBER_WORDS = [
  'hundred',
  'thousand',
  'million',
  'milliard',
  'billion',
  'trillion',
  'hundert',
  'tausend',
].map(strictSkeleton);

const parseDigits = (text: string): number => Number(text.replaceAll(/\D/g, ''));
const scaleFactorOf = (word: string): number =>
  /^m(?:rd|illiard)/.test(word) ? 1e9 : (SCALES.get(word.charAt(0)) ?? 1);

/** Numbers by themselves are coins beside the word for them, or before a scale: `64 Coins`, `100 M`. */
const countPatternsFor = (text: string): RegExp[] =>
  readMillionsOfCoins(text) > 0 ? [COUNT] : [COUNT, BARE_COUNT];

/** The name of a product without its number of pieces; names that read alike give the same one. */
export function nameWithoutCount(name: string): string {
  const plain = name.normalize('NFKC');
  const words = countPatternsFor(plain)
    .reduce((text, count) => text.replaceAll(count, ' '), plain)
    .split(/\s+/);
  const bare = words.map((word) =>
    ROMAN.test(word) ? word : strictSkeleton(word).replaceAll(/(\p{L})\1+/gu, '$1'),
  );
  return bare.join('') || nameSkeleton(name);
}

/** The number of pieces that a product's name or label says. */
export function readPieceCount(text: string): number {
  let [rest, pieces] = [text.normalize('NFKC'), 1];
  for (const count of countPatternsFor(rest)) {
    for (const [, ...figures] of rest.matchAll(count))
      pieces *= Math.max(1, parseDigits(figures.find((found) => typeof found === 'string') ?? '1'));
    rest = rest.replaceAll(count, ' ');
  }
  return pieces;
}

/** The amounts in a name, and its words without them in the form in which they read alike. */
function readAmounts(name: string): { amounts: { of: number; isScaled: boolean }[]; words: string[] } {
  const read = name.normalize('NFKC');
  const amounts = [...read.matchAll(AMOUNT)].map(([, figures = '', part = '', scale = '']) => ({
    of: (parseDigits(figures) + Number(`0${part.replace(',', '.')}`)) * scaleFactorOf(scale.toLowerCase()),
    isScaled: scale !== '',
  }));
  const words = read.replaceAll(AMOUNT, ' ').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return { amounts, words: words.map(strictSkeleton) };
}

const isCoinWord = (word: string): boolean => COIN_WORDS.has(word);

/** The millions of coins that a product's name says, as `1B Coins` or `500M` alone; 0 where it says none. */
export function readMillionsOfCoins(name: string): number {
  const { amounts, words } = readAmounts(name);
  const counted = words.some(isCoinWord)
    ? amounts
    : amounts.filter(({ isScaled }) => isScaled && words.length === 0);
  return Math.max(0, ...counted.map(({ of }) => of)) / COINS_PER_MILLION;
}

/** Tells how a name mentions coins unreadably: without an amount, or beside a large number in words. */
export function unreadableCoinsIn(name: string): 'no amount' | 'in words' | undefined {
  const { amounts, words } = readAmounts(name);
  if (!words.some(isCoinWord)) return undefined;
  if (words.some((word) => LARGE_NUMBER_WORDS.some((large) => word.startsWith(large)))) return 'in words';
  return amounts.length === 0 ? 'no amount' : undefined;
}

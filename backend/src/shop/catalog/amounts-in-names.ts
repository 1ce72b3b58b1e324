import { COINS_PER_MILLION } from '@pax/contracts';
import { strictSkeleton, nameSkeleton } from '../../people/usernames/name-skeleton.js';

/** Regular expression of a number, with or without a separator between groups of three digits. */
const DIGITS = String.raw`\d{1,3}(?:[ .,'’_]\d{3})+(?!\d)|\d+`;
const UNITS = 'pcs?|pieces?|stk|stück|ct|count|units?|stacks?|(?:er[ -]?)?pack(?:s|ung)?';
/** Matches a piece count in a product's name: `64x`, `x64`, `64 pcs`, `64-pack`, or a lone 1. */
const COUNT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(${DIGITS})(?: ?[x×хχ✕✖*]|[ -]?(?:${UNITS}))|[x×хχ✕✖*] ?(${DIGITS})|1)(?![\p{L}\p{N}])`,
  'giu',
);
const WORDS_BEFORE_A_NUMBER =
  'level|lvl|lv|tier|rank|version|ver|v|season|vol|volume|part|no|nr|phase|chapter|episode|gen|mk|mark|' +
  'stufe|rang|staffel|teil|band|kapitel';
/**
 * Matches a piece count without a unit: the first or last number, or one in brackets. Levels and versions do not
 * count, nor does a single last digit, because `Kit 2` is another kit.
 */
const BARE_COUNT = new RegExp(
  String.raw`(?<=^\s*)(${DIGITS})(?=\s+\p{L}|\s*$)` +
    String.raw`|(?<!(?<!\p{L})(?:${WORDS_BEFORE_A_NUMBER})[.: ]*)(?:[([{]\s*(${DIGITS})\s*[)\]}]` +
    String.raw`|(?:(?:\s(?:stack|pack|set|bundle|box|bag)s?)?\s(?:of|von|à) |(?<=[\s–-]))(?=\d\D?\d)(${DIGITS})(?=\s*$))`,
  'giu',
);
const ROMAN = /^[IVX]+$/;
/** Matches an amount of coins in a name: `1B`, `500M`, `1.5 billion`, `250,000`. */
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${DIGITS})([.,]\d+)? ?(million(?:en|s)?|milliarden?|billions?|mio|mrd|bn|[kкmмbв])?`,
  'giu',
);
const SCALES = new Map(
  Object.entries({ kк: 1e3, mм: 1e6, bв: 1e9 }).flatMap(([letters, by]) =>
    Array.from(letters, (letter) => [letter, by] as const),
  ),
);
const COIN_WORDS = new Set(['coin', 'coins', 'münze', 'münzen', 'money', 'cash', 'geld'].map(strictSkeleton));
/** Beginnings of words for large numbers, in several languages. */
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

/** Matches invisible characters and marks on digits, which could hide a number from the check. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}+|(?<=\p{N})\p{M}+/gu;
/** Matches a letter O after a digit, which buyers read as 0. */
const ZERO_LETTER = /(?<=\d[oоο]*)[oоο]/giu;

/** Normalises a text to what a buyer sees. */
const normaliseSeenText = (text: string): string =>
  text.normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(ZERO_LETTER, '0');

const parseDigits = (text: string): number => Number(text.replaceAll(/\D/g, ''));
const scaleFactorOf = (word: string): number =>
  /^m(?:rd|illiard)/.test(word) ? 1e9 : (SCALES.get(word.charAt(0)) ?? 1);

/**
 * Chooses the patterns of piece counts for a text. A lone number beside the word for coins or before a scale counts
 * coins, not pieces: `64 Coins`, `100 M`.
 */
const countPatternsFor = (text: string): RegExp[] =>
  readMillionsOfCoins(text) > 0 ? [COUNT] : [COUNT, BARE_COUNT];

/** Removes the piece count from a product's name. Names that look alike give the same result. */
export function nameWithoutCount(name: string): string {
  const plain = normaliseSeenText(name);
  const words = countPatternsFor(plain)
    .reduce((text, count) => text.replaceAll(count, ' '), plain)
    .split(/\s+/);
  const bare = words.map((word) =>
    ROMAN.test(word) ? word : strictSkeleton(word).replaceAll(/(\p{L})\1+/gu, '$1'),
  );
  return bare.join('') || nameSkeleton(plain);
}

/** Reads the number of pieces from the name or label of a product; 1 if no number is given. */
export function readPieceCount(text: string): number {
  let [rest, pieces] = [normaliseSeenText(text), 1];
  for (const count of countPatternsFor(rest)) {
    for (const [, ...figures] of rest.matchAll(count))
      pieces *= Math.max(1, parseDigits(figures.find((found) => typeof found === 'string') ?? '1'));
    rest = rest.replaceAll(count, ' ');
  }
  return pieces;
}

/** Reads the amounts in a product's name and its other words, normalised so that look-alike words are equal. */
function readAmounts(name: string): { amounts: { of: number; isScaled: boolean }[]; words: string[] } {
  const read = normaliseSeenText(name);
  const amounts = [...read.matchAll(AMOUNT)].map(([, figures = '', part = '', scale = '']) => ({
    of: (parseDigits(figures) + Number(`0${part.replace(',', '.')}`)) * scaleFactorOf(scale.toLowerCase()),
    isScaled: scale !== '',
  }));
  const words = read.replaceAll(AMOUNT, ' ').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return { amounts, words: words.map(strictSkeleton) };
}

const isCoinWord = (word: string): boolean => COIN_WORDS.has(word);

/** Reads the millions of coins from a product's name, such as `1B Coins` or `500M`; 0 without coins. */
export function readMillionsOfCoins(name: string): number {
  const { amounts, words } = readAmounts(name);
  const counted = words.some(isCoinWord)
    ? amounts
    : amounts.filter(({ isScaled }) => isScaled && words.length === 0);
  return Math.max(0, ...counted.map(({ of }) => of)) / COINS_PER_MILLION;
}

/** Tells why the coins in a product's name have no readable amount: there is none, or it is written in words. */
export function unreadableCoinsIn(name: string): 'no amount' | 'in words' | undefined {
  const { amounts, words } = readAmounts(name);
  if (!words.some(isCoinWord)) return undefined;
  if (words.some((word) => LARGE_NUMBER_WORDS.some((large) => word.startsWith(large)))) return 'in words';
  return amounts.length === 0 ? 'no amount' : undefined;
}

import type { Cents } from './money.js';

/** Languages of number formats; the shop's mixed language uses the English format. */
export type NumberLanguage = 'en' | 'de';

/** Changes the separators of an English number to German ones. */
const localizeSeparators = (english: string, language: NumberLanguage): string =>
  language === 'de' ? english.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : english;

/**
 * Formats a number with all its decimals: 1234.5 → "1,234.5" or "1.234,5". Avoids `Intl`, since its first use takes 100
 * ms on a phone.
 */
export function formatNumber(value: number, language: NumberLanguage): string {
  const [whole = '', decimals] = String(value).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return localizeSeparators(decimals === undefined ? grouped : `${grouped}.${decimals}`, language);
}

/** Formats a whole number with separators: 200000 → "200,000" or "200.000". */
export const formatCount = (count: number, language: NumberLanguage): string =>
  formatNumber(Math.round(count), language);

const addDollarSign = (number: string, language: NumberLanguage): string =>
  language === 'de' ? `${number}\u00a0$` : `$${number}`;

/** Formats whole US dollars: 500 → "$500" or "500 $". */
export const formatDollars = (dollars: number, language: NumberLanguage): string =>
  addDollarSign(formatCount(dollars, language), language);

/** Formats integer hundredths of any unit, at least 0: 103250 → "1,032.50" or "1.032,50". */
export const formatHundredths = (hundredths: number, language: NumberLanguage): string =>
  formatCount(Math.trunc(hundredths / 100), language) +
  localizeSeparators(`.${String(hundredths % 100).padStart(2, '0')}`, language);

/** Formats integer cents as US dollars: 3250 → "$32.50" or "32,50 $" with a non-breaking space. */
export function formatCents(cents: Cents, language: NumberLanguage): string {
  const signed = Math.round(cents);
  const sign = signed < 0 ? '-' : '';
  return sign + addDollarSign(formatHundredths(Math.abs(signed), language), language);
}

/**
 * Formats a decimal text from a call as US dollars: "32.50" → "$32.50". A text that is not a number is returned
 * unchanged.
 */
export function formatDecimal(amount: string, language: NumberLanguage): string {
  const value = Number(amount.replaceAll(/[$,\s]/g, ''));
  return amount.trim() === '' || !Number.isFinite(value) ? amount : formatCents(value * 100, language);
}

const COIN_UNITS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** Formats coins with at most two decimals, rounded down: 250_000_000 → "250M", 1_500_000_000 → "1.5B" or "1,5B". */
export function formatCoins(coins: number, language: NumberLanguage): string {
  const unit = COIN_UNITS.find(([size]) => Math.abs(coins) >= size);
  if (!unit) return String(Math.trunc(coins));
  return `${formatNumber(Math.trunc(coins / (unit[0] / 100)) / 100, language)}${unit[1]}`;
}

/** Formats whole millions of coins: 250 → "250M", 1000 → "1B". */
export const formatMillions = (millions: number, language: NumberLanguage): string =>
  formatCoins(millions * 1e6, language);

/** Formats coins in millions, exactly: 1_500_000_000 → "1,500M", 2_500_000 → "2.5M" or "2,5M". */
export const formatInMillions = (coins: number, language: NumberLanguage): string =>
  `${formatNumber(coins / 1e6, language)}M`;

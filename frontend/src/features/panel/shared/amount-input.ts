import { MAX_DISPLAY_ORDER, MAX_AMOUNT, MAX_PIECES, parseTypedAmount, toDecimal } from '@pax/contracts';
import { formatCount, formatHundredths, formatNumber } from '../../../lib/values/format';
import { parseWholeNumber } from '../../../lib/values/whole-number';

/** Values of catalogue texts: limits and examples of typed amounts and counts. */
export const amountTexts = () => ({
  least: formatHundredths(1),
  most: formatCount(MAX_AMOUNT / 100),
  price: formatHundredths(3_250),
  bulk: formatHundredths(1_599),
  part: formatHundredths(450),
  half: formatNumber(0.5),
  pieces: formatCount(MAX_PIECES),
  place: String(MAX_DISPLAY_ORDER),
});

/** Creates a parser of amounts for calls, "1,5" → "1.50"; undefined unless from `from` to 1,000,000 cents. */
const amountParserFrom =
  (from: number) =>
  (typed: string): string | undefined => {
    const cents = parseTypedAmount(typed);
    return cents === undefined || cents < from || cents > MAX_AMOUNT ? undefined : toDecimal(cents);
  };

/** Parses a price or an amount to refund, above 0. */
export const parsePrice = amountParserFrom(1);
/** Parses store credit, which may be 0. */
export const parseCredit = amountParserFrom(0);

/**
 * Parses pieces of a product: a whole number, 0 for text without a digit. Undefined for a fraction, and for
 * ambiguous numbers.
 */
export function parseStock(typed: string): number | undefined {
  const pieces = parseWholeNumber(typed);
  if (typeof pieces === 'number') return pieces < 0 ? undefined : pieces;
  return /\p{N}/u.test(typed) ? undefined : 0;
}

/** Returns an amount one cent higher or lower, for the arrow keys; never below 0. */
export const stepAmount = (typed: string, by: 1 | -1): string =>
  toDecimal(Math.max(0, (parseTypedAmount(typed) ?? 0) + by));

/** Returns a count of pieces one higher or lower; never below 0. */
export const stepStock = (typed: string, by: 1 | -1): string =>
  String(Math.max(0, (parseStock(typed) ?? 0) + by));

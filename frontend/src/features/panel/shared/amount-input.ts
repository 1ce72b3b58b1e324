import { LAST_PLACE, MOST_AMOUNT, MOST_PIECES, parseTypedAmount, toDecimal } from '@pax/contracts';
import { formatCount, formatHundredths, formatNumber } from '../../../lib/values/format';
import { parseWholeNumber } from '../../../lib/values/whole-number';

/** Limits and examples of typed amounts and counts, for the words beside them. */
export const amountTexts = () => ({
  least: formatHundredths(1),
  most: formatCount(MOST_AMOUNT / 100),
  price: formatHundredths(3_250),
  bulk: formatHundredths(1_599),
  part: formatHundredths(450),
  half: formatNumber(0.5),
  pieces: formatCount(MOST_PIECES),
  place: String(LAST_PLACE),
});

/** A typed amount as the wire has it, "1,5" → "1.50"; undefined unless it is from `from` to 1,000,000 cents. */
const amountParserFrom =
  (from: number) =>
  (typed: string): string | undefined => {
    const cents = parseTypedAmount(typed);
    return cents === undefined || cents < from || cents > MOST_AMOUNT ? undefined : toDecimal(cents);
  };

/** A price or an amount to refund: more than nothing. */
export const parsePrice = amountParserFrom(1);
/** Store credit, which may be nothing. */
export const parseCredit = amountParserFrom(0);

/**
 * Pieces of a product: a whole number, 0 for words without a digit. Undefined for a fraction, and for
 * what may be another number than was meant.
 */
export function parseStock(typed: string): number | undefined {
  const pieces = parseWholeNumber(typed);
  if (typeof pieces === 'number') return pieces < 0 ? undefined : pieces;
  return /\p{N}/u.test(typed) ? undefined : 0;
}

/** An amount a cent higher or lower, as the arrow keys move it; never below 0. */
export const stepAmount = (typed: string, by: 1 | -1): string =>
  toDecimal(Math.max(0, (parseTypedAmount(typed) ?? 0) + by));

/** A count of pieces one higher or lower; never below 0. */
export const stepStock = (typed: string, by: 1 | -1): string =>
  String(Math.max(0, (parseStock(typed) ?? 0) + by));

import {
  MAX_DISPLAY_ORDER,
  MAX_AMOUNT,
  MAX_PIECES,
  parseTypedAmount,
  formatCentsAsDecimal,
} from '@pax/contracts';
import { formatCount, formatHundredths, formatNumber } from '../../../lib/values/format';
import { parseWholeNumber } from '../../../lib/values/whole-number';

/** Returns texts that catalogue messages insert: limits and examples of typed amounts and counts. */
export const createAmountTexts = () => ({
  least: formatHundredths(1),
  most: formatCount(MAX_AMOUNT / 100),
  price: formatHundredths(3_250),
  bulk: formatHundredths(1_599),
  part: formatHundredths(450),
  half: formatNumber(0.5),
  pieces: formatCount(MAX_PIECES),
  place: String(MAX_DISPLAY_ORDER),
});

/**
 * Creates a parser that turns typed amounts into the form of calls, "1,5" → "1.50"; undefined unless from `from` to
 * 1,000,000 cents.
 */
const createAmountParser =
  (from: number) =>
  (typed: string): string | undefined => {
    const cents = parseTypedAmount(typed);
    return cents === undefined || cents < from || cents > MAX_AMOUNT
      ? undefined
      : formatCentsAsDecimal(cents);
  };

/** Parses a typed price or refund, which must be above 0. */
export const parsePrice = createAmountParser(1);
/** Parses a typed store credit, which may be 0. */
export const parseCredit = createAmountParser(0);

/** Parses a typed number of pieces; 0 for a text without a digit. Undefined for a fraction or an ambiguous number. */
export function parseStock(typed: string): number | undefined {
  const pieces = parseWholeNumber(typed);
  if (typeof pieces === 'number') return pieces < 0 ? undefined : pieces;
  return /\p{N}/u.test(typed) ? undefined : 0;
}

/** Returns a typed amount raised or lowered by one cent, for the arrow keys; never below 0. */
export const stepAmount = (typed: string, by: 1 | -1): string =>
  formatCentsAsDecimal(Math.max(0, (parseTypedAmount(typed) ?? 0) + by));

/** Returns a typed number of pieces raised or lowered by one, for the arrow keys; never below 0. */
export const stepStock = (typed: string, by: 1 | -1): string =>
  String(Math.max(0, (parseStock(typed) ?? 0) + by));

/** Maximum length of a typed number; longer input is refused without parsing. */
const MAX_LENGTH = 24;
/** Pattern of a number with thousands separators of one kind; with a leading zero the number counts as a fraction. */
const GROUPED = /^[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*$/;
const PLAIN = /^\d+[.,]?$/;
const FRACTION = /^\d*(?:[.,'’\s]\d{3})*[.,]\d+$/;

/** Result of parsing a typed number: a whole number (may be negative), a fraction, or no number. */
export type TypedNumber = number | 'fraction' | 'none';

/**
 * Parses a typed whole number: "1,000", "1.000" and "1 000" are a thousand; "1.5", "2,50" and "0.500" are fractions.
 */
export function parseWholeNumber(typed: string): TypedNumber {
  if (typed.length > MAX_LENGTH) return 'none';
  const text = typed.trim();
  const sign = /^[-−]/.test(text) ? -1 : 1;
  const digits = sign < 0 ? text.slice(1).trimStart() : text;
  if (PLAIN.test(digits) || GROUPED.test(digits)) return sign * Number(digits.replaceAll(/\D/g, ''));
  return FRACTION.test(digits) ? 'fraction' : 'none';
}

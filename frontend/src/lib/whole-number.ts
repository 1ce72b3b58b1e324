/** Longer entries are refused unread. */
const MAX_LENGTH = 24;
/** Groups of three behind one kind of separator; a leading zero would make it a fraction. */
const GROUPED = /^[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*$/;
const PLAIN = /^\d+[.,]?$/;
const FRACTION = /^\d*(?:[.,'’\s]\d{3})*[.,]\d+$/;

/** What a person typed: a whole number (also below zero), a fraction, or no number. */
export type TypedNumber = number | 'fraction' | 'none';

/**
 * Reads a typed whole number. "1,000", "1.000" and "1 000" are a thousand: three digits behind a separator are never
 * a fraction where only whole numbers are sold. "1.5", "2,50" and "0.500" are fractions (OWN-310).
 */
export function readWhole(typed: string): TypedNumber {
  if (typed.length > MAX_LENGTH) return 'none';
  const text = typed.trim();
  const sign = /^[-−]/.test(text) ? -1 : 1;
  const digits = sign < 0 ? text.slice(1).trimStart() : text;
  if (PLAIN.test(digits) || GROUPED.test(digits)) return sign * Number(digits.replaceAll(/\D/g, ''));
  return FRACTION.test(digits) ? 'fraction' : 'none';
}

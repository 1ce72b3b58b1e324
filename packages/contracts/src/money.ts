import { z } from 'zod';

/** An amount of money in US cents: always an integer inside the shop (OWN: money is never a float). */
export type Cents = number;

/** The wire form of money: dollars with two decimals, "32.50". A minus sign appears in corrections only. */
export const decimalString = z.string().regex(/^-?\d{1,9}\.\d{2}$/, 'must be an amount such as "32.50"');

/** Formats cents for the wire: 3250 → "32.50". */
export function toDecimal(cents: Cents): string {
  const sign = cents < 0 ? '-' : '';
  const abs = Math.abs(cents);
  return `${sign}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
}

/**
 * Parses an amount as people and older clients write it ("32.5", "$1,032.50", 32.5) into cents.
 * @returns the cents, or undefined when the text is no amount with at most two decimals
 */
export function parseAmount(input: string | number): Cents | undefined {
  const text = String(input).trim().replace(/^\$/, '').replaceAll(',', '');
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Reads a wire amount that is known to be well formed. @throws RangeError when it is not */
export function fromDecimal(text: string): Cents {
  const negative = text.startsWith('-');
  const cents = parseAmount(negative ? text.slice(1) : text);
  if (cents === undefined) throw new RangeError(`not an amount: ${text}`);
  return negative && cents !== 0 ? -cents : cents;
}

/** A percentage of an amount in cents, rounded half up. */
export function percentOf(amount: Cents, percent: number): Cents {
  return Math.floor((amount * percent + 50) / 100);
}

/**
 * Splits a total over weights so that the parts add up to it exactly: largest remainder, earlier lines first
 * when remainders are equal. Weights that are all 0 put everything on the first part.
 */
export function splitByWeight(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (weights.length === 0) return [];
  if (sum === 0) return weights.map((_, index) => (index === 0 ? total : 0));
  const shares = weights.map((weight, index) => {
    const exact = BigInt(total) * BigInt(weight);
    return { index, part: Number(exact / BigInt(sum)), rest: Number(exact % BigInt(sum)) };
  });
  const missing = total - shares.reduce((a, share) => a + share.part, 0);
  const lucky = shares.toSorted((a, b) => b.rest - a.rest || a.index - b.index).slice(0, missing);
  for (const share of lucky) share.part += 1;
  return shares.map((share) => share.part);
}

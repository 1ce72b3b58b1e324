/** An amount of money in US cents; always an integer. */
export type Cents = number;

/** Formats cents as dollars with two decimals, as calls send them: 3250 → "32.50". */
export function formatCentsAsDecimal(cents: Cents): string {
  const sign = cents < 0 ? '-' : '';
  const abs = Math.abs(cents);
  return `${sign}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
}

/** Matches dollars, plain or with commas between thousands, with at most two decimals. */
const AMOUNT = /^\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/;

/**
 * Parses an amount from people or older clients ("32.5", "$1,032.50", 32.5) into cents; undefined if invalid. Commas
 * separate thousands only, so that "32,50" is refused instead of read as 3,250 dollars.
 */
export function parseAmount(input: string | number): Cents | undefined {
  if (typeof input === 'number') return roundToCents(input);
  const match = AMOUNT.exec(input.trim());
  if (!match) return undefined;
  return Number(match[1]?.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Longest typed amount that is parsed; a longer text is refused. */
const MAX_TYPED_LENGTH = 24;
/** Matches dollars with a comma or point before one or two digits of cents. */
const TYPED_AMOUNT = /^(\d{1,9})(?:[.,](\d{1,2}))?$/;
/** Matches dollars with thousands separators, which must differ from the decimal separator. */
const GROUPED_AMOUNT = /^([1-9]\d{0,2}([.,'’ ])\d{3}(?:\2\d{3})?)(?:(?!\2)[.,](\d{1,2}))?$/;

/**
 * Parses a typed amount with comma or point into cents: "32,50", "1,500.00", "1 500". Returns undefined for invalid or
 * ambiguous texts, such as "1.500" or "1e3".
 */
export function parseTypedAmount(typed: string): Cents | undefined {
  if (typed.length > MAX_TYPED_LENGTH) return undefined;
  const text = typed
    .normalize('NFKC')
    .trim()
    .replace(/^\$\s?|\s?\$$/, '');
  const plain = TYPED_AMOUNT.exec(text);
  const [, dollars, separator, cents] = plain
    ? [text, plain[1], ' ', plain[2]]
    : (GROUPED_AMOUNT.exec(text) ?? []);
  if (dollars === undefined) return undefined;
  // Three digits after a comma or point are ambiguous: they may be thousands, or cents with an extra zero.
  if (cents === undefined && /^\d+[.,]\d+$/.test(dollars) && separator !== ' ') return undefined;
  return Number(dollars.replaceAll(/\D/g, '')) * 100 + Number((cents ?? '').padEnd(2, '0'));
}

/**
 * Rounds an amount to cents, since older clients send 5 × 0.17 as 0.8500000000000001; undefined for real fractions of a
 * cent.
 */
function roundToCents(dollars: number): Cents | undefined {
  if (!(dollars >= 0 && dollars < 1_000_000_000)) return undefined;
  const cents = Math.round(dollars * 100);
  return Math.abs(dollars * 100 - cents) < 1e-4 ? Math.abs(cents) : undefined;
}

/** Parses dollars with two decimals into cents. @throws RangeError for any other text */
export function parseDecimalToCents(text: string): Cents {
  const negative = text.startsWith('-');
  const cents = parseAmount(negative ? text.slice(1) : text);
  if (cents === undefined) throw new RangeError(`not an amount: ${text}`);
  return negative && cents !== 0 ? -cents : cents;
}

/** Computes a percentage of an amount in cents; half cents are rounded up. */
export function computePercentage(amount: Cents, percent: number): Cents {
  return Math.floor((amount * percent + 50) / 100);
}

/**
 * Splits a total by weights without rounding loss, by largest remainder (ties: earlier first; all weights 0: the first
 * takes all). No share exceeds its weight unless the total exceeds their sum.
 * @throws RangeError if an input is not an integer ≥ 0
 */
export function splitByWeight(total: number, weights: readonly number[]): number[] {
  if ([total, ...weights].some((value) => !Number.isSafeInteger(value) || value < 0))
    throw new RangeError(`can't split ${total} over ${weights.join(', ')}`);
  const sum = weights.reduce((a, b) => a + b, 0);
  if (weights.length === 0) return [];
  if (sum === 0) return weights.map((_, index) => (index === 0 ? total : 0));
  const shares = weights.map((weight, index) => {
    const exact = BigInt(total) * BigInt(weight);
    return { index, part: Number(exact / BigInt(sum)), rest: Number(exact % BigInt(sum)) };
  });
  const missing = total - shares.reduce((a, share) => a + share.part, 0);
  const largest = shares.toSorted((a, b) => b.rest - a.rest || a.index - b.index).slice(0, missing);
  for (const share of largest) share.part += 1;
  return shares.map((share) => share.part);
}

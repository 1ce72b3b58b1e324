/** Median of numbers; for an even count, the mean of the two middle values. @throws Error without values */
export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('no values');
  return (lower + upper) / 2;
}

/** Value that the given share of all values does not exceed. @throws Error without values */
export function computeQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new Error('no values');
  return found;
}

/** Formats a number with about three significant digits. */
export function formatNumber(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** The rows in view and some others, such as the focused one: a row that is not drawn would lose the focus. */
export function withRows(range: Range, others: readonly number[]): number[] {
  const inView = defaultRangeExtractor(range);
  const more = others.filter((index) => index >= 0 && index < range.count && !inView.includes(index));
  return [...new Set([...inView, ...more])].toSorted((one, other) => one - other);
}

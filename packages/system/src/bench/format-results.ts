import { formatNumber } from './statistics.js';
import type { Result } from './run-row.js';

/** Formats the results as a Markdown list, which can also be read in a terminal. */
export const formatResults = (results: readonly Result[]): string => results.map(formatResult).join('\n');

function formatResult({ title, shop, floor, ratio, unit, isMet, ...bounds }: Result): string {
  const values = [
    formatWithUnit(shop, unit),
    floor === undefined || ratio === undefined ? [] : `ratio ${formatNumber(ratio)}`,
  ].flat();
  const goal = isMet === undefined ? '' : `${isMet ? '' : ', not'} ${formatGoal(bounds)}`;
  return `- ${title}: ${values.join(', ')}${goal}`;
}

function formatWithUnit(value: number, unit: string): string {
  return unit === '' || unit.startsWith('/')
    ? `${formatNumber(value)}${unit}`
    : `${formatNumber(value)} ${unit}`;
}

/** Formats the bound of a figure in relation to its floor. */
export function formatGoal({ atLeast, atMost }: Pick<Result, 'atLeast' | 'atMost'>): string {
  if (atLeast !== undefined) return `≥ ${atLeast}`;
  return atMost === undefined ? '–' : `≤ ${atMost}`;
}

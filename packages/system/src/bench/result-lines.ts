import { formatNumber } from './statistics.js';
import type { Result } from './run-row.js';

/** Results as a Markdown list, readable in a terminal too. */
export const resultLines = (results: readonly Result[]): string => results.map(lineOf).join('\n');

function lineOf({ title, shop, floor, ratio, unit, isMet, ...bounds }: Result): string {
  const values = [
    withUnit(shop, unit),
    floor === undefined || ratio === undefined ? [] : `ratio ${formatNumber(ratio)}`,
  ].flat();
  const goal = isMet === undefined ? '' : `${isMet ? '' : ', not'} ${goalOf(bounds)}`;
  return `- ${title}: ${values.join(', ')}${goal}`;
}

function withUnit(value: number, unit: string): string {
  return unit === '' || unit.startsWith('/')
    ? `${formatNumber(value)}${unit}`
    : `${formatNumber(value)} ${unit}`;
}

/** The bound of a figure against its floor, as text. */
export function goalOf({ atLeast, atMost }: Pick<Result, 'atLeast' | 'atMost'>): string {
  if (atLeast !== undefined) return `≥ ${atLeast}`;
  return atMost === undefined ? '–' : `≤ ${atMost}`;
}

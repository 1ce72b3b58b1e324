import { formatNumber } from './statistics.js';
import type { Result } from './run-row.js';

const HEADINGS = ['', 'Figure', 'Shop', 'Floor', 'Shop ÷ floor', 'Goal', ''];

/** Results as a Markdown table, readable in a terminal too. */
export function tableOf(results: readonly Result[]): string {
  const cells = results.map((result, place) => [
    results[place - 1]?.row === result.row ? '' : result.row,
    result.title,
    withUnit(result.shop, result.unit),
    result.floor === undefined ? '–' : withUnit(result.floor, result.unit),
    result.ratio === undefined ? '–' : formatNumber(result.ratio),
    goalOf(result),
    result.isMet === undefined ? '' : result.isMet ? 'met' : 'missed',
  ]);
  return markdownTable(HEADINGS, cells);
}

/** A table laid out the way the formatter leaves it. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(3, heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(headings), rule, ...rows.map(line)].join('\n');
}

function withUnit(value: number, unit: string): string {
  return unit.startsWith('/') ? `${formatNumber(value)}${unit}` : `${formatNumber(value)} ${unit}`;
}

/** The bound of a figure against its floor, as text. */
export function goalOf({ atLeast, atMost }: Pick<Result, 'atLeast' | 'atMost'>): string {
  if (atLeast !== undefined) return `≥ ${atLeast}`;
  return atMost === undefined ? '–' : `≤ ${atMost}`;
}

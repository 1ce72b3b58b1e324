import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem, type as systemName } from 'node:os';
import { fileURLToPath } from 'node:url';
import { formatNumber } from './statistics.js';
import type { Result } from './run-row.js';

const PAGE = fileURLToPath(new URL('../../docs/bench.md', import.meta.url));
/**
 * Section of the results page for a measurement; `bench of …` contains single rows until all rows are measured again.
 */
type Section = 'bench' | `bench of ${string}` | 'lighthouse';

/** Removes the sections of single rows, which a run of all rows makes outdated. */
export function removeRowSections(): void {
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(PAGE, page.replaceAll(/<!-- (bench of [^:]+): begin -->[^]*?<!-- \1: end -->\n\n?/g, ''));
}

/** Replaces a section of the results page, and keeps all others. */
export function writeSection(section: Section, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [`<!-- ${section}: begin -->`, `<!-- ${section}: end -->`];
  const block = `${begin}\n\n${text.trim()}\n\n${end}\n`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  const written =
    from < 0 || to < 0
      ? `${page.trimEnd()}\n\n${block}`
      : page.slice(0, from) + block + page.slice(to + end.length + 1);
  writeFileSync(PAGE, written);
}

/** Describes the machine in one line: its processor, memory and system. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpu?.model.trim() ?? '';
  return [
    new Date().toISOString().slice(0, 10),
    `${availableParallelism()} cores${model === '' || model === 'unknown' ? '' : ` (${model})`}`,
    `${gigabytes} GB`,
    systemName(),
    `Node ${process.versions.node}`,
  ].join(', ');
}

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

/** A measured figure, and the bound that it must keep. */
export interface Goal {
  readonly name: string;
  /** Measured value. */
  readonly value: string;
  /** Largest or smallest value allowed. */
  readonly goal: string;
  /** True when the bound is kept; undefined without a bound. */
  readonly isMet?: boolean | undefined;
}

/** Prints the goals that were missed, one per line. @returns the exit code of the measuring program */
export function reportMissedGoals(goals: readonly Goal[], printLine: (line: string) => void): 0 | 1 {
  const missed = goals.filter(({ isMet }) => isMet === false);
  for (const { name, value, goal } of missed) printLine(`✗ ${name}: ${value}, not ${goal}`);
  return missed.length > 0 ? 1 : 0;
}

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { markdownTable } from '../bench/table.js';
import { SCENARIOS } from './scenarios.js';
import type { Scenario } from './scenario.js';

const PAGE = fileURLToPath(new URL('../../docs/faults.md', import.meta.url));
/** The two tables of the page, by their marks. */
const SCENARIO_TABLE = {
  begin: '<!-- report -->',
  end: '<!-- /report -->',
  headings: ['Scenario', 'What happens', 'Times', 'n', 'Failures', 'Played', 'Seconds'],
};
const SPEC_TABLE = {
  begin: '<!-- specs -->',
  end: '<!-- /specs -->',
  headings: ['Specs', 'What is played', 'Size', 'Date', 'Tests', 'Failed', 'Seconds'],
};
type Table = typeof SCENARIO_TABLE;

/** How often a scenario was played in one run, and what went wrong. */
export interface Tally {
  readonly scenario: Scenario;
  rounds: number;
  readonly failures: string[];
  /** Whether at real times. */
  readonly isReal: boolean;
  /** When it was played, as ISO 8601. */
  readonly date: string;
  /** How long each round took, with the wait until all was well again and the comparison, s. */
  readonly seconds: number[];
}

/** What long specs did in one run. */
export interface SpecRun {
  /** As `--only` takes it. */
  readonly name: string;
  readonly title: string;
  /** The setting that makes them long, as `RACE_SIZES=100`. */
  readonly size: string;
  /** Day it ran, as `2026-11-25`. */
  readonly date: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
}

/** Writes one scenario's row into the page; the others' rows stay. */
export function writeReport(tally: Tally): void {
  writeFileSync(PAGE, withRow(readFileSync(PAGE, 'utf8'), tally));
}

/** Writes the row of one kind of long specs into the page. */
export function writeSpecRun(run: SpecRun): void {
  writeFileSync(PAGE, withSpecRun(readFileSync(PAGE, 'utf8'), run));
}

/** A page with one row replaced or added. @throws Error when the page has no place for rows */
export function withRow(page: string, tally: Tally): string {
  return withTable(page, SCENARIO_TABLE, (rows) => {
    rows.set(named(tally.scenario), cellsOf(tally));
    return SCENARIOS.flatMap((scenario) => {
      const row = rows.get(named(scenario));
      // Rows of runs before dates were written have none.
      return row === undefined ? [] : [SCENARIO_TABLE.headings.map((_, at) => row[at] ?? '–')];
    });
  });
}

/** A page with the row of long specs replaced or added. @throws Error when the page has no place for rows */
export function withSpecRun(page: string, run: SpecRun): string {
  const { name, title, size, date, passed, failed, seconds } = run;
  return withTable(page, SPEC_TABLE, (rows) => {
    const cells = [title, `\`${size}\``, date, ...[passed + failed, failed, Math.round(seconds)].map(String)];
    rows.set(`\`${name}\``, [`\`${name}\``, ...cells]);
    return [...rows.values()];
  });
}

/** @param change takes the rows by their first cell and returns those to be written */
function withTable(
  page: string,
  { begin, end, headings }: Table,
  change: (rows: Map<string, string[]>) => string[][],
): string {
  const [before, rest] = split(page, begin);
  const [table, after] = split(rest, end);
  const rows = new Map(
    table
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .slice(2, -2)
          .split(' | ')
          .map((cell) => cell.trim()),
      )
      .map((cells) => [cells[0] ?? '', cells]),
  );
  return `${before}${begin}\n\n${markdownTable(headings, change(rows))}\n\n${end}${after}`;
}

const named = ({ name }: Scenario): string => `\`${name}\``;

function cellsOf({ scenario, rounds, failures, isReal, date, seconds }: Tally): string[] {
  return [
    named(scenario),
    scenario.title,
    isReal ? 'real' : 'short',
    String(rounds),
    String(failures.length),
    date.slice(0, 10),
    `${Math.min(...seconds).toFixed(0)}–${Math.max(...seconds).toFixed(0)}`,
  ];
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/faults.md has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

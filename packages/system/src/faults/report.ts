import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { markdownTable } from '../bench/table.js';
import { SCENARIOS } from './scenarios.js';
import type { Scenario } from './scenario.js';

const PAGE = fileURLToPath(new URL('../../docs/faults.md', import.meta.url));
const BEGIN = '<!-- report -->';
const END = '<!-- /report -->';
const HEADINGS = ['Scenario', 'What happens', 'Times', 'n', 'Failures', '95 % bound', 'Played', 'Seconds'];

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

/** Writes one scenario's row into the page; the others' rows stay. */
export function writeReport(tally: Tally): void {
  writeFileSync(PAGE, withRow(readFileSync(PAGE, 'utf8'), tally));
}

/** A page with one row replaced or added. @throws Error when the page has no place for rows */
export function withRow(page: string, tally: Tally): string {
  const [before, rest] = split(page, BEGIN);
  const [table, after] = split(rest, END);
  const rows = new Map(
    table
      .split('\n')
      .filter((proxy) => proxy.startsWith('| `'))
      .map((proxy) =>
        proxy
          .slice(2, -2)
          .split(' | ')
          .map((cell) => cell.trim()),
      )
      .map((cells) => [cells[0] ?? '', cells]),
  );
  rows.set(named(tally.scenario), cellsOf(tally));
  const cells = SCENARIOS.flatMap((scenario) => {
    const row = rows.get(named(scenario));
    // Rows of runs before dates were written have none.
    return row === undefined ? [] : [HEADINGS.map((_, at) => row[at] ?? '–')];
  });
  return `${before}${BEGIN}\n\n${markdownTable(HEADINGS, cells)}\n\n${END}${after}`;
}

const named = ({ name }: Scenario): string => `\`${name}\``;

/** Nothing wrong in n rounds says, with 95 % certainty, that it happens less often than in 3 of n. */
function cellsOf({ scenario, rounds, failures, isReal, date, seconds }: Tally): string[] {
  const percent = Math.min(100, Math.ceil(300 / rounds));
  return [
    named(scenario),
    scenario.title,
    isReal ? 'real' : 'short',
    String(rounds),
    String(failures.length),
    failures.length === 0 ? `≤ ${percent} %` : '–',
    date.slice(0, 10),
    `${Math.min(...seconds).toFixed(0)}–${Math.max(...seconds).toFixed(0)}`,
  ];
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/faults.md has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

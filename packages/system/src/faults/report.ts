import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCENARIOS } from './scenarios.js';
import type { Scenario } from './scenario.js';

const PAGE = fileURLToPath(new URL('../../docs/faults.md', import.meta.url));
const BEGIN = '<!-- report -->';
const END = '<!-- /report -->';
const HEAD = '| Scenario | What happens | Times | n | Failures | 95 % bound |';
const RULE = '| --- | --- | --- | --: | --: | --: |';

/** How often a scenario was played in one run, and what went wrong. */
export interface Tally {
  readonly scenario: Scenario;
  rounds: number;
  readonly failures: string[];
  /** Whether at real times. */
  readonly isReal: boolean;
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
      .filter((line) => line.startsWith('| `'))
      .map((line) => [/`(.+?)`/.exec(line)?.[1] ?? '', line]),
  );
  rows.set(tally.scenario.name, rowOf(tally));
  const lines = SCENARIOS.flatMap(({ name }) => rows.get(name) ?? []);
  return `${before}${BEGIN}\n\n${[HEAD, RULE, ...lines].join('\n')}\n\n${END}${after}`;
}

/** Nothing wrong in n rounds says, with 95 % certainty, that it happens less often than in 3 of n. */
function rowOf({ scenario, rounds, failures, isReal }: Tally): string {
  const bound = failures.length === 0 ? `≤ ${((3 / rounds) * 100).toFixed(0)} %` : '–';
  const cells = [
    `\`${scenario.name}\``,
    scenario.title,
    isReal ? 'real' : 'short',
    rounds,
    failures.length,
    bound,
  ];
  return `| ${cells.join(' | ')} |`;
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/faults.md has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

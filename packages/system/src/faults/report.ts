import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCENARIOS } from './scenarios.js';
import type { Scenario } from './scenario.js';

const PAGE = fileURLToPath(new URL('../../docs/faults.md', import.meta.url));
/** The two lists of the page, by their marks. */
const SCENARIO_LIST = ['<!-- report -->', '<!-- /report -->'] as const;
const SPEC_LIST = ['<!-- specs -->', '<!-- /specs -->'] as const;

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

/** Writes one scenario's line into the page; the others' lines stay. */
export function writeReport(tally: Tally): void {
  writeFileSync(PAGE, withScenario(readFileSync(PAGE, 'utf8'), tally));
}

/** Writes the line of one kind of long specs into the page. */
export function writeSpecRun(run: SpecRun): void {
  writeFileSync(PAGE, withSpecRun(readFileSync(PAGE, 'utf8'), run));
}

/** A page with one line replaced or added. @throws Error when the page has no place for lines */
export function withScenario(
  page: string,
  { scenario, rounds, failures, isReal, date, seconds }: Tally,
): string {
  const range = `${Math.min(...seconds).toFixed(0)}–${Math.max(...seconds).toFixed(0)}`;
  const run = [
    `${rounds} rounds`,
    isReal ? [] : 'short times',
    failuresIn(failures.length),
    date.slice(0, 10),
    `${range} s`,
  ];
  return withLines(page, SCENARIO_LIST, (lines) => {
    lines.set(scenario.name, `- \`${scenario.name}\`: ${scenario.title} (${run.flat().join(', ')})`);
    return SCENARIOS.flatMap(({ name }) => lines.get(name) ?? []);
  });
}

/** A page with the line of long specs replaced or added. @throws Error when the page has no place for lines */
export function withSpecRun(page: string, run: SpecRun): string {
  const { name, title, size, date, passed, failed, seconds } = run;
  const result = [size, `${passed + failed} tests`, failuresIn(failed), date, `${Math.round(seconds)} s`];
  return withLines(page, SPEC_LIST, (lines) => {
    lines.set(name, `- \`${name}\`: ${title} (${result.flat().join(', ')})`);
    return [...lines.values()];
  });
}

/** Nothing for none, as the page says. */
const failuresIn = (count: number): string | [] => (count === 0 ? [] : `${count} failures`);

/** @param change takes the lines by their names and returns those to be written */
function withLines(
  page: string,
  [begin, end]: readonly [string, string],
  change: (lines: Map<string, string>) => string[],
): string {
  const [before, rest] = split(page, begin);
  const [list, after] = split(rest, end);
  const lines = new Map(
    list.split('\n').flatMap((line): [string, string][] => {
      const name = /^- `([^`]+)`/.exec(line)?.[1];
      return name === undefined ? [] : [[name, line]];
    }),
  );
  return `${before}${begin}\n\n${change(lines).join('\n')}\n\n${end}${after}`;
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/faults.md has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

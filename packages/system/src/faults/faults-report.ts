import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCENARIOS } from './scenarios.js';
import type { Scenario } from './scenario.js';

const PAGE = fileURLToPath(new URL('../../docs/faults.md', import.meta.url));
/** Marks in the page around its two lists of results. */
const SCENARIO_LIST = ['<!-- report -->', '<!-- /report -->'] as const;
const SPEC_LIST = ['<!-- specs -->', '<!-- /specs -->'] as const;

/** Rounds and failures of a scenario in one run. */
export interface Tally {
  readonly scenario: Scenario;
  rounds: number;
  readonly failures: string[];
  /** True when the run used real times. */
  readonly isReal: boolean;
  /** Date of the run, in ISO 8601. */
  readonly date: string;
  /** Duration of each round, including recovery and consistency check, s. */
  readonly seconds: number[];
}

/** Result of one run of a long spec. */
export interface LongSpecRun {
  /** Name of the spec for `--only`. */
  readonly name: string;
  readonly title: string;
  /** Setting for the size of the run, such as `RACE_SIZES=100`. */
  readonly size: string;
  /** Day of the run, such as `2026-11-25`. */
  readonly date: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
}

/** Writes the line of a scenario into the page, and keeps all other lines. */
export function writeTally(tally: Tally): void {
  writeFileSync(PAGE, replaceScenarioLine(readFileSync(PAGE, 'utf8'), tally));
}

/** Writes the line of a long spec into the page. */
export function writeLongSpecRun(run: LongSpecRun): void {
  writeFileSync(PAGE, replaceSpecLine(readFileSync(PAGE, 'utf8'), run));
}

/** Replaces or adds the line of a scenario in the page. @throws Error if the page lacks the marks */
export function replaceScenarioLine(
  page: string,
  { scenario, rounds, failures, isReal, date, seconds }: Tally,
): string {
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)].map((took) => took.toFixed(0));
  const range = least === most ? least : `${least}–${most}`;
  const run = [
    `${rounds}×`,
    isReal ? [] : 'short times',
    formatFailures(failures.length),
    date.slice(0, 10),
    `${range} s`,
  ];
  return replaceLines(page, SCENARIO_LIST, (lines) => {
    lines.set(scenario.name, `- \`${scenario.name}\`: ${scenario.title} (${run.flat().join(', ')})`);
    return SCENARIOS.flatMap(({ name }) => lines.get(name) ?? []);
  });
}

/** Replaces or adds the line of a long spec in the page. @throws Error if the page lacks the marks */
export function replaceSpecLine(page: string, run: LongSpecRun): string {
  const { name, title, size, date, passed, failed, seconds } = run;
  const result = [size, `${passed + failed} tests`, formatFailures(failed), date, `${Math.round(seconds)} s`];
  return replaceLines(page, SPEC_LIST, (lines) => {
    lines.set(name, `- \`${name}\`: ${title} (${result.flat().join(', ')})`);
    return [...lines.values()];
  });
}

/** Formats the failures; empty without any, as the page explains. */
const formatFailures = (count: number): string | [] => (count === 0 ? [] : `${count} failures`);

/** Changes the lines between the marks. @param change gets the lines by name and returns the new list */
function replaceLines(
  page: string,
  [begin, end]: readonly [string, string],
  change: (lines: Map<string, string>) => string[],
): string {
  const [before, rest] = splitAtMark(page, begin);
  const [list, after] = splitAtMark(rest, end);
  const lines = new Map(
    list.split('\n').flatMap((line): [string, string][] => {
      const name = /^- `([^`]+)`/.exec(line)?.[1];
      return name === undefined ? [] : [[name, line]];
    }),
  );
  return `${before}${begin}\n\n${change(lines).join('\n')}\n\n${end}${after}`;
}

function splitAtMark(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/faults.md has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

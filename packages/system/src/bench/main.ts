import { parseArgs } from 'node:util';
import { runBench, ROWS } from './bench.js';
import { pinToCore } from './pin-to-core.js';
import {
  removeRowSections,
  describeMachine,
  writeSection,
  formatGoal,
  formatResults,
  reportMissedGoals,
} from './bench-report.js';
import { FULL } from './sizes.js';
import { formatNumber } from './statistics.js';

const PAIRS = 5;

const printLine = (name: string, text: string): void =>
  void process.stdout.write(`  · ${name.padEnd(12)} ${text}\n`);

/**
 * `npm run bench`: measures every row and its floor, as the median of five pairs; exits with 1 if a goal is missed.
 * `--only <row>` (repeatable) measures single rows; `--pairs <n>` below five writes no report.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, pairs: { type: 'string' } },
  });
  const names = ROWS.map(({ name }) => name);
  const unknown = values.only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`no row ${unknown}; there are ${names.join(', ')}`);
  const rows = ROWS.filter(({ name }) => values.only?.includes(name) ?? true);
  const pairs = Number(values.pairs ?? PAIRS);
  if (!Number.isInteger(pairs) || pairs < 1) throw new Error('--pairs takes a whole number');

  const startedAt = performance.now();
  const { results, notes } = await runBench({
    rows,
    pairs,
    sizes: FULL,
    onProgress: printLine,
    onStarted: () => pinToCore(process.pid, 'client'),
  });
  const measured = rows.map(({ title, how }) =>
    [`**${title}**: ${how}.`, formatResults(results.filter(({ row }) => row === title))].join('\n\n'),
  );
  process.stdout.write(`\n${[...measured, ...notes].join('\n\n')}\n\n`);
  printLine('bench', `${Math.round((performance.now() - startedAt) / 1_000)} s`);
  process.exitCode = reportMissedGoals(
    results.map((result) => ({
      name: `${result.row}, ${result.title}`,
      value: formatNumber(result.ratio ?? Number.NaN),
      goal: formatGoal(result),
      isMet: result.isMet,
    })),
    (line) => printLine('bench', line),
  );
  if (pairs < PAIRS) return;
  const parts = [describeMachine(), ...measured, ...notes];
  if (values.only === undefined) {
    writeSection('bench', ['## `npm run bench`', ...parts].join('\n\n'));
    removeRowSections();
    return;
  }
  const command = ['npm run bench --', ...rows.map(({ name }) => `--only ${name}`)].join(' ');
  const section = `bench of ${rows.map(({ name }) => name).join(' and ')}` as const;
  writeSection(section, [`## \`${command}\``, ...parts].join('\n\n'));
}

await main();

import { parseArgs } from 'node:util';
import { bench, ROWS } from './bench.js';
import { pinToCore } from './cores.js';
import { dropPartsOfBench, machine, writeSection } from './page.js';
import { FULL } from './sizes.js';
import { reportMissed } from './goals.js';
import { formatNumber } from './statistics.js';
import { goalOf, resultLines } from './result-lines.js';

const PAIRS = 5;

const printLine = (name: string, text: string): void =>
  void process.stdout.write(`  · ${name.padEnd(12)} ${text}\n`);

/**
 * `npm run bench`: every row beside its floor, the median of five pairs; ends with 1 where a goal is missed. `--only
 * <row>` (several times) writes a section of these rows; `--pairs <n>` is for short runs, which write nothing.
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
  const { results, notes } = await bench({
    rows,
    pairs,
    sizes: FULL,
    onProgress: printLine,
    onStarted: () => pinToCore(process.pid, 'client'),
  });
  const measured = rows.map(({ title, how }) =>
    [`**${title}**: ${how}.`, resultLines(results.filter(({ row }) => row === title))].join('\n\n'),
  );
  process.stdout.write(`\n${[...measured, ...notes].join('\n\n')}\n\n`);
  printLine('bench', `${Math.round((performance.now() - startedAt) / 1_000)} s`);
  process.exitCode = reportMissed(
    results.map((result) => ({
      name: `${result.row}, ${result.title}`,
      value: formatNumber(result.ratio ?? Number.NaN),
      goal: goalOf(result),
      isMet: result.isMet,
    })),
    (line) => printLine('bench', line),
  );
  if (pairs < PAIRS) return;
  const parts = [machine(), ...measured, ...notes];
  if (values.only === undefined) {
    writeSection('bench', ['## `npm run bench`', ...parts].join('\n\n'));
    dropPartsOfBench();
    return;
  }
  const command = ['npm run bench --', ...rows.map(({ name }) => `--only ${name}`)].join(' ');
  const section = `bench of ${rows.map(({ name }) => name).join(' and ')}` as const;
  writeSection(section, [`## \`${command}\``, ...parts].join('\n\n'));
}

await main();

import { parseArgs } from 'node:util';
import { REAL, SHORT } from './fault-timings.js';
import { writeTally, type Tally } from './faults-report.js';
import type { Scenario } from './scenario.js';
import { findScenario, SCENARIOS } from './scenarios.js';
import { FaultHarness } from './fault-harness.js';

const ROUNDS = 20;
/** Number of rounds between restarts of the bot, whose log-ins at Discord are limited per day. */
const ROUNDS_PER_BOT = 5;

const printLine = (name: string, text: string): void =>
  void process.stdout.write(`  · ${name.padEnd(24)} ${text}\n`);

/** Runs a scenario, and checks the consistency of the shop's data. @returns the inconsistencies */
async function runRound(harness: FaultHarness, scenario: Scenario): Promise<string[]> {
  try {
    await scenario.run(harness);
    await harness.waitUntilRecovered();
    return await harness.findInconsistencies();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/**
 * `npm run faults`: runs every scenario twenty times with real times, and writes the report. `--rounds <n>`, `--only
 * <name>` and `--short` run less. After a failure, the shop is set up again.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      rounds: { type: 'string', default: String(ROUNDS) },
      short: { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number');
  const scenarios = values.only?.map(findScenario) ?? SCENARIOS;
  const timings = values.short ? SHORT : REAL;

  let failures = 0;
  let harness = await FaultHarness.start(timings);
  for (const scenario of scenarios) {
    const date = new Date().toISOString();
    const tally: Tally = { scenario, rounds: 0, failures: [], isReal: !values.short, date, seconds: [] };
    for (let n = 1; n <= rounds; n += 1) {
      if (n % ROUNDS_PER_BOT === 1) await harness.shop.restart('bot');
      const began = performance.now();
      const wrong = await runRound(harness, scenario);
      tally.rounds += 1;
      const seconds = (performance.now() - began) / 1_000;
      tally.seconds.push(seconds);
      const took = `${seconds.toFixed(1)} s`;
      printLine(
        scenario.name,
        `${n}/${rounds} ${wrong.length === 0 ? 'consistent' : 'INCONSISTENT'} (${took})`,
      );
      if (wrong.length === 0) continue;
      tally.failures.push(wrong.join('; '));
      for (const line of [...wrong, ...harness.errorLogLines()]) printLine('', line);
      await harness.stop().catch((error: unknown) => printLine('striking', String(error)));
      harness = await FaultHarness.start(timings);
    }
    failures += tally.failures.length;
    // Results are written after each scenario, so that an interrupted run keeps them.
    writeTally(tally);
  }
  await harness.stop();
  printLine('faults', failures === 0 ? 'none' : `${failures} rounds were inconsistent`);
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();

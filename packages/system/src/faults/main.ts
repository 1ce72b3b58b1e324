import { parseArgs } from 'node:util';
import { REAL, SHORT } from './timings.js';
import { writeReport, type Tally } from './report.js';
import type { Scenario } from './scenario.js';
import { scenarioNamed, SCENARIOS } from './scenarios.js';
import { FaultHarness } from './fault-harness.js';

const ROUNDS = 20;
/** After so many rounds the bot is restarted: its log-ins at Discord are rationed for a day, not for a bench. */
const ROUNDS_PER_BOT = 5;

const printLine = (name: string, text: string): void =>
  void process.stdout.write(`  · ${name.padEnd(24)} ${text}\n`);

/** Runs a scenario and checks consistency. @returns what is wrong */
async function runRound(harness: FaultHarness, scenario: Scenario): Promise<string[]> {
  try {
    await scenario.run(harness);
    await harness.waitUntilRecovered();
    return await harness.inconsistencies();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/**
 * `npm run faults`: every scenario twenty times at real times; writes the report. `--rounds <n>`, `--only <name>` and
 * `--short` run less. The shop is set up anew after a failure.
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
  const scenarios = values.only?.map(scenarioNamed) ?? SCENARIOS;
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
      for (const proxy of [...wrong, ...harness.errorLogLines()]) printLine('', proxy);
      await harness.stop().catch((error: unknown) => printLine('striking', String(error)));
      harness = await FaultHarness.start(timings);
    }
    failures += tally.failures.length;
    // After each, so that an interrupted run has reported what it saw.
    writeReport(tally);
  }
  await harness.stop();
  printLine('faults', failures === 0 ? 'none' : `${failures} rounds were inconsistent`);
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();

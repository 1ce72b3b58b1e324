#!/usr/bin/env node
/**
 * `npm test`: runs everything that CI runs. `npm test -- <pattern> …` runs the specs whose path contains a pattern,
 * `--only unit|int|system|long` one level; arguments with a dash go to Jest.
 */
import { checkNode, runMain, StepError } from '../lib/run-main.mjs';
import { listenForStop } from '../lib/stop-signal.mjs';

/**
 * Number of failed tests in one level above which later levels are not run, since they would fail for the same reason.
 */
const MANY = 10;

checkNode();
await runMain(async () => {
  const { prepareMachine } = await import('../lib/prepare-machine.mjs');
  const { ensureDependencies } = await import('../lib/install-dependencies.mjs');
  const { buildFrontend, buildEverything } = await import('../lib/build/build.mjs');
  const { chooseTests } = await import('../lib/choose-tests.mjs');

  const { chosen, isEverything } = chooseTests(process.argv.slice(2));
  console.log('\n  Pax Market, tests');
  if (chosen.some(({ level }) => level.services)) await prepareMachine(process.env);
  await ensureDependencies(process.env);
  if (isEverything) {
    const { runChecks } = await import('../lib/checks/checks.mjs');
    const failed = await runChecks();
    if (failed.length > 0)
      throw new StepError(`No test was run: ${failed.join(', ')} failed.\n0 passed, ${failed.length} failed`);
  } else {
    await buildEverything();
  }
  if (chosen.some(({ level }) => level.site)) await buildFrontend(process.env);

  const { runTestLevel } = await import('../lib/run-test-level.mjs');
  const stopSignal = listenForStop();
  const { formatReport } = await import('../lib/test-report.mjs');
  /** @type {import('../lib/test-report.mjs').LevelResult[]} */
  const counts = [];
  const waiting = [...chosen];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const count = await runTestLevel(next.level, { args: next.args, stopSignal });
    if (stopSignal.aborted) throw new StepError('The run was interrupted.');
    counts.push(count);
    if (count.failed > MANY) break;
  }
  const report = formatReport(
    counts,
    waiting.map(({ level }) => level.name),
  );
  console.log(report.text);
  return report.isGreen ? 0 : 1;
});

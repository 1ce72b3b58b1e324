#!/usr/bin/env node
/**
 * `npm test`: everything CI runs, from a fresh clone too. `npm test -- <pattern> …` runs the specs whose path
 * contains one, `--only unit|int|system|long` one level; both skip the checks. What begins with a dash is Jest's
 * (`npm test -- <pattern> -t "name"`).
 */
import { checkNode, listenForStop, runMain, StepError } from '../lib/root.mjs';

/** What is broken in so many tests of a level breaks the later levels, too; fewer must not hide what those find. */
const MANY = 10;

checkNode();
await runMain(async () => {
  const { prepareMachine } = await import('../lib/machine.mjs');
  const { ensureInstalled } = await import('../lib/install.mjs');
  const { buildFrontend, buildEverything } = await import('../lib/build.mjs');
  const { chooseTests } = await import('../lib/choose-tests.mjs');

  const { chosen, everything } = chooseTests(process.argv.slice(2));
  console.log('\n  Pax Market, tests');
  if (chosen.some(({ level }) => level.services)) await prepareMachine(process.env);
  await ensureInstalled(process.env);
  if (everything) {
    const { check } = await import('../lib/checks.mjs');
    const failed = await check();
    if (failed.length > 0)
      throw new StepError(`No test was run: ${failed.join(', ')} failed.\n0 passed, ${failed.length} failed`);
  } else {
    await buildEverything();
  }
  if (chosen.some(({ level }) => level.site)) await buildFrontend(process.env);

  const { runLevel } = await import('../lib/run-level.mjs');
  const stopSignal = listenForStop();
  const { reportOf } = await import('../lib/report.mjs');
  /** @type {import('../lib/report.mjs').LevelCount[]} */
  const counts = [];
  const waiting = [...chosen];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const count = await runLevel(next.level, { args: next.args, stopSignal });
    if (stopSignal.aborted) throw new StepError('The run was interrupted.');
    counts.push(count);
    if (count.failed > MANY) break;
  }
  const report = reportOf(
    counts,
    waiting.map(({ level }) => level.name),
  );
  console.log(report.text);
  return report.isGreen ? 0 : 1;
});

#!/usr/bin/env node
/**
 * `npm test`: everything CI runs, from a fresh clone too. `npm test -- <pattern> …` runs the specs whose path
 * contains one, `--only unit|int|system|load` one level; both skip the checks. What begins with a dash is Jest's
 * (`npm test -- <pattern> -t "name"`).
 */
import { checkNode, listenForStop, runMain, StepError } from '../lib/root.mjs';

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
  const total = { passed: 0, failed: 0 };
  const waiting = [...chosen];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { passed, failed } = await runLevel(next.level, { args: next.args, stopSignal });
    if (stopSignal.aborted) throw new StepError('The run was interrupted.');
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) break;
  }
  if (waiting.length > 0) console.log(`\nnot run: ${waiting.map(({ level }) => level.name).join(', ')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});

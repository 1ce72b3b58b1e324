#!/usr/bin/env node
/**
 * `npm test`: everything CI runs, from a fresh clone too. `npm test -- <pattern>` runs the specs whose path contains
 * it, `--only unit|int|system|load` one level; both skip the checks. What follows `<pattern>` is Jest's (`-t "name"`).
 */
import { checkNode, listenForStop, runMain, StepError } from '../lib/root.mjs';

checkNode();
await runMain(async () => {
  const { prepareMachine } = await import('../lib/machine.mjs');
  const { ensureInstalled } = await import('../lib/install.mjs');
  const { buildFrontend, buildEverything } = await import('../lib/build.mjs');
  const { chooseTests } = await import('../lib/choose-tests.mjs');

  const { chosen, args, everything } = chooseTests(process.argv.slice(2));
  console.log('\n  Pax Market, tests');
  if (chosen.some(({ services }) => services)) await prepareMachine(process.env);
  await ensureInstalled(process.env);
  if (everything) {
    const { check } = await import('../lib/checks.mjs');
    const failed = await check();
    if (failed.length > 0)
      throw new StepError(`No test was run: ${failed.join(', ')} failed.\n0 passed, ${failed.length} failed`);
  } else {
    await buildEverything();
  }
  if (chosen.some(({ site }) => site)) await buildFrontend(process.env);

  const { runLevel } = await import('../lib/run-level.mjs');
  const stopSignal = listenForStop();
  const total = { passed: 0, failed: 0 };
  for (const level of chosen) {
    const { passed, failed } = await runLevel(level, { args, stopSignal });
    if (stopSignal.aborted) throw new StepError('The run was interrupted.');
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) break;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});

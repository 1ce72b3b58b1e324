#!/usr/bin/env node
/**
 * `npm test`: everything CI runs, from a fresh clone too. `--only unit|int|system|load` runs one level without the checks.
 */
import { checkNode, runMain, StepError, listenForStop } from './lib/root.mjs';

checkNode();
await runMain(async () => {
  const { levels, runJest } = await import('./lib/jest.mjs');
  const { prepareMachine } = await import('./lib/machine.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { buildFrontend, buildEverything } = await import('./lib/build.mjs');

  const only = wantedLevel(levels);
  console.log('\n  Pax Market, tests');
  if (only !== 'unit') await prepareMachine(process.env);
  await ensureInstalled(process.env);
  if (only === undefined) {
    const { check } = await import('./lib/checks.mjs');
    const failedStep = await check();
    if (failedStep !== '') throw new StepError(`No test was run: ${failedStep} failed.\n0 passed, 1 failed`);
  } else {
    await buildEverything();
  }
  if (only === undefined || only === 'system' || only === 'load') await buildFrontend(process.env);

  const stopSignal = listenForStop();
  const total = { passed: 0, failed: 0 };
  for (const level of only === undefined ? Object.keys(levels) : [only]) {
    const { passed, failed } = await runLevel(level, levels[level], runJest, stopSignal);
    if (stopSignal.aborted) throw new StepError('The run was interrupted.');
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) break;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});

function wantedLevel(levels) {
  const at = process.argv.indexOf('--only');
  if (at < 0) return undefined;
  const level = process.argv[at + 1];
  if (level !== undefined && Object.hasOwn(levels, level)) return level;
  throw new StepError(`--only takes one of ${Object.keys(levels).join(', ')}`);
}

async function runLevel(level, projects, runJest, stopSignal) {
  console.log(`\n  ${level}: ${projects.join(', ')}`);
  if (level === 'unit') return await runJest(projects, process.env, { stopSignal });
  const { startTestServices } = await import('../dist/supervisor/test-services.js');
  const services = await startTestServices();
  try {
    // With a small server's two cores: those of one part wait for others half of the time, those of the whole do not.
    const workers = { int: 3, system: 2, load: 1 }[level];
    return await runJest(projects, { ...process.env, ...services.environment }, { workers, stopSignal });
  } finally {
    await services.stop();
  }
}

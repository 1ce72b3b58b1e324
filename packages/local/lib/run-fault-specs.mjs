/** Runs the specs that `npm run faults` plays. */
import { writeSpecRun } from '../../system/dist/faults/report.js';
import { chooseTests } from './choose-tests.mjs';
import { runLevel } from './run-level.mjs';

/**
 * Runs specs one after the other, and writes what they did into the page of faults.
 * @param {readonly import('./fault-specs.mjs').FaultSpec[]} specs
 * @param {AbortSignal} stopSignal
 * @returns {Promise<number>} how many tests failed
 */
export async function runFaultSpecs(specs, stopSignal) {
  let failedInAll = 0;
  for (const { name, file, title, env } of specs) {
    console.log(`\n  ${name}`);
    Object.assign(process.env, env);
    const began = Date.now();
    let [passed, failed] = [0, 0];
    for (const { level, args } of chooseTests([file]).chosen) {
      const count = await runLevel(level, { args, stopSignal });
      passed += count.passed;
      failed += count.failed;
    }
    if (stopSignal.aborted) break;
    failedInAll += failed;
    const size = Object.entries(env)
      .map(([key, value]) => `${key}=${value}`)
      .join(' ');
    const date = new Date().toISOString().slice(0, 10);
    writeSpecRun({ name, title, size, date, passed, failed, seconds: (Date.now() - began) / 1_000 });
  }
  return failedInAll;
}

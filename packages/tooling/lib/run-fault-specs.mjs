/** Runs the specs that `npm run faults` plays. */
import { join } from 'node:path';
import { writeSpecRun } from '../../system/dist/faults/report.js';
import { findSpecs } from './find-specs.mjs';
import { levels } from './levels.mjs';
import { root } from './root.mjs';
import { runLevel } from './run-level.mjs';

/**
 * Runs specs one after the other, and writes what they did into the page of faults.
 * @param {readonly import('./fault-specs.mjs').FaultSpec[]} specs
 * @param {AbortSignal} stopSignal
 * @returns {Promise<number>} how many tests failed
 */
export async function runFaultSpecs(specs, stopSignal) {
  const level = levels.find(({ name }) => name === 'int');
  if (!level) throw new Error('there is no level of integration specs');
  let failedInAll = 0;
  for (const { name, file, title, env } of specs) {
    console.log(`\n  ${name}`);
    Object.assign(process.env, env);
    const args = ['--runTestsByPath', ...findSpecs(file).map((path) => join(root, path))];
    const began = Date.now();
    const { passed, failed } = await runLevel(level, { args, stopSignal });
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

/** Runs the specs that `npm run faults` plays. */
import { join } from 'node:path';
import { findSpecs } from './find-specs.mjs';
import { levels } from './levels.mjs';
import { root } from './root.mjs';
import { runLevel } from './run-level.mjs';

/**
 * Runs specs one after the other.
 * @param {readonly import('./fault-specs.mjs').FaultSpec[]} specs
 * @param {AbortSignal} stopSignal
 * @returns {Promise<number>} how many tests failed
 */
export async function runFaultSpecs(specs, stopSignal) {
  const level = levels.find(({ name }) => name === 'int');
  if (!level) throw new Error('there is no level of integration specs');
  let failed = 0;
  for (const { name, file, env } of specs) {
    console.log(`\n  ${name}`);
    Object.assign(process.env, env);
    const args = ['--runTestsByPath', ...findSpecs(file).map((path) => join(root, path))];
    failed += (await runLevel(level, { args, stopSignal })).failed;
  }
  return failed;
}

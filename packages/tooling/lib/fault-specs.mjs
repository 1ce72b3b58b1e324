/** Specs that `npm run faults` plays at sizes that `npm test` has no time for. */
import { join } from 'node:path';
import { findSpecs } from './find-specs.mjs';
import { levels } from './levels.mjs';
import { root } from './root.mjs';

/**
 * @typedef {object} FaultSpec
 * @property {string} name as `--only` takes it
 * @property {string} file part of the spec's path
 * @property {Record<string, string>} env its size
 */

/** @type {readonly FaultSpec[]} */
const FAULT_SPECS = [
  { name: 'races', file: 'races.', env: { RACE_SIZES: '100' } },
  { name: 'messages', file: 'backend/test/message-orders.', env: { MESSAGE_ORDERS: '120' } },
  { name: 'model', file: 'backend/test/model.', env: { MODEL_OPERATIONS: '10000' } },
  { name: 'refunds', file: 'backend/test/refund-property.', env: { REFUND_RUNS: '1000' } },
  { name: 'quint', file: 'backend/test/quint.', env: { MODEL_MUTANTS: '4' } },
];

/**
 * Divides what `npm run faults` was asked for: specs by the names above, the rest is the program's.
 * @param {readonly string[]} argv
 * @returns {{ specs: readonly FaultSpec[], args: readonly string[], isProgram: boolean }}
 */
export function chooseFaults(argv) {
  const specs = FAULT_SPECS.filter(({ name }) =>
    argv.some((word, n) => word === name && argv[n - 1] === '--only'),
  );
  const args = argv.filter(
    (word, n) => !specs.some(({ name }) => (word === '--only' ? argv[n + 1] : word) === name),
  );
  const isOnly = argv.includes('--only');
  return { specs: isOnly ? specs : FAULT_SPECS, args, isProgram: !isOnly || args.includes('--only') };
}

/**
 * Runs specs one after the other.
 * @param {readonly FaultSpec[]} specs
 * @param {AbortSignal} stopSignal
 * @returns {Promise<number>} how many tests failed
 */
export async function runFaultSpecs(specs, stopSignal) {
  const { runLevel } = await import('./run-level.mjs');
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

/** Specs that `npm run faults` plays at sizes that `npm test` has no time for. */

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
 * Whether a spec is about races, deaths or invariants: those that `npm run faults` plays.
 * @param {string} path from the root
 */
export function isFaultSpec(path) {
  return (
    path.startsWith('packages/system/src/faults/') || FAULT_SPECS.some(({ file }) => path.includes(file))
  );
}

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

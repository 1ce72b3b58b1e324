/** Specs that `npm run faults` runs, with more rounds than in `npm test`, or that `npm test` leaves out. */

/**
 * @typedef {object} FaultSpec
 * @property {string} name as `--only` takes it
 * @property {string} file part of the spec's path, a regular expression
 * @property {string} title title for the report
 * @property {Record<string, string>} env settings of its size
 */

/** @type {readonly FaultSpec[]} */
const FAULT_SPECS = [
  {
    name: 'races',
    file: String.raw`[/-]races\.|/join-reward\.int`,
    title: 'as many at once in each race',
    env: { RACE_SIZES: '100' },
  },
  {
    name: 'messages',
    file: String.raw`backend/test/message-orders\.|/bounced-refunds\.`,
    title: 'messages and return page of each story in so many orders, which are all of six things',
    env: { MESSAGE_ORDERS: '720' },
  },
  {
    name: 'model',
    file: 'backend/test/model.',
    title: 'operations of several people, compared with a model',
    env: { MODEL_OPERATIONS: '10000' },
  },
  {
    name: 'refunds',
    file: 'backend/test/refund-property.',
    title: 'orders, built and undone',
    env: { REFUND_RUNS: '1000' },
  },
  {
    name: 'quint',
    file: 'backend/test/quint.',
    title: 'the executable model, its traces, and mistaken models',
    env: { MODEL_MUTANTS: '4' },
  },
  {
    name: 'burst',
    file: 'bot/test/burst.',
    title:
      'orders paid at once, posted within 1.15 times what Discord’s limits allow, none refused or doubled',
    env: { BURST_ORDERS: '1000' },
  },
  {
    name: 'long',
    file: String.raw`\.long-spec\.`,
    title: 'what takes long or measures delays and memory, one after the other',
    env: {},
  },
];

/**
 * True for specs about races, crashes or invariants, which `npm run faults` runs.
 * @param {string} path from the root
 */
export function isFaultSpec(path) {
  return (
    path.startsWith('packages/system/src/faults/') ||
    FAULT_SPECS.some(({ file }) => new RegExp(file, 'i').test(path))
  );
}

/**
 * Divides the arguments of `npm run faults` into names of specs and arguments of the fault program.
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

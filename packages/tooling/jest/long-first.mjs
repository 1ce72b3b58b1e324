/**
 * Starts the long specs first, so that at the end of a run no worker waits for a long one that began late. Jest knows
 * only from an earlier run what takes long, and a build server's clone has none.
 */
import { createRequire } from 'node:module';

// Its types describe the CommonJS file, not the module that `import` would load.
/** @type {typeof import('@jest/test-sequencer')} */
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** @typedef {Parameters<InstanceType<typeof Sequencer>['sort']>[0]} Tests */

/** Parts of paths, the longest first. */
const LONG = [
  'system/src/faults/faults',
  'system/src/browser/cold-start',
  'system/src/browser/accessible',
  'system/src/browser/purchase-flows',
  'system/src/browser/browsing',
  'system/src/browser/buying',
  'system/src/browser/offline',
  'system/src/specs/rush',
  'supervisor/supervisor',
  'postgres/start-postgres',
  'backend/test/program',
  'system/src/browser/',
  'modules/checkout/',
  'modules/payments/',
  'features/checkout/',
];

/** @param {{ path: string }} test */
const rank = ({ path }) => {
  const at = LONG.findIndex((part) => path.includes(part));
  return at < 0 ? LONG.length : at;
};

export default class LongFirst extends Sequencer {
  /**
   * @override
   * @param {Tests} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

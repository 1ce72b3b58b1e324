/**
 * Starts the long specs first, so that at the end of a run no worker waits for a long one that began late. Jest knows
 * only from an earlier run what takes long, and a build server's clone has none.
 */
import { createRequire } from 'node:module';
import { weightOf } from '../lib/spec-weights.mjs';

// Its types describe the CommonJS file, not the module that `import` would load.
/** @type {typeof import('@jest/test-sequencer')} */
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** @typedef {Parameters<InstanceType<typeof Sequencer>['sort']>[0]} Tests */

/**
 * Tests by the seconds of their files, the longest first.
 * @template {{ path: string }} T
 * @param {readonly T[]} tests
 * @returns {T[]}
 */
export function longFirst(tests) {
  const weights = new Map(tests.map(({ path }) => [path, weightOf(path)]));
  return tests.toSorted((a, b) => (weights.get(b.path) ?? 0) - (weights.get(a.path) ?? 0));
}

export default class LongFirst extends Sequencer {
  /**
   * @override
   * @param {Tests} tests
   */
  async sort(tests) {
    return longFirst(tests);
  }
}

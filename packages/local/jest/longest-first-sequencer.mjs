/**
 * Jest sequencer that starts the longest specs first, so that at the end of a run no worker waits for a long spec that
 * began late. Jest itself knows durations only from an earlier run.
 */
import { createRequire } from 'node:module';
import { weightOf } from '../lib/spec-weights.mjs';

// Loaded with `require`, since the types of the package describe its CommonJS file.
/** @type {typeof import('@jest/test-sequencer')} */
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** @typedef {Parameters<InstanceType<typeof Sequencer>['sort']>[0]} Tests */

/**
 * Sorts test files by their expected duration, the longest first.
 * @template {{ path: string }} T
 * @param {readonly T[]} tests
 * @returns {T[]}
 */
export function sortLongestFirst(tests) {
  const weights = new Map(tests.map(({ path }) => [path, weightOf(path)]));
  return tests.toSorted((a, b) => (weights.get(b.path) ?? 0) - (weights.get(a.path) ?? 0));
}

export default class LongestFirstSequencer extends Sequencer {
  /**
   * @override
   * @param {Tests} tests
   */
  async sort(tests) {
    return sortLongestFirst(tests);
  }
}

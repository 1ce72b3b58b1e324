/** Which specs of a whole run are run again by themselves after they failed beside others (D-166). */
import { isFaultSpec } from './fault-specs.mjs';

/**
 * @typedef {import('./run-jest.mjs').Count & { unstable: readonly import('./failures.mjs').Failure[] }} LevelCount
 *   `unstable`: what failed beside other specs and passed by itself
 */

/** More than so many failing specs are no accident of a busy machine. */
const AT_MOST = 3;

/**
 * None when one of them may not: a race, a death or an invariant that failed once is a finding, and so is a hook that
 * ends a shop, which is where invariants are asked.
 * @param {readonly import('./failures.mjs').Failure[]} failures
 * @returns {string[]} paths from the root
 */
export function specsToRepeat(failures) {
  const paths = [...new Set(failures.map(({ path }) => path))];
  const isFinding = failures.some(({ path, test }) => test === undefined || isFaultSpec(path));
  return isFinding || paths.length > AT_MOST ? [] : paths;
}

/**
 * What a level's count is after its failed specs ran again.
 * @param {import('./run-jest.mjs').Count} first
 * @param {import('./run-jest.mjs').Count} second
 * @returns {LevelCount}
 */
export function withSecondTry(first, second) {
  if (second.failed > 0) return { ...first, unstable: [] };
  return {
    ...first,
    passed: first.passed + first.failed,
    failed: 0,
    failures: [],
    unstable: first.failures,
  };
}

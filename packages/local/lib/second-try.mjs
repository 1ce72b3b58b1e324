/** Chooses the specs of a whole run that run again by themselves after they failed beside others. */
import { isFaultSpec } from './fault-specs.mjs';

/** Modules that move money or what it buys, and whole purchases: what fails there once in twenty is a finding. */
const MONEY = [
  /^backend\/src\/(?:shop\/(?:checkout|disputes|fulfilment|inbox|orders|payments|receipts|reconciliation|refunds)|people\/(?:ledger|loyalty|referrals))\//,
  /^packages\/system\/src\/(?:specs\/(?:purchase|unpaid)|check\/consistency)\./,
];
/** What several do at once, or somebody who dies, by the name of the spec. */
const RACE = /races?\.|-at-once\.|exactly-once\.|rush\.|deaths\./;

/**
 * @typedef {import('./run-jest.mjs').Count & { unstable: readonly import('./failures.mjs').Failure[] }} LevelCount
 *   `unstable`: what failed beside other specs and passed by itself
 */

/** More than so many failing specs are no accident of a busy machine. */
const AT_MOST = 3;

/**
 * None when one of them may not: a race, a death, an invariant or a matter of money that failed once is a finding, and
 * so is a hook that ends a shop, which is where invariants are asked.
 * @param {readonly import('./failures.mjs').Failure[]} failures
 * @returns {string[]} paths from the root
 */
export function specsToRepeat(failures) {
  const paths = [...new Set(failures.map(({ path }) => path))];
  const isFinding = failures.some(({ path, test }) => test === undefined || mayNotFailOnce(path));
  return isFinding || paths.length > AT_MOST ? [] : paths;
}

/**
 * Whether a spec is about races, deaths, invariants or money.
 * @param {string} path from the root
 */
function mayNotFailOnce(path) {
  return isFaultSpec(path) || MONEY.some((money) => money.test(path)) || RACE.test(path);
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

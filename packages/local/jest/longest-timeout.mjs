/**
 * Keeps the longest timeout when one file imports several specs: Jest has one timeout for all tests of a file, which
 * each spec would overwrite.
 */

/** Global property in which Jest stores the timeout of a file. */
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
let longestMs = 0;

Object.defineProperty(globalThis, TIMEOUT, {
  configurable: true,
  get: () => longestMs,
  set: (/** @type {number} */ ms) => {
    longestMs = Math.max(longestMs, ms);
  },
});

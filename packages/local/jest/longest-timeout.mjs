/**
 * Keeps the longest timeout in a file of several specs: Jest has one timeout for all tests of a file, and each
 * imported spec would overwrite it.
 */

/** Global property in which Jest stores the timeout. */
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
let longestMs = 0;

Object.defineProperty(globalThis, TIMEOUT, {
  configurable: true,
  get: () => longestMs,
  set: (/** @type {number} */ ms) => {
    longestMs = Math.max(longestMs, ms);
  },
});

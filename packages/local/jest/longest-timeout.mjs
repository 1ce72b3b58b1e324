/**
 * For a file of several specs: Jest has one timeout for all its tests, and each spec sets it when it is imported. The
 * longest counts, not the last one.
 */

/** Where Jest keeps it. */
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
let longestMs = 0;

Object.defineProperty(globalThis, TIMEOUT, {
  configurable: true,
  get: () => longestMs,
  set: (/** @type {number} */ ms) => {
    longestMs = Math.max(longestMs, ms);
  },
});

/** A reporter: writes one line for each project, with its name and whether a test of it failed. */
import { appendFileSync } from 'node:fs';

/**
 * @typedef {object} Result
 * @property {number} numFailingTests
 * @property {unknown} [testExecError]
 */

export default class SayNoticed {
  /** @param {unknown} _config @param {{ file: string }} options where the lines go */
  constructor(_config, { file }) {
    this.file = file;
  }

  /** @param {{ context: { config: { displayName?: { name: string } } } }} test @param {Result} result */
  onTestResult({ context }, { numFailingTests, testExecError }) {
    const failed = numFailingTests > 0 || testExecError !== undefined;
    appendFileSync(this.file, `${context.config.displayName?.name} ${failed ? 'failed' : 'passed'}\n`);
  }
}

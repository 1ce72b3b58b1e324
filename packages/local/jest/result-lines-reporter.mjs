/** Jest reporter that writes one line per project: its name, and `passed` or `failed`. */
import { appendFileSync } from 'node:fs';

/**
 * @typedef {object} Result
 * @property {number} numFailingTests
 * @property {unknown} [testExecError]
 */

export default class ResultLinesReporter {
  /**
   * Jest reporter that writes one line per project: its name, and `passed` or `failed`.
   * @param {unknown} _config
   * @param {{ file: string }} options `file` receives the lines
   */
  constructor(_config, { file }) {
    this.file = file;
  }

  /** @param {{ context: { config: { displayName?: { name: string } } } }} test @param {Result} result */
  onTestResult({ context }, { numFailingTests, testExecError }) {
    const failed = numFailingTests > 0 || testExecError !== undefined;
    appendFileSync(this.file, `${context.config.displayName?.name} ${failed ? 'failed' : 'passed'}\n`);
  }
}

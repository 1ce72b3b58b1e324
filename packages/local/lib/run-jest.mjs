/** Jest over some of the projects, counted. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failuresOf } from './failures.mjs';
import { run } from './shell.mjs';
import { slowest } from './slow-specs.mjs';

const sequencer = fileURLToPath(new URL('../jest/long-first.mjs', import.meta.url));

/** How many of the slowest specs are named. */
const NAMED = 15;

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {readonly import('./failures.mjs').Failure[]} failures
 * @property {readonly import('./slow-specs.mjs').Spent[]} slow
 */
/** @typedef {import('./slow-specs.mjs').FileResult & import('./failures.mjs').FailedFile} FileResult */

/**
 * Runs the projects of a level, as many specs at a time as it says. A suite that could not even run counts as one failure.
 * @param {import('./levels.mjs').Level} level
 * @param {NodeJS.ProcessEnv} env
 * @param {{ args?: readonly string[], stopSignal?: AbortSignal }} [options] more arguments for Jest; what ends the run
 * @returns {Promise<Count>}
 */
export async function runJest(level, env, { args = [], stopSignal } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pax-jest-'));
  const resultFile = join(folder, 'result.json');
  const all = [
    '--experimental-vm-modules',
    '--no-warnings',
    ...(level.nodeFlags ?? []),
    join('node_modules', 'jest', 'bin', 'jest.js'),
    `--maxWorkers=${level.workers}`,
    `--testSequencer=${sequencer}`,
    // A spec that leaves something open must not hang the run.
    '--forceExit',
    '--json',
    `--outputFile=${resultFile}`,
    '--selectProjects',
    ...level.projects,
    ...args,
  ];
  try {
    const timeZone = level.timeZone && { TZ: level.timeZone };
    const { code } = await run(process.execPath, all, {
      env: { ...env, ...timeZone },
      show: 'errors',
      stopSignal,
    });
    if (!existsSync(resultFile)) return { passed: 0, failed: 1, failures: [], slow: [] };
    /**
     * @type {{ numFailedTests: number, numRuntimeErrorTestSuites: number, numPassedTests: number, testResults:
     * FileResult[] }}
     */
    const result = JSON.parse(readFileSync(resultFile, 'utf8'));
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
    return {
      passed: result.numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      failures: failuresOf(result.testResults),
      slow: slowest(result.testResults, NAMED),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs one level of the tests with the services that it needs, and the specs of `npm run faults`. */
import { join } from 'node:path';
import { startTestServices } from '../dist/supervisor/test-services.js';
import { root } from './root.mjs';
import { specsToRepeat, mergeSecondTry, findFailures, findSlowestSpecs } from './test-report.mjs';
import { writeSpecGroups } from './spec-groups.mjs';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { run } from './run-program.mjs';
import { chooseTests } from './choose-tests.mjs';

/**
 * Runs the specs of a level, with a Postgres and a Redis if they need them. For a whole level, prints its time and
 * slowest specs, and runs a few failed specs once more, alone.
 * @param {import('./test-levels.mjs').Level} level
 * @param {{ args: readonly string[], stopSignal: AbortSignal }} options
 * @returns {Promise<import('./test-report.mjs').LevelResult>}
 */
export async function runTestLevel(level, options) {
  const isWhole = options.args.length === 0;
  if (isWhole && level.groupedProjects) writeSpecGroups();
  const projects = (isWhole && level.groupedProjects) || level.projects;
  console.log(`\n  ${level.name}: ${projects.join(', ')}`);
  const began = Date.now();
  const count = await runProjects({ ...level, projects }, options);
  if (isWhole) {
    console.log(`\n  ${level.name}: ${Math.round((Date.now() - began) / 1_000)} s, most of it in`);
    for (const { path, seconds } of count.slow) console.log(`  ${seconds.toFixed(1).padStart(6)} s ${path}`);
  }
  const again = isWhole && !options.stopSignal.aborted ? specsToRepeat(count.failures) : [];
  if (again.length === 0) return { ...count, unstable: [] };
  console.log(`\n  once more by themselves: ${again.join(', ')}`);
  const args = ['--runTestsByPath', ...again.map((path) => join(root, path))];
  return mergeSecondTry(count, await runProjects({ ...level, workers: 1 }, { ...options, args }));
}

/**
 * @param {import('./test-levels.mjs').Level} level
 * @param {{ args: readonly string[], stopSignal: AbortSignal }} options
 */
async function runProjects(level, options) {
  if (!level.services) return await runJest(level, process.env, options);
  const services = await startTestServices();
  try {
    return await runJest(level, { ...process.env, ...services.environment }, options);
  } finally {
    await services.stop();
  }
}

const sequencer = fileURLToPath(new URL('../jest/longest-first-sequencer.mjs', import.meta.url));

/** Number of slowest specs to print. */
const SLOW_SPECS_NAMED = 15;

/**
 * @typedef {object} JestResult
 * @property {number} passed
 * @property {number} failed
 * @property {readonly import('./test-report.mjs').Failure[]} failures
 * @property {readonly import('./test-report.mjs').SpecTime[]} slow
 */
/** @typedef {import('./test-report.mjs').FileResult & import('./test-report.mjs').FailedFile} FileResult */

/**
 * Runs the projects of a level with its number of workers. A suite that could not run counts as one failure.
 * @param {import('./test-levels.mjs').Level} level
 * @param {NodeJS.ProcessEnv} env
 * @param {{ args?: readonly string[], stopSignal?: AbortSignal }} [options] more arguments for Jest, and the signal
 *   that ends the run
 * @returns {Promise<JestResult>}
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
    // Jest is forced to exit, since a spec that leaves something open must not block the run.
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
      failures: findFailures(result.testResults),
      slow: findSlowestSpecs(result.testResults, SLOW_SPECS_NAMED),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs specs one after the other, and writes their results into the page about faults.
 * @param {readonly import('./fault-specs.mjs').FaultSpec[]} specs
 * @param {AbortSignal} stopSignal
 * @returns {Promise<number>} how many tests failed
 */
export async function runFaultSpecs(specs, stopSignal) {
  const { writeLongSpecRun } = await import('../../system/dist/faults/faults-report.js');
  let failedInAll = 0;
  for (const { name, file, title, env } of specs) {
    console.log(`\n  ${name}`);
    Object.assign(process.env, env);
    const began = Date.now();
    let [passed, failed] = [0, 0];
    for (const { level, args } of chooseTests([file]).chosen) {
      const count = await runTestLevel(level, { args, stopSignal });
      passed += count.passed;
      failed += count.failed;
    }
    if (stopSignal.aborted) break;
    failedInAll += failed;
    const size = Object.entries(env)
      .map(([key, value]) => `${key}=${value}`)
      .join(' ');
    const date = new Date().toISOString().slice(0, 10);
    writeLongSpecRun({ name, title, size, date, passed, failed, seconds: (Date.now() - began) / 1_000 });
  }
  return failedInAll;
}

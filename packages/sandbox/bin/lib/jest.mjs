/** Jest over some of the projects, counted. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './shell.mjs';

/** The projects of each level, in the order in which failures are cheapest to find. */
export const levels = {
  unit: ['contracts', 'sandbox', 'backend', 'bot', 'frontend'],
  int: ['sandbox-int', 'backend-int', 'bot-int'],
  system: ['system'],
  load: ['backend-load', 'system-load'],
};

/**
 * Runs the projects, so many specs at a time, until `stopSignal`. A suite that could not even run counts as one failure.
 * @returns `{passed, failed}`
 */
export async function runJest(projects, env, { workers = 2, stopSignal } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pax-jest-'));
  const resultFile = join(folder, 'result.json');
  const args = [
    '--experimental-vm-modules',
    '--no-warnings',
    join('node_modules', 'jest', 'bin', 'jest.js'),
    `--maxWorkers=${workers}`,
    `--testSequencer=${fileURLToPath(new URL('long-first.mjs', import.meta.url))}`,
    '--passWithNoTests',
    // A spec that leaves something open must not hang the run.
    '--forceExit',
    '--json',
    `--outputFile=${resultFile}`,
    '--selectProjects',
    ...projects,
  ];
  try {
    const { code } = await run(process.execPath, args, { env, show: 'errors', stopSignal });
    if (!existsSync(resultFile)) return { passed: 0, failed: 1 };
    const result = JSON.parse(readFileSync(resultFile, 'utf8'));
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
    return { passed: result.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One level of the tests with the services it needs. */
import { join } from 'node:path';
import { startTestServices } from '../dist/supervisor/test-services.js';
import { root } from './root.mjs';
import { runJest } from './run-jest.mjs';
import { specsToRepeat, withSecondTry } from './second-try.mjs';
import { writeSpecGroups } from './spec-groups.mjs';

/**
 * Runs a level's specs, with a Postgres and a Redis of their own where they want them. A whole level says how long it
 * took, and what took longest of it; few specs of it that failed are run once more by themselves.
 * @param {import('./levels.mjs').Level} level
 * @param {{ args: readonly string[], stopSignal: AbortSignal }} options
 * @returns {Promise<import('./second-try.mjs').LevelCount>}
 */
export async function runLevel(level, options) {
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
  return withSecondTry(count, await runProjects({ ...level, workers: 1 }, { ...options, args }));
}

/**
 * @param {import('./levels.mjs').Level} level
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

/** One level of the tests with the services it needs. */
import { startTestServices } from '../../sandbox/dist/supervisor/test-services.js';
import { runJest } from './run-jest.mjs';
import { writeSpecGroups } from './spec-groups.mjs';

/**
 * Runs a level's specs, with a Postgres and a Redis of their own where they want them.
 * @param {import('./levels.mjs').Level} level
 * @param {{ args: readonly string[], stopSignal: AbortSignal }} options
 */
export async function runLevel(level, options) {
  const isWhole = options.args.length === 0;
  if (isWhole && level.groupedProjects) writeSpecGroups();
  const projects = (isWhole && level.groupedProjects) || level.projects;
  console.log(`\n  ${level.name}: ${projects.join(', ')}`);
  return await runProjects({ ...level, projects }, options);
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

/** One level of the tests with the services it needs. */
import { startTestServices } from '../../sandbox/dist/supervisor/test-services.js';
import { runJest } from './run-jest.mjs';

/**
 * Runs a level's specs, with a Postgres and a Redis of their own where they want them.
 * @param {import('./levels.mjs').Level} level
 * @param {{ args: readonly string[], stopSignal: AbortSignal }} options
 */
export async function runLevel(level, options) {
  console.log(`\n  ${level.name}: ${level.projects.join(', ')}`);
  if (!level.services) return await runJest(level, process.env, options);
  const services = await startTestServices();
  try {
    return await runJest(level, { ...process.env, ...services.environment }, options);
  } finally {
    await services.stop();
  }
}

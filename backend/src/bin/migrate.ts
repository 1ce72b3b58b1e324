import { migrateDatabase } from '../platform/database/data-source.js';
import { describeError } from '../platform/describe-error.js';
import { readSettings } from '../settings.js';

/** Runs the database migrations as the database role that owns the tables. */
async function main(): Promise<void> {
  await migrateDatabase(readSettings());
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});

import { migrate } from '../platform/database/data-source.js';
import { describeError } from '../platform/describe-error.js';
import { readSettings } from '../settings.js';

/** Migrates the database as the role that owns it. */
async function main(): Promise<void> {
  await migrate(readSettings());
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});

import { migrate } from '../infra/database/data-source.js';
import { wordsOfFailure } from '../common/words-of-failure.js';
import { readSettings } from '../settings.js';

/** Brings the database to the newest schema, as the role that owns it. */
async function main(): Promise<void> {
  await migrate(readSettings());
}

main().catch((error: unknown) => {
  process.stderr.write(`${wordsOfFailure(error)}\n`);
  process.exitCode = 1;
});

import { migrate } from '../infra/database/data-source.js';
import { readSettings } from '../settings.js';

/** Brings the database to the newest schema. */
migrate(readSettings().databaseUrl).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

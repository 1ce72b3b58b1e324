import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../entities.js';
import { dataSourceOptions, migrate } from '../infra/database/data-source.js';
import { DEMO_ACCOUNTS } from '../seed/demo-accounts.js';
import { seed } from '../seed/seed.js';
import { readSettings } from '../settings.js';

/**
 * Brings the database to the newest schema, puts the demo content in where it is missing and prints who can sign in,
 * as JSON. One program, because a person waits for it at each start of a local shop.
 */
async function main(): Promise<void> {
  const settings = readSettings();
  await migrate(settings.databaseUrl);
  const database = await new DataSource(dataSourceOptions(settings.databaseUrl, ENTITIES)).initialize();
  try {
    await seed(database, settings);
  } finally {
    await database.destroy();
  }
  const shown = DEMO_ACCOUNTS.filter(({ password }) => password !== undefined);
  process.stdout.write(
    `${JSON.stringify(shown.map(({ username, password, note }) => ({ username, password, role: note })))}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});

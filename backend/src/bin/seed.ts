import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../entities.js';
import { dataSourceOptions } from '../infra/database/data-source.js';
import { DEMO_ACCOUNTS } from '../seed/demo-accounts.js';
import { seed } from '../seed/seed.js';
import { readSettings } from '../settings.js';

/** Puts the demo content in where it is missing; with --accounts prints who can sign in, as JSON. */
async function main(): Promise<void> {
  if (process.argv.includes('--accounts')) {
    const shown = DEMO_ACCOUNTS.filter(({ password }) => password !== undefined);
    process.stdout.write(
      `${JSON.stringify(shown.map(({ username, password, note }) => ({ username, password, role: note })))}\n`,
    );
    return;
  }
  const settings = readSettings();
  const database = await new DataSource(dataSourceOptions(settings.databaseUrl, ENTITIES)).initialize();
  try {
    await seed(database, settings);
  } finally {
    await database.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});

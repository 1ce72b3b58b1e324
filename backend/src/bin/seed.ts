import { SettingsError } from '@pax/contracts/settings';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../entities.js';
import { buildDataSourceOptions, migrateDatabase } from '../platform/database/data-source.js';
import { describeAccounts } from '../seed/describe-accounts.js';
import { parseLargeSizes, seedLarge } from '../seed/large/seed-large.js';
import { seedShop } from '../seed/seed.js';
import { describeError } from '../platform/describe-error.js';
import { readSettings } from '../settings.js';

/**
 * Migrates the database, adds missing demo content (100,000 orders with `--large`) and prints the demo
 * accounts as JSON. One program does all three, because each start of a local shop waits for it.
 */
async function main(): Promise<void> {
  const settings = readSettings();
  if (settings.isProduction)
    throw new SettingsError([
      'NODE_ENV, PUBLIC_URL: demo accounts with known passwords never go into a shop that others reach',
    ]);
  const sizes = parseLargeSizes(process.argv.slice(2));
  await migrateDatabase(settings);
  const database = await new DataSource(buildDataSourceOptions(settings.databaseUrl, ENTITIES)).initialize();
  try {
    await seedShop(database, settings);
    if (sizes) await seedLarge(settings, sizes);
    process.stdout.write(`${JSON.stringify(await describeAccounts(database))}\n`);
  } finally {
    await database.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});

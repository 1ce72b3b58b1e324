import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../entities.js';
import { dataSourceOptions } from '../infra/database/data-source.js';
import { runTransaction } from '../infra/database/transaction.js';
import { AccountsQueries } from '../modules/accounts/accounts.queries.js';
import { createAdminCode } from '../modules/auth/admin-code.js';
import { readSettings } from '../settings.js';

/** Prints a one-time code for the first admin account, and nothing else; for the operator at the server. */
async function main(): Promise<void> {
  const settings = readSettings();
  const database = await new DataSource(dataSourceOptions(settings.databaseUrl, ENTITIES)).initialize();
  try {
    const admin = await new AccountsQueries(database).firstOf(settings.adminDiscordIds);
    if (!admin)
      throw new Error('no account has an id of ADMIN_DISCORD_IDS yet; sign in with Discord as one of them');
    const made = { userId: admin.id, createdBy: 'operator', now: new Date() };
    const { result } = await runTransaction(database, (tx) => createAdminCode(tx, made));
    process.stdout.write(`${result.code}\n`);
  } finally {
    await database.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

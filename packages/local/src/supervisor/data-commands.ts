import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataFolders } from '../postgres/binaries-and-user.js';
import { startPostgres, stopLeftoverServer } from '../postgres/start-postgres.js';
import { rootFolder } from '../process/programs.js';
import { readSettings, StartError, type LocalSettings } from '../settings.js';
import { childEnvironments, type DataAddresses } from './child-environment.js';
import { ChildLog, operatorPrograms, shopPrograms, startChild } from './start-child.js';
import { ensureShopDatabase, type ShopDatabase } from './data-services.js';
import { terminalReporter } from './terminal-output.js';
import { readRunRecord, RunFile } from './run-file.js';
import { ensureSecrets } from './third-parties.js';

/**
 * `npm run seed`: creates the tables and the demo content, whether the shop runs or not; `--large` adds the content of
 * a shop after years.
 */
export async function seedShop(args: readonly string[] = [], settings = readSettings()): Promise<number> {
  const known = findDatabase(settings);
  if (known !== undefined) return await seedDatabase(settings, known, args);

  const claim = await RunFile.claimFolder(settings);
  const postgres = await startPostgres({
    dataDir: join(settings.dataDir, 'postgres'),
    logFile: join(settings.dataDir, 'logs', 'postgres.log'),
  });
  try {
    const database = await ensureShopDatabase(postgres.url(), ensureSecrets(settings.dataDir));
    return await seedDatabase(settings, database, args);
  } finally {
    await postgres.stop();
    claim.releaseFolder();
  }
}

/** Runs an operator's command (`npm run admin`, `npm run reconcile`) on the database of the local shop. */
export async function runOperatorCommand(
  name: keyof typeof operatorPrograms,
  args: readonly string[],
): Promise<number> {
  const settings = readSettings();
  const database = findDatabase(settings);
  if (database === undefined)
    throw new StartError('no shop is running here: start it with npm start, or set DATABASE_URL');
  const { shop } = childEnvironments(settings, ensureSecrets(settings.dataDir));
  const environment = shop(addQueueUrl(settings, database));
  const program = resolve(rootFolder, operatorPrograms[name]);
  const child = spawn(process.execPath, [program, ...args], { env: environment, stdio: 'inherit' });
  const [code]: unknown[] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

/** Finds the database: the one in the settings, or else that of the shop that runs on the data folder. */
function findDatabase(settings: LocalSettings): ShopDatabase | undefined {
  const known = settings.databaseUrl === undefined ? readRunRecord(settings.dataDir) : settings;
  if (known?.databaseUrl === undefined) return undefined;
  const { databaseUrl, migrationDatabaseUrl = databaseUrl } = known;
  return { databaseUrl, migrationDatabaseUrl };
}

const addQueueUrl = (settings: LocalSettings, database: ShopDatabase): DataAddresses => ({
  ...database,
  queueUrl: settings.queueUrl ?? settings.redisUrl ?? database.databaseUrl,
});

async function seedDatabase(
  settings: LocalSettings,
  database: ShopDatabase,
  args: readonly string[],
): Promise<number> {
  const { migration } = childEnvironments(settings, ensureSecrets(settings.dataDir));
  const environment = migration(addQueueUrl(settings, database));
  const log = new ChildLog('seed', join(settings.dataDir, 'logs', 'seed.log'), terminalReporter);
  const end = await startChild({ ...shopPrograms.seed, args }, environment, log).ended;
  await log.close();
  if (end.code !== 0) {
    console.error(`seed failed:\n${log.getLastLines()}`);
    return 1;
  }
  console.log(`  ✓ seed         the ${args.length > 0 ? 'large' : 'demo'} content is there`);
  return 0;
}

/** `npm run reset`: deletes the local databases and the state of the stand-ins; settings, secrets and logs are kept. */
export async function resetShopData(): Promise<number> {
  const settings = readSettings();
  const running = readRunRecord(settings.dataDir);
  if (running !== undefined) {
    throw new StartError(
      `the shop at ${running.shopUrl} is running (process ${running.owner.pid}): stop it first`,
    );
  }
  const claim = await RunFile.claimFolder(settings);
  for (const folder of dataFolders(join(settings.dataDir, 'postgres'))) {
    await stopLeftoverServer(folder);
    rmSync(folder, { recursive: true, force: true });
  }
  for (const name of ['redis', 'stand-ins'])
    rmSync(join(settings.dataDir, name), { recursive: true, force: true });
  claim.releaseFolder();
  console.log(`  ✓ reset        ${settings.dataDir}: databases, queues and stand-ins are empty`);
  return 0;
}

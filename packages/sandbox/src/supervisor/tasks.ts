import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureOwnDatabase } from '../postgres/databases.js';
import { dataFolders } from '../postgres/placement.js';
import { startPostgres } from '../postgres/start-postgres.js';
import { stopLeftover } from '../postgres/postmaster.js';
import { readSettings, StartError, type SandboxSettings } from '../settings.js';
import { childEnvironments } from './child-environment.js';
import { ChildLog } from './child-log.js';
import { shopPlan } from './plan.js';
import { terminalReporter } from './reporter.js';
import { readRunning, RunFile } from './run-file.js';
import { ensureSecrets } from './secrets.js';
import { startChild } from './start-child.js';

/** `npm run seed`: brings the database up to date and puts the demo content in, beside a running shop or without. */
export async function seed(): Promise<number> {
  const settings = readSettings();
  const running = readRunning(settings.dataDir);
  const databaseUrl = settings.databaseUrl ?? running?.databaseUrl;
  if (databaseUrl !== undefined) return await seedDatabase(settings, databaseUrl);

  const claim = await RunFile.claim(settings);
  const postgres = await startPostgres({
    dataDir: join(settings.dataDir, 'postgres'),
    logFile: join(settings.dataDir, 'logs', 'postgres.log'),
  });
  try {
    const password = ensureSecrets(settings.dataDir).shopDatabasePassword;
    const own = { name: 'pax', role: 'pax_shop', password };
    return await seedDatabase(settings, await ensureOwnDatabase(postgres.url(), own));
  } finally {
    await postgres.stop();
    claim.release();
  }
}

async function seedDatabase(settings: SandboxSettings, databaseUrl: string): Promise<number> {
  const { shop } = childEnvironments(settings, ensureSecrets(settings.dataDir));
  const environment = shop({ databaseUrl, queueUrl: settings.queueUrl ?? settings.redisUrl ?? databaseUrl });
  const log = new ChildLog('seed', join(settings.dataDir, 'logs', 'seed.log'), terminalReporter);
  const end = await startChild(shopPlan.seed, environment, log).ended;
  await log.close();
  if (end.code !== 0) {
    console.error(`seed failed:\n${log.tail()}`);
    return 1;
  }
  console.log('  ✓ seed         the demo content is there');
  return 0;
}

/** `npm run reset`: deletes the local databases and the stand-ins' memory; settings, secrets and logs stay. */
export async function reset(): Promise<number> {
  const settings = readSettings();
  const running = readRunning(settings.dataDir);
  if (running !== undefined) {
    throw new StartError(
      `the shop at ${running.shopUrl} is running (process ${running.owner.pid}): stop it first`,
    );
  }
  const claim = await RunFile.claim(settings);
  for (const folder of dataFolders(join(settings.dataDir, 'postgres'))) {
    await stopLeftover(folder);
    rmSync(folder, { recursive: true, force: true });
  }
  for (const name of ['redis', 'stand-ins'])
    rmSync(join(settings.dataDir, name), { recursive: true, force: true });
  claim.release();
  console.log(`  ✓ reset        ${settings.dataDir}: databases, queues and stand-ins are empty`);
  return 0;
}

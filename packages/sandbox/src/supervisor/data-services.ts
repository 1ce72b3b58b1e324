import { join } from 'node:path';
import { ensureOwnDatabase } from '../postgres/databases.js';
import { startPostgres, type RunningPostgres } from '../postgres/start-postgres.js';
import { findProgram } from '../process/find-program.js';
import { needs } from '../process/needs.js';
import { startQueueStore, type QueueStore } from '../redis/queue-store.js';
import { startRedis } from '../redis/start-redis.js';
import { settleAll } from '../process/settle-all.js';
import type { Running } from '../process/running.js';
import type { SandboxSettings } from '../settings.js';
import type { DataAddresses } from './child-environment.js';
import { Keeper } from './keeper.js';
import type { Reporter } from './reporter.js';
import type { Secrets } from './secrets.js';

/** Registers what has to be ended; the last registered is ended first. */
export type OnStop = (stop: (options: { atOnce: boolean }) => Promise<void>) => void;

interface Context {
  readonly settings: SandboxSettings;
  readonly secrets: Secrets;
  readonly reporter: Reporter;
  readonly onStop: OnStop;
  /** Called when a server came back under another address: nobody would find it there. */
  readonly onMoved: (part: string) => void;
}

/** Starts what keeps data: the shop's database and the queues, side by side. */
export async function startDataServices(context: Context): Promise<DataAddresses> {
  const { settings, secrets, reporter } = context;
  let embedded: Promise<RunningPostgres> | undefined;
  const postgres = (): Promise<RunningPostgres> => (embedded ??= keepPostgres(context));

  const shopDatabase = async (): Promise<string> => {
    if (settings.databaseUrl !== undefined) {
      reporter.up('PostgreSQL', 'the server in DATABASE_URL');
      return settings.databaseUrl;
    }
    const server = await postgres();
    reporter.up('PostgreSQL', `127.0.0.1:${server.port}`);
    const own = { name: 'pax', role: 'pax_shop', password: secrets.shopDatabasePassword };
    return await ensureOwnDatabase(server.url(), own);
  };
  const queueStore = async (): Promise<QueueStore> => {
    const dataDir = join(settings.dataDir, 'redis');
    const store = await startQueueStore({
      redisUrl: settings.redisUrl,
      queueUrl: settings.queueUrl,
      program: findProgram(needs.redis.programs, settings.searchPath),
      startRedis: async (program) => await keepRedis(context, program, dataDir),
      postgres: async () => ({
        adminUrl: (await postgres()).url(),
        password: secrets.queuesDatabasePassword,
      }),
    });
    reporter.up('queues', store.label);
    if (store.warning !== undefined) reporter.note('queues', store.warning);
    return store;
  };
  const [databaseUrl, { redisUrl, queueUrl }] = await settleAll([shopDatabase(), queueStore()]);
  return { databaseUrl, redisUrl, queueUrl };
}

async function keepPostgres(context: Context): Promise<RunningPostgres> {
  const { dataDir } = context.settings;
  return await keepServer(
    context,
    'PostgreSQL',
    (running) => running.url(),
    async () =>
      await startPostgres({
        dataDir: join(dataDir, 'postgres'),
        logFile: join(dataDir, 'logs', 'postgres.log'),
      }),
  );
}

async function keepRedis(context: Context, program: string, dataDir: string): Promise<{ url: string }> {
  const logFile = join(context.settings.dataDir, 'logs', 'redis.log');
  return await keepServer(
    context,
    'Redis',
    (running) => running.url,
    async () => await startRedis({ program, dataDir, logFile }),
  );
}

async function keepServer<T extends Running>(
  context: Context,
  name: string,
  addressOf: (running: T) => string,
  begin: () => Promise<T>,
): Promise<T> {
  let address: string | undefined;
  const keeper = new Keeper(name, begin, context.reporter, (running) => {
    address ??= addressOf(running);
    if (addressOf(running) !== address) context.onMoved(name);
  });
  context.onStop(async (options) => await keeper.stop(options));
  return await keeper.start();
}

import { join } from 'node:path';
import { ensureLogin, ensureOwnDatabase } from '../postgres/cluster.js';
import { startPostgres, type PostgresHandle } from '../postgres/start-postgres.js';
import { findProgram, needs } from '../process/programs.js';
import type { PortWait } from '../process/ports.js';
import { startQueueStore, type QueueStore } from '../redis/queue-store.js';
import { startRedis, type RedisHandle } from '../redis/start-redis.js';
import { type ProcessHandle } from '../process/process-handle.js';
import { settleAll } from '../process/wait.js';
import type { LocalSettings } from '../settings.js';
import type { DataAddresses } from './child-environment.js';
import { ServiceMonitor } from './service-monitor.js';
import type { Reporter } from './terminal-output.js';
import type { Secrets } from './third-parties.js';

/** Registers a service to be stopped; the service registered last is stopped first. */
export type OnStop = (stop: (options: { atOnce: boolean }) => Promise<void>) => void;

/** The shop's database, as addresses for its two roles. */
export type ShopDatabase = Pick<DataAddresses, 'databaseUrl' | 'migrationDatabaseUrl'>;

interface Context {
  readonly settings: LocalSettings;
  readonly secrets: Secrets;
  readonly reporter: Reporter;
  readonly onStop: OnStop;
  /** Called when a server restarted at another address, which its clients do not know yet. */
  readonly onAddressChange: (part: string) => void;
}

/** Longest time that a restarted server waits for its port while another program uses it, ms. */
const PORT_WAIT_MS = 10_000;

/** Functions to call when a restarted server has a new address. */
type Moves = { readonly from: string; readonly to: string }[];

/**
 * Starts the shop's database and the queues in parallel.
 * @returns a function that reads their current addresses
 */
export async function startDataServices(context: Context): Promise<() => DataAddresses> {
  const { settings, secrets, reporter } = context;
  let embedded: Promise<PostgresHandle> | undefined;
  const moves: Moves = [];
  const getPostgres = (): Promise<PostgresHandle> => (embedded ??= supervisePostgres(context, moves));

  const shopDatabase = async (): Promise<ShopDatabase> => {
    if (settings.databaseUrl !== undefined) {
      reporter.up('PostgreSQL', 'the server in DATABASE_URL');
      const { databaseUrl, migrationDatabaseUrl = databaseUrl } = settings;
      return { databaseUrl, migrationDatabaseUrl };
    }
    const server = await getPostgres();
    reporter.up('PostgreSQL', `127.0.0.1:${server.port}`);
    return await ensureShopDatabase(server.url(), secrets);
  };
  const queueStore = async (): Promise<QueueStore> => {
    const dataDir = join(settings.dataDir, 'redis');
    const store = await startQueueStore({
      redisUrl: settings.redisUrl,
      queueUrl: settings.queueUrl,
      program: findProgram(needs.redis.programs, settings.searchPath),
      startRedis: async (program) => await superviseRedis(context, moves, { program, dataDir }),
      postgres: async () => ({
        adminUrl: (await getPostgres()).url(),
        password: secrets.queuesDatabasePassword,
      }),
    });
    reporter.up('queues', store.label);
    if (store.warning !== undefined) reporter.note('queues', store.warning);
    return store;
  };
  const [shop, { redisUrl, queueUrl }] = await settleAll([shopDatabase(), queueStore()]);
  const getCurrentAddress = (address: string): string => currentAddress(address, moves);
  return () => ({
    databaseUrl: getCurrentAddress(shop.databaseUrl),
    migrationDatabaseUrl: getCurrentAddress(shop.migrationDatabaseUrl),
    redisUrl: redisUrl === undefined ? undefined : getCurrentAddress(redisUrl),
    queueUrl: getCurrentAddress(queueUrl),
  });
}

/**
 * Creates the shop's database with two roles: one owns and migrates it, the running backend uses the other; `migrate`
 * grants its rights.
 */
export async function ensureShopDatabase(adminUrl: string, secrets: Secrets): Promise<ShopDatabase> {
  const name = 'pax';
  const owner = { name, role: 'pax_shop', password: secrets.shopDatabasePassword };
  const migrationDatabaseUrl = await ensureOwnDatabase(adminUrl, owner);
  const runtime = { name, role: 'pax_runtime', password: secrets.runtimeDatabasePassword };
  return { migrationDatabaseUrl, databaseUrl: await ensureLogin(adminUrl, runtime) };
}

/** Replaces the host in an address by the server's current one. */
function currentAddress(address: string, moves: Moves): string {
  const url = new URL(address);
  for (const { from, to } of moves) if (url.host === from) url.host = to;
  return url.host === new URL(address).host ? address : url.href;
}

async function supervisePostgres(context: Context, moves: Moves): Promise<PostgresHandle> {
  const folder = context.settings.dataDir;
  return await superviseServer(context, moves, {
    name: 'PostgreSQL',
    addressOf: (running) => running.url(),
    launch: async (portWait) =>
      await startPostgres({
        dataDir: join(folder, 'postgres'),
        logFile: join(folder, 'logs', 'postgres.log'),
        portWait,
      }),
  });
}

async function superviseRedis(
  context: Context,
  moves: Moves,
  where: { program: string; dataDir: string },
): Promise<RedisHandle> {
  const logFile = join(context.settings.dataDir, 'logs', 'redis.log');
  return await superviseServer(context, moves, {
    name: 'Redis',
    addressOf: (running) => running.url,
    launch: async (portWait) => await startRedis({ ...where, logFile, portWait }),
  });
}

interface Server<T> {
  readonly name: string;
  readonly addressOf: (running: T) => string;
  /** Starts the server on its last port, after waiting for that port if `portWait` is given. */
  readonly launch: (portWait: PortWait | undefined) => Promise<T>;
}

async function superviseServer<T extends ProcessHandle>(
  context: Context,
  moves: Moves,
  { name, addressOf, launch }: Server<T>,
): Promise<T> {
  const { reporter } = context;
  let host: string | undefined;
  const onWait = (port: number): void =>
    reporter.note(name, `port ${port} is taken by another program; waiting until it is free`);
  const monitor = new ServiceMonitor(
    name,
    // The first start does not wait for a port, since no client knows one yet.
    async (signal) =>
      await launch(host === undefined ? undefined : { timeoutMs: PORT_WAIT_MS, onWait, signal }),
    reporter,
    (running) => {
      const from = host;
      host = new URL(addressOf(running)).host;
      if (from === undefined || from === host) return;
      moves.push({ from, to: host });
      context.onAddressChange(name);
    },
  );
  context.onStop(async (options) => await monitor.stop(options));
  return await monitor.start();
}

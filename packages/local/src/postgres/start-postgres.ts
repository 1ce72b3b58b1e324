import { existsSync, readFileSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join, dirname } from 'node:path';
import {
  isAlive,
  isSameProcess,
  identifyProcess,
  stopProcess,
  type StopSignalStep,
  type ProcessEnd,
  type ProcessHandle,
} from '../process/process-handle.js';
import { until } from '../process/wait.js';
import { readMarker, ensureCluster, writeMarker } from './cluster.js';
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { claimPort, type PortWait } from '../process/ports.js';
import {
  findPostgresBinaries,
  dataFolders,
  decidePlacement,
  withPrefix,
  type Placement,
  type RootMode,
} from './binaries-and-user.js';

/**
 * Steps to stop PostgreSQL: a fast shutdown (ends sessions), an immediate one (needs recovery at the next start), then
 * SIGKILL.
 */
export const postgresStopSteps: readonly StopSignalStep[] = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** Content of PostgreSQL's file `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Reads `postmaster.pid`; undefined while the file is missing or incomplete. */
export function readPostmaster(dataDir: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * Ends a server whose parent process was killed, so that a new server can take over the data.
 * @throws Error while the parent process runs, since the server is then in use
 */
export async function stopLeftoverServer(dataDir: string): Promise<void> {
  const found = readPostmaster(dataDir);
  if (found === undefined || !isAlive(found.pid) || !isPostgres(found.pid)) return;
  const owner = readMarker(dataDir)?.owner;
  if (owner !== undefined && isSameProcess(owner)) {
    throw new Error(`PostgreSQL on ${dataDir} is in use by process ${owner.pid}`);
  }
  await stopProcess(found.pid, { escalation: postgresStopSteps });
  // The end of helper processes is awaited, since they hold shared memory, because of which the next server would fail.
  await until(() => !existsSync(join(dataDir, 'postmaster.pid')) || !isAlive(found.pid), {
    deadlineMs: 5_000,
    what: 'end of the earlier PostgreSQL',
  });
}

/** True when a pid belongs to PostgreSQL, since the system reuses pids. */
function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return identifyProcess(pid) !== undefined;
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

/** Options of the embedded PostgreSQL. */
export interface PostgresOptions {
  /** Data folder; created when missing. */
  readonly dataDir: string;
  /** Preferred port; default: the last one. If another program uses the port, a free one is taken. */
  readonly port?: number;
  /** Time to wait for the port to become free, since clients of a restarted server still use it. */
  readonly portWait?: PortWait;
  /** False for tests: fast, but data may be lost in a power cut, and passwords are hashed weakly. Default: true. */
  readonly durable?: boolean;
  /** Path of the log file; default: `<dataDir>.log`. */
  readonly logFile?: string;
  readonly rootMode?: RootMode;
}

/** A running embedded PostgreSQL, which listens on 127.0.0.1 only. */
export interface PostgresHandle extends ProcessHandle {
  readonly port: number;
  /** Returns the superuser's connection string for a database. */
  url(database?: string): string;
}

/** Log texts which mean that another program took the port after it was found free; another port is tried then. */
const PORT_TAKEN = ['could not bind', 'could not create any TCP/IP sockets'];
/**
 * Log texts which mean that helpers of a killed server still run; the same port is tried again, since clients use it.
 */
const HELPERS_RUNNING = ['shared memory block'];
const MAX_PORTS = 3;
const HELPERS_MS = 15_000;

/**
 * Starts the embedded PostgreSQL as any user, after stopping a leftover server; resolves once it accepts connections.
 * @throws Error with the end of the log when PostgreSQL does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresHandle> {
  for (const folder of dataFolders(options.dataDir)) await stopLeftoverServer(folder);
  const placement = await decidePlacement(findPostgresBinaries(), options.dataDir, options.rootMode);
  const marker = await ensureCluster(placement);

  const deadline = Date.now() + HELPERS_MS;
  const wanted = options.port ?? marker.port;
  for (let ports = 1; ;) {
    const port = await claimPort(wanted, options.portWait);
    try {
      const server = await launchPostgres(placement, port, options);
      writeMarker(placement.dataDir, { ...marker, port, owner: identifyProcess() });
      const password = encodeURIComponent(marker.password);
      return {
        ...server,
        port,
        url: (database = 'postgres') =>
          `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
      };
    } catch (error) {
      const isTaken = logContains(PORT_TAKEN, error) && ports < MAX_PORTS;
      const mayPass = isTaken || (logContains(HELPERS_RUNNING, error) && Date.now() < deadline);
      if (!mayPass) throw error;
      if (isTaken) ports += 1;
      await delay(200);
    }
  }
}

/** A failed start, with the end of the log as it was then, since helper processes may write more later. */
class FailedStart extends Error {
  constructor(private readonly log: string) {
    super(`PostgreSQL did not start: ${log.trim().slice(-1_500)}`);
  }

  logContains(words: readonly string[]): boolean {
    return words.some((some) => this.log.includes(some));
  }
}

const logContains = (words: readonly string[], error: unknown): boolean =>
  error instanceof FailedStart && error.logContains(words);

async function launchPostgres(
  placement: Placement,
  port: number,
  options: PostgresOptions,
): Promise<ProcessHandle> {
  const logFile = options.logFile ?? `${options.dataDir}.log`;
  mkdirSync(dirname(logFile), { recursive: true });
  const logStart = existsSync(logFile) ? readFileSync(logFile).length : 0;
  const log = openSync(logFile, 'a');
  const flags = serverFlags(placement.dataDir, port, options.durable ?? true);
  const [command, ...args] = withPrefix(placement.prefix, placement.binaries.postgres, flags);
  const child = spawn(command, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    uid: placement.uid,
    gid: placement.gid,
  });
  closeSync(log);
  let end: ProcessEnd | undefined;
  const ended = new Promise<ProcessEnd>((resolve) => {
    const settleStart = (result: ProcessEnd): void => {
      end = result;
      resolve(result);
    };
    child.once('exit', (code, signal) => settleStart({ code, signal }));
    child.once('error', () => settleStart({ code: 127, signal: null }));
  });

  const createStartFailure = (): Error =>
    new FailedStart(readFileSync(logFile).subarray(logStart).toString());
  const pid = child.pid ?? 0;
  await until(
    () => {
      if (end !== undefined) throw createStartFailure();
      const found = readPostmaster(placement.dataDir);
      return found?.pid === child.pid && found?.ready === true;
    },
    // Time limit that is long enough for recovery after a crash.
    { deadlineMs: 60_000, everyMs: 10, what: 'PostgreSQL' },
  ).catch(async (error: unknown) => {
    // The process is stopped, since it would keep the folder locked during the next attempt.
    if (end === undefined) await stopProcess(pid, { escalation: postgresStopSteps });
    throw error;
  });
  return {
    pid,
    ended,
    stop: async ({ atOnce = false } = {}) => {
      if (end === undefined)
        await stopProcess(pid, { escalation: atOnce ? postgresStopSteps.slice(1) : postgresStopSteps });
      await ended;
    },
  };
}

/**
 * PostgreSQL settings for data that may be lost: no waiting for the disk, and fewer hash rounds of a password per
 * connection.
 */
const NOT_DURABLE = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  scram_iterations: '1',
};

function serverFlags(dataDir: string, port: number, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : NOT_DURABLE),
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataDir, '-p', String(port), ...pairs];
}

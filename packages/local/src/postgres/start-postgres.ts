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
} from './placement.js';

/** Fast shutdown (ends sessions), then immediate (recovers at the next start), then by force. */
export const postgresStopSteps: readonly StopSignalStep[] = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** The content of PostgreSQL's `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Reads `postmaster.pid`; undefined while it is missing or incomplete. */
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
 * Ends a server that outlived its parent process (a `kill -9`), so that a new one can take over its data.
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
  // The helpers of a killed server live on for a moment and hold shared memory, at which the next server would fail.
  await until(() => !existsSync(join(dataDir, 'postmaster.pid')) || !isAlive(found.pid), {
    deadlineMs: 5_000,
    what: 'end of the earlier PostgreSQL',
  });
}

/** Checks that a pid still belongs to PostgreSQL, since pids are reused. */
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
  /** The data folder; created when missing. */
  readonly dataDir: string;
  /** Preferred port; by default the last one. A taken port is replaced by a free one. */
  readonly port?: number;
  /** Waits for the port, since clients of a restarted server use it. */
  readonly portWait?: PortWait;
  /** False for tests: fast, but without durability in a power cut and with weakly hashed passwords (default true). */
  readonly durable?: boolean;
  /** Log file; `<dataDir>.log` by default. */
  readonly logFile?: string;
  readonly rootMode?: RootMode;
}

/** The running embedded PostgreSQL, which listens on 127.0.0.1 only. */
export interface PostgresHandle extends ProcessHandle {
  readonly port: number;
  /** Connection string of the superuser for a database. */
  url(database?: string): string;
}

/** Log texts of a port that another program took after it was found free; another port is then tried. */
const PORT_TAKEN = ['could not bind', 'could not create any TCP/IP sockets'];
/** Log texts of a killed server's helpers that still run; the same port is then tried again, since clients use it. */
const HELPERS_RUNNING = ['shared memory block'];
const MAX_PORTS = 3;
const HELPERS_MS = 15_000;

/**
 * Starts the embedded PostgreSQL as any user, after stopping a leftover server; returns once it accepts connections.
 * @throws Error with the end of its log when it does not come up
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
      const server = await launch(placement, port, options);
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

/** A failed start, with the end of the log at that time, since helpers may write more later. */
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

async function launch(placement: Placement, port: number, options: PostgresOptions): Promise<ProcessHandle> {
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
    const settle = (result: ProcessEnd): void => {
      end = result;
      resolve(result);
    };
    child.once('exit', (code, signal) => settle({ code, signal }));
    child.once('error', () => settle({ code: 127, signal: null }));
  });

  const failure = (): Error => new FailedStart(readFileSync(logFile).subarray(logStart).toString());
  const pid = child.pid ?? 0;
  await until(
    () => {
      if (end !== undefined) throw failure();
      const found = readPostmaster(placement.dataDir);
      return found?.pid === child.pid && found?.ready === true;
    },
    // Long enough for recovery after a crash.
    { deadlineMs: 60_000, everyMs: 10, what: 'PostgreSQL' },
  ).catch(async (error: unknown) => {
    // A process left running would keep the folder from the next try.
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

/** Settings for worthless data: no waits for the disk, and no 4,096 hash rounds of a password per connection. */
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

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, isSameProcess, identifyProcess } from '../process/liveness.js';
import { stopProcess, type StopSignalStep } from '../process/stop-process.js';
import { until } from '../process/until.js';
import { readMarker } from './cluster.js';

/** Fast shutdown (ends sessions), then immediate (recovers at the next start), then by force. */
export const postgresStop: readonly StopSignalStep[] = [
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
export async function stopLeftover(dataDir: string): Promise<void> {
  const found = readPostmaster(dataDir);
  if (found === undefined || !isAlive(found.pid) || !looksLikePostgres(found.pid)) return;
  const owner = readMarker(dataDir)?.owner;
  if (owner !== undefined && isSameProcess(owner)) {
    throw new Error(`PostgreSQL on ${dataDir} is in use by process ${owner.pid}`);
  }
  await stopProcess(found.pid, { escalation: postgresStop });
  // The helpers of a killed server live on for a moment and hold shared memory, at which the next server would fail.
  await until(() => !existsSync(join(dataDir, 'postmaster.pid')) || !isAlive(found.pid), {
    deadlineMs: 5_000,
    what: 'end of the earlier PostgreSQL',
  });
}

/** Checks that a pid still belongs to PostgreSQL, since pids are reused. */
function looksLikePostgres(pid: number): boolean {
  if (process.platform !== 'linux') return identifyProcess(pid) !== undefined;
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

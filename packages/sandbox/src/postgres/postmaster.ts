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

/** What PostgreSQL writes about itself into `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Reads `postmaster.pid`; undefined while it is missing or not yet whole. */
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
 * Ends a server that outlived whoever started it (a `kill -9`), so that a new one can take over its data.
 * @throws Error when whoever started it still runs: then it is in use
 */
export async function stopLeftover(dataDir: string): Promise<void> {
  const found = readPostmaster(dataDir);
  if (found === undefined || !isAlive(found.pid) || !looksLikePostgres(found.pid)) return;
  const owner = readMarker(dataDir)?.owner;
  if (owner !== undefined && isSameProcess(owner)) {
    throw new Error(`PostgreSQL on ${dataDir} is in use by process ${owner.pid}`);
  }
  await stopProcess(found.pid, { escalation: postgresStop });
  // Killed hard, it leaves its helpers for a moment; they hold the shared memory the next one would refuse.
  await until(() => !existsSync(join(dataDir, 'postmaster.pid')) || !isAlive(found.pid), {
    deadlineMs: 5_000,
    what: 'end of the earlier PostgreSQL',
  });
}

/** Guards against a pid that meanwhile belongs to something else. */
function looksLikePostgres(pid: number): boolean {
  if (process.platform !== 'linux') return identifyProcess(pid) !== undefined;
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

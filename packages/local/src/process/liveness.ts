import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The identity of a process: pid and start time, since pids are reused.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque start time; empty where the system does not report it. */
  readonly started: string;
}

/** State letter and start time of a process, or undefined when there is none. */
function inspect(pid: number): { state: string; started: string } | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The second field is the program's name in parentheses and may itself contain spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { state: fields[0] ?? '', started: fields[19] ?? '' };
    } catch {
      return undefined;
    }
  }
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  const line = stdout.trim();
  return status === 0 && line !== ''
    ? { state: line.charAt(0), started: line.slice(line.indexOf(' ') + 1) }
    : undefined;
}

/** True while the process runs; a zombie nobody collects counts as gone. */
export function isAlive(pid: number): boolean {
  const found = inspect(pid);
  return found !== undefined && found.state !== 'Z' && found.state !== 'X';
}

/** The identity of a running process (of this one by default), or undefined when it is gone. */
export function identifyProcess(pid: number = process.pid): ProcessIdentity | undefined {
  const found = inspect(pid);
  return found === undefined ? undefined : { pid, started: found.started };
}

/** True while exactly that process runs, not a later one that was given its pid. */
export function isSameProcess(identity: ProcessIdentity): boolean {
  return isAlive(identity.pid) && identifyProcess(identity.pid)?.started === identity.started;
}

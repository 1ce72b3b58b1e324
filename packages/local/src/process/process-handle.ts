import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from './wait.js';

/** How a process ended: its exit code or signal. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running service in a separate process. */
export interface ProcessHandle {
  readonly pid: number;
  /** Resolves when the process ends for any reason; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends the process and waits until it is gone; does nothing when it has ended. */
  stop(options?: { atOnce?: boolean }): Promise<void>;
}

/** Describes in one line, for people, how a process ended. */
export function describeEnd(end: ProcessEnd): string {
  return end.signal === null ? `exit code ${end.code ?? 'unknown'}` : `signal ${end.signal}`;
}

/** Identity of a process: pid and start time, since the system reuses pids. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the system's own format; empty where the system does not report one. */
  readonly started: string;
}

/** Reads the state letter and start time of a process; undefined when no process has the pid. */
function readProcessState(pid: number): { state: string; started: string } | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The second field is skipped by its closing bracket, since a program's name may contain spaces.
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

/** True while the process runs; a zombie counts as ended. */
export function isAlive(pid: number): boolean {
  const found = readProcessState(pid);
  return found !== undefined && found.state !== 'Z' && found.state !== 'X';
}

/** Returns the identity of a running process, by default the current one; undefined when the process is gone. */
export function identifyProcess(pid: number = process.pid): ProcessIdentity | undefined {
  const found = readProcessState(pid);
  return found === undefined ? undefined : { pid, started: found.started };
}

/** True while the identified process runs; false for a later process with the same pid. */
export function isSameProcess(identity: ProcessIdentity): boolean {
  return isAlive(identity.pid) && identifyProcess(identity.pid)?.started === identity.started;
}

/** A signal, and the time to wait before the next, more forceful one, ms. */
export type StopSignalStep = readonly [sendSignal: NodeJS.Signals, timeoutMs: number];

/** Stops a process by SIGTERM, then SIGKILL, which suits almost every program. */
export const termThenKill: readonly StopSignalStep[] = [
  ['SIGTERM', 10_000],
  ['SIGKILL', 5_000],
];

/**
 * Sends a signal to a process; with `group`, to the whole process group that it leads.
 * @returns false when there was no such process
 */
export function sendSignal(pid: number, name: NodeJS.Signals, group = false): boolean {
  try {
    process.kill(group && process.platform !== 'win32' ? -pid : pid, name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends a process with increasingly forceful signals, and waits until it is gone.
 * @throws Error when the process survives the last one
 */
export async function stopProcess(
  pid: number,
  options: { escalation?: readonly StopSignalStep[]; group?: boolean } = {},
): Promise<void> {
  const escalation = options.escalation ?? termThenKill;
  for (const [index, [name, timeoutMs]] of escalation.entries()) {
    if (!isAlive(pid)) break;
    sendSignal(pid, name, options.group);
    try {
      await until(() => !isAlive(pid), {
        deadlineMs: timeoutMs,
        everyMs: 15,
        what: `end of process ${pid}`,
      });
      break;
    } catch (error) {
      if (index === escalation.length - 1) throw error;
    }
  }
  // The whole process group is ended too, since the process may have left children behind.
  if (options.group === true) sendSignal(pid, 'SIGKILL', true);
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from './wait.js';

/** The reason for a process's end. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A service in a separate process, as held by the supervisor. */
export interface ProcessHandle {
  readonly pid: number;
  /** Resolves when the process ends for any reason; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends the process and waits until it is gone. No effect on an ended one. */
  stop(options?: { atOnce?: boolean }): Promise<void>;
}

/** One line about an end, for people. */
export function describeEnd(end: ProcessEnd): string {
  return end.signal === null ? `exit code ${end.code ?? 'unknown'}` : `signal ${end.signal}`;
}

/**
 * The identity of a process: pid and start time, since pids are reused.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque start time; empty where the system does not report it. */
  readonly started: string;
}

/** State letter and start time of a process, or undefined when there is none. */
function readProcessState(pid: number): { state: string; started: string } | undefined {
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

/** True while the process runs; a zombie counts as gone. */
export function isAlive(pid: number): boolean {
  const found = readProcessState(pid);
  return found !== undefined && found.state !== 'Z' && found.state !== 'X';
}

/** The identity of a running process (of this one by default), or undefined when it is gone. */
export function identifyProcess(pid: number = process.pid): ProcessIdentity | undefined {
  const found = readProcessState(pid);
  return found === undefined ? undefined : { pid, started: found.started };
}

/** True while exactly that process runs, not a later one that was given its pid. */
export function isSameProcess(identity: ProcessIdentity): boolean {
  return isAlive(identity.pid) && identifyProcess(identity.pid)?.started === identity.started;
}

/** A signal, and the time (ms) until the next, harder one. */
export type StopSignalStep = readonly [sendSignal: NodeJS.Signals, timeoutMs: number];

/** SIGTERM, then SIGKILL: suits almost every program. */
export const termThenKill: readonly StopSignalStep[] = [
  ['SIGTERM', 10_000],
  ['SIGKILL', 5_000],
];

/**
 * Sends a signal; with `group` to the whole process group the pid leads. @returns false when there was no such
 * process
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
 * Ends a process with ever harder signals, and waits until it is gone.
 * @throws Error when it outlives the last step
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
  // Ends the rest of the process group too, since the process may have left children behind.
  if (options.group === true) sendSignal(pid, 'SIGKILL', true);
}

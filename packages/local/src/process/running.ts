import { setTimeout as delay } from 'node:timers/promises';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The reason for a process's end. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A service in a separate process, as held by the supervisor. */
export interface Running {
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
 * Polls `probe` every `everyMs` (default 25) until it returns neither `undefined` nor `false`, and returns that.
 * @throws Error naming `what` after `deadlineMs`
 */
export async function until<T>(
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  options: { deadlineMs: number; everyMs?: number; what: string },
): Promise<T> {
  const deadline = Date.now() + options.deadlineMs;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() >= deadline) {
      throw new Error(`${options.what}: not within ${Math.round(options.deadlineMs / 1000)} s`);
    }
    await delay(options.everyMs ?? 25);
  }
}

/**
 * `Promise.all` that waits for all also after a failure, so that cleaning up meets no work that still runs.
 * @throws the first failure, in the order given
 */
export async function settleAll<T extends readonly unknown[]>(work: {
  [K in keyof T]: Promise<T[K]>;
}): Promise<{ -readonly [K in keyof T]: T[K] }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
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

/** A signal, and the time (ms) until the next, harder one. */
export type StopSignalStep = readonly [signal: NodeJS.Signals, timeoutMs: number];

/** SIGTERM, then SIGKILL: suits almost every program. */
export const termThenKill: readonly StopSignalStep[] = [
  ['SIGTERM', 10_000],
  ['SIGKILL', 5_000],
];

/** Sends a signal; with `group` to the whole process group the pid leads. False when nobody was there. */
export function signal(pid: number, name: NodeJS.Signals, group = false): boolean {
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
    signal(pid, name, options.group);
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
  if (options.group === true) signal(pid, 'SIGKILL', true);
}

import { isAlive } from './liveness.js';
import { until } from './until.js';

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

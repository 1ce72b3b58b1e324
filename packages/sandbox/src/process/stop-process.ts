import { isAlive } from './liveness.js';
import { until } from './until.js';

/** A signal and how long (ms) its receiver may take before the next, harder one follows. */
export type StopSignalStep = readonly [signal: NodeJS.Signals, timeoutMs: number];

/** Asks first, then insists: what almost every program understands. */
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
 * Ends a process, step by step harder, and returns once it is gone.
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
  // What the process itself started goes with it, also when it ended without collecting its own children.
  if (options.group === true) signal(pid, 'SIGKILL', true);
}

import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** Processor core for the measured processes, and core for the client that puts load on them. */
export type Core = 'server' | 'client';
const CORE_NUMBERS: Readonly<Record<Core, string>> = { server: '0', client: '1' };

const run = promisify(execFile);

/**
 * Ties a process with all its threads to one of two cores, so that the client takes no time from the server.
 * @returns false if the machine has one core or no `taskset`, so that the system chooses cores
 */
export async function pinToCore(pid: number, core: Core): Promise<boolean> {
  if (availableParallelism() < 2) return false;
  return await run('taskset', ['-acp', CORE_NUMBERS[core], String(pid)]).then(
    () => true,
    () => false,
  );
}

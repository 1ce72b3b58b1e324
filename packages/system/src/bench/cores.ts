import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** What is measured, and what asks it. */
export type Core = 'server' | 'client';
const NUMBERS: Readonly<Record<Core, string>> = { server: '0', client: '1' };

const run = promisify(execFile);

/**
 * Keeps a process, with all its threads, to one of two cores, so that who asks takes no time from who answers.
 * @returns false where the machine has one core or no `taskset`: then the system decides
 */
export async function pinToCore(pid: number, core: Core): Promise<boolean> {
  if (availableParallelism() < 2) return false;
  return await run('taskset', ['-acp', NUMBERS[core], String(pid)]).then(
    () => true,
    () => false,
  );
}

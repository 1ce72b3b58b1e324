import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Reads how much memory a process occupies, MB. */
export async function readResidentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  const kilobytes =
    status === undefined
      ? (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
      : /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return Number(kilobytes) / 1_024;
}

import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { z } from 'zod';
import { readPid } from '../../support/run-record.js';
import type { WholeShop } from '../../support/whole-shop.js';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Ticks per second in which Linux counts processor time. */
const TICK_MS = 10;
const pidRow = z.object({ pid: z.number().int() });

/** Processor time that each part of the shop has used so far, ms; 0 on systems other than Linux. */
export interface ProcessorTime {
  readonly backend: number;
  readonly bot: number;
  readonly database: number;
}

/** Reads how much processor time a running shop has used. */
export async function readProcessorTime(shop: WholeShop): Promise<ProcessorTime> {
  const [backend, bot, database] = await Promise.all([
    readProcessTimes(readPid(shop.dataDir, 'backend')),
    readProcessTimes(readPid(shop.dataDir, 'bot')),
    readDatabaseTime(shop.database),
  ]);
  return { backend: backend.own, bot: bot.own, database };
}

/** Sums the time of all database server processes, including exited ones, whose time the parent process holds. */
async function readDatabaseTime(database: pg.Pool): Promise<number> {
  const { rows } = await database.query('SELECT pid FROM pg_stat_activity');
  const living = await Promise.all(
    pidRow
      .array()
      .parse(rows)
      .map(({ pid }) => readProcessTimes(pid)),
  );
  const parent = await readProcessTimes(living.find(({ ppid }) => ppid > 0)?.ppid ?? 0);
  return living.reduce((sum, { own }) => sum + own, parent.own + parent.ended);
}

/** Reads a process's own time, the time of its exited children, ms, and its parent's pid. */
async function readProcessTimes(pid: number): Promise<{ ppid: number; own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in brackets is skipped first, since it may contain spaces; state and parent follow it.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map((field) => Number(field) || 0);
  const [, ppid = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { ppid, own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
}

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

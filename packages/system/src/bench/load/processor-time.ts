import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { z } from 'zod';
import { pidOf } from '../../support/run-record.js';
import type { WholeShop } from '../../support/whole-shop.js';

/** Linux counts a process' time in hundredths of a second. */
const TICK_MS = 10;
const pidRow = z.object({ pid: z.number().int() });

/** Processor time that the parts of a shop have used so far, ms. Linux only; elsewhere 0. */
export interface ProcessorTime {
  readonly backend: number;
  readonly bot: number;
  readonly database: number;
}

/** Reads the processor time of a running shop. */
export async function processorTime(shop: WholeShop): Promise<ProcessorTime> {
  const [backend, bot, database] = await Promise.all([
    timesOf(pidOf(shop.dataDir, 'backend')),
    timesOf(pidOf(shop.dataDir, 'bot')),
    databaseTime(shop.database),
  ]);
  return { backend: backend.own, bot: bot.own, database };
}

/** Of all processes of the server, those that ended among them: their parent has their time. */
async function databaseTime(database: pg.Pool): Promise<number> {
  const { rows } = await database.query('SELECT pid FROM pg_stat_activity');
  const living = await Promise.all(
    pidRow
      .array()
      .parse(rows)
      .map(({ pid }) => timesOf(pid)),
  );
  const parent = await timesOf(living.find(({ ppid }) => ppid > 0)?.ppid ?? 0);
  return living.reduce((sum, { own }) => sum + own, parent.own + parent.ended);
}

/** A process' time and that of its children that ended, ms, and its parent. */
async function timesOf(pid: number): Promise<{ ppid: number; own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in brackets may hold spaces; after it stand the state and the parent.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map((field) => Number(field) || 0);
  const [, ppid = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { ppid, own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
}

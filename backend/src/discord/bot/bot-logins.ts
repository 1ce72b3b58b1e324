import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { requireFence } from './bot-lease.js';

const spentRow = z.object({ spent: z.number(), since_ms: z.number() });

/** Number of bot log-ins per day that need no interval. */
const BURST = 20;
/** Minimum interval between further log-ins, ms; together with BURST at most 164 log-ins a day. */
const INTERVAL_MS = 10 * 60_000;

/**
 * Counts gateway log-ins of all bot processes, so that a crashing bot stays below the 1,000 a day after which
 * Discord resets the token.
 */
@Injectable()
export class BotLogins {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Counts a log-in if one is allowed now.
   * @returns 0 when it was counted, else the time to wait, ms
   * @throws ShopError FENCED
   */
  async countLogin(fence: number): Promise<number> {
    return this.transactions.run(async (tx) => {
      // Locks the table, so that two processes cannot both use the last allowed log-in.
      await sql(tx).run('LOCK TABLE bot_logins IN SHARE ROW EXCLUSIVE MODE');
      await requireFence(tx, fence);
      await sql(tx).run(`DELETE FROM bot_logins WHERE at < clock_timestamp() - interval '1 day'`);
      const waitMs = await readLoginWait(tx);
      if (waitMs === 0) await sql(tx).run('INSERT INTO bot_logins DEFAULT VALUES');
      return waitMs;
    });
  }

  /** Time until the next log-in is allowed, ms. */
  readWaitMs(): Promise<number> {
    return readLoginWait(this.database);
  }
}

async function readLoginWait(database: Pick<Tx, 'query'>): Promise<number> {
  const row = await sql(database).first(
    spentRow,
    `SELECT count(*) AS spent, coalesce(extract(epoch FROM clock_timestamp() - max(at)) * 1000, 0)::float8 AS since_ms
       FROM bot_logins WHERE at >= clock_timestamp() - interval '1 day'`,
  );
  if (!row || row.spent < BURST) return 0;
  return Math.max(0, Math.ceil(INTERVAL_MS - row.since_ms));
}

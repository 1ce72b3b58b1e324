import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Transactions, type Tx } from '../../infra/database/transaction.js';
import { requireFence } from './bot-lease.js';

/** So many log-ins of a day may follow each other at once. */
const BURST = 20;
/** The others keep this distance, ms: 20 and 144 more are the most that a day can have. */
const INTERVAL_MS = 10 * 60_000;

/**
 * The bot's log-ins at Discord's gateway, counted for all bots and all their lives: a crash loop stays far below the
 * 1,000 a day after which Discord resets the token (F23, OWN-441). Times are the database's.
 */
@Injectable()
export class BotLogins {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Counts a log-in, if one is left. @returns 0 when it was counted, else the wait, ms @throws ShopError FENCED */
  async countLogin(fence: number): Promise<number> {
    return this.transactions.run(async (tx) => {
      // One at a time: two processes must not both take the last one.
      await tx.query('LOCK TABLE bot_logins IN SHARE ROW EXCLUSIVE MODE');
      await requireFence(tx, fence);
      await tx.query(`DELETE FROM bot_logins WHERE at < clock_timestamp() - interval '1 day'`);
      const waitMs = await waitOf(tx);
      if (waitMs === 0) await tx.query('INSERT INTO bot_logins DEFAULT VALUES');
      return waitMs;
    });
  }

  /** How long the next one would have to wait, ms. */
  waitMs(): Promise<number> {
    return waitOf(this.database);
  }
}

async function waitOf(database: Pick<Tx, 'query'>): Promise<number> {
  const rows: { spent: number; since_ms: number }[] = await database.query(
    `SELECT count(*) AS spent, coalesce(extract(epoch FROM clock_timestamp() - max(at)) * 1000, 0)::float8 AS since_ms
       FROM bot_logins WHERE at >= clock_timestamp() - interval '1 day'`,
  );
  const [row] = rows;
  if (!row || row.spent < BURST) return 0;
  return Math.max(0, Math.ceil(INTERVAL_MS - row.since_ms));
}

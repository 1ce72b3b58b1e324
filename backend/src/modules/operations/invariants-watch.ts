import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Transactions } from '../../infra/database/transaction.js';
import { Loop } from '../../infra/loops/loop.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { readInvariants } from './invariants.js';

const EVERY_MS = 60 * 60_000;
/** A start should serve people first, ms. */
const FIRST_AFTER_MS = 5 * 60_000;
/** One invariant may take so long, ms: it reads whole tables, on a connection of its own. */
const STATEMENT_MS = 60_000;

/** Checks hourly that the books add up, and tells the error channel of every invariant that does not hold (OWN-239). */
@Injectable()
export class InvariantsWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(InvariantsWatch.name);
  private readonly loop = new Loop(InvariantsWatch.name, EVERY_MS, () => this.check());
  private count = 0;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.role !== 'web') this.loop.start(FIRST_AFTER_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Invariants that were broken at the last check. */
  get broken(): number {
    return this.count;
  }

  /** Asks every invariant once; one worker at a time. */
  async check(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.settings.databaseUrl,
      connectionTimeoutMillis: 5_000,
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS + 5_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<{ free: boolean }>(
        "SELECT pg_try_advisory_lock(hashtext('invariants')) AS free",
      );
      if (rows[0]?.free !== true) return;
      // One moment for all of them: what is moved meanwhile is seen by all or by none.
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const faults: string[] = [];
      for (const { name, sql } of await readInvariants()) {
        const { rowCount } = await client.query(sql);
        if (rowCount !== null && rowCount > 0) faults.push(`${name}: ${rowCount} rows`);
      }
      this.count = faults.length;
      for (const fault of faults) await this.raise(fault);
    } finally {
      await client.end();
    }
  }

  /** Several workers look each hour: what one of them told the others need not repeat. */
  private async raise(detail: string): Promise<void> {
    this.logger.error(`an invariant is broken: ${detail}`);
    const recent: unknown[] = await this.database.query(
      `SELECT 1 FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' = $1
          AND occurred_at > clock_timestamp() - $2 * interval '1 millisecond'`,
      [detail, EVERY_MS / 2],
    );
    if (recent.length > 0) return;
    await this.transactions.run((tx) =>
      raiseAlert(tx, { kind: 'failure', title: 'An invariant is broken', detail }),
    );
  }
}

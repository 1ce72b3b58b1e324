import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Transactions } from '../../infra/database/transaction.js';
import { Periodic } from '../../infra/loops/periodic.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { readInvariants } from './invariants.js';

const EVERY_MS = 60 * 60_000;
/** Delay after the start, ms, so that a start serves people first. */
const FIRST_AFTER_MS = 5 * 60_000;
/** Time limit of one invariant, ms: long, since it reads whole tables, on its own connection. */
const STATEMENT_MS = 60_000;

/** Checks all invariants hourly and raises an alert for every broken one (OWN-239). */
@Injectable()
export class InvariantsWatch {
  private readonly logger = new Logger(InvariantsWatch.name);
  private count = 0;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Number of invariants that were broken at the last check. */
  get broken(): number {
    return this.count;
  }

  /** Checks every invariant once; one worker at a time. */
  @Periodic({ name: 'invariants-watch', every: EVERY_MS, role: 'worker', firstAfter: FIRST_AFTER_MS })
  async check(signal: AbortSignal = new AbortController().signal): Promise<void> {
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
      // One snapshot for all invariants, so that concurrent changes are seen by all or by none.
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const faults: string[] = [];
      for (const { name, sql } of await readInvariants()) {
        if (signal.aborted) return;
        const { rowCount } = await client.query(sql);
        if (rowCount !== null && rowCount > 0) faults.push(`${name}: ${rowCount} rows`);
      }
      this.count = faults.length;
      for (const fault of faults) await this.raise(fault);
    } finally {
      await client.end();
    }
  }

  /** Raises an alert unless another worker raised it in this hour. */
  private async raise(detail: string): Promise<void> {
    this.logger.error(`Invariant broken: ${detail}. Run its query in backend/invariants to see the rows.`);
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

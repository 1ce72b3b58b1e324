import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { withDedicatedConnection } from '../../platform/database/data-source.js';
import type { Database } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { raiseAlert, wasAlertRaised } from '../../platform/outbox/alerts.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../platform/package-folder.js';

interface Invariant {
  /** Name of the invariant's SQL file without its ending, e.g. `s2-held-not-negative`. */
  name: string;
  /** SQL query that returns the rows that break the invariant. */
  sql: string;
}

const FOLDER = fileURLToPath(new URL('invariants', packageFolder));

/** An invariant that does not hold, and the number of rows that break it. */
interface BrokenInvariant {
  name: string;
  rows: number;
}

/**
 * Checks all invariants in one database snapshot, so that each sees the same data.
 * @param connection a dedicated one, outside any transaction
 * @returns the broken ones; undefined when stopped early
 */
export async function findBrokenInvariants(
  connection: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<BrokenInvariant[] | undefined> {
  await connection.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const broken: BrokenInvariant[] = [];
  for (const { name, sql: query } of await readInvariantQueries()) {
    if (signal.aborted) return undefined;
    const { length: rows } = await connection.rows(z.unknown(), query);
    if (rows > 0) broken.push({ name, rows });
  }
  return broken;
}

/**
 * Reads the SQL files of the invariants: queries that must return no row, used by specs, fault tests and
 * production.
 */
export async function readInvariantQueries(): Promise<Invariant[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace(/\.sql$/, ''),
      sql: await readFile(`${FOLDER}/${file}`, 'utf8'),
    })),
  );
}

const EVERY_MS = 60 * 60_000;
/** Delay of the first check after the start, ms, so that a starting process serves people first. */
const FIRST_AFTER_MS = 5 * 60_000;
/** Time limit of one invariant query, ms. The query reads whole tables, on a connection of its own. */
const STATEMENT_MS = 60_000;

const lockRow = z.object({ free: z.boolean() });

/** Checks all data invariants hourly and raises an alert for every broken one. */
@Injectable()
export class InvariantsWatch {
  private readonly logger = new Logger(InvariantsWatch.name);
  private brokenCount = 0;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Number of invariants that were broken at the last check. */
  get broken(): number {
    return this.brokenCount;
  }

  /** Checks every invariant once. Only one worker process checks at a time. */
  @Periodic({ name: 'invariants-watch', every: EVERY_MS, role: 'worker', firstAfter: FIRST_AFTER_MS })
  async checkInvariants(signal: AbortSignal = new AbortController().signal): Promise<void> {
    await withDedicatedConnection(this.settings.databaseUrl, STATEMENT_MS, (connection) =>
      this.checkInvariantsUsing(connection, signal),
    );
  }

  private async checkInvariantsUsing(connection: Database, signal: AbortSignal): Promise<void> {
    const lock = await connection.first(
      lockRow,
      "SELECT pg_try_advisory_lock(hashtext('invariants')) AS free",
    );
    if (lock?.free !== true) return;
    const broken = await findBrokenInvariants(connection, signal);
    if (!broken) return;
    this.brokenCount = broken.length;
    for (const { name, rows } of broken) await this.raiseInvariantAlert(`${name}: ${rows} rows`);
  }

  /** Raises an alert about a broken invariant, unless another worker raised it within this hour. */
  private async raiseInvariantAlert(detail: string): Promise<void> {
    this.logger.error(`Invariant broken: ${detail}. Run its query in backend/invariants to see the rows.`);
    if (await wasAlertRaised(this.database, { detail }, EVERY_MS / 2)) return;
    await this.transactions.run((tx) =>
      raiseAlert(tx, { kind: 'failure', title: 'An invariant is broken', detail }),
    );
  }
}

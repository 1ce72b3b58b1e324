import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { countRow, sql } from '../database/sql.js';

/** Database tables whose rows are counted by state. */
type CountedTable = 'orders' | 'tickets' | 'users';

/** Selects the count of a table's rows in some states; database triggers keep such counts. */
export interface StoredCount {
  readonly table: CountedTable;
  readonly states: readonly string[];
}

const countsRow = z.object({ state: z.string(), n: z.number() });

/**
 * Reads how many rows of a table are in each state, as triggers keep the counts; states without a row may be
 * absent.
 */
export async function readListCounts(
  database: DataSource,
  table: CountedTable,
): Promise<Map<string, number>> {
  const rows = await sql(database).rows(
    countsRow,
    `SELECT split_part(list, ':', 2) AS state, sum(n)::int AS n FROM list_counts
      WHERE split_part(list, ':', 1) = $1 GROUP BY 1`,
    [table],
  );
  return new Map(rows.map(({ state, n }) => [state, n]));
}

/** Reads the number of rows in the given states without reading the rows themselves. */
export async function readStoredCount(database: DataSource, { table, states }: StoredCount): Promise<number> {
  const row = await sql(database).first(
    countRow,
    'SELECT coalesce(sum(n), 0)::int AS n FROM list_counts WHERE list = ANY($1)',
    [states.map((state) => `${table}:${state}`)],
  );
  return row?.n ?? 0;
}

/** Adds the counts of the given states. */
export const sumCounts = (counts: ReadonlyMap<string, number>, states: readonly string[]): number =>
  states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);

import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { countRow, sql } from '../database/sql.js';

/** Tables whose rows are counted by state. */
type CountedTable = 'orders' | 'tickets' | 'users';

/** Rows of a table in some states, as triggers count them. */
export interface StoredCount {
  readonly table: CountedTable;
  readonly states: readonly string[];
}

const countsRow = z.object({ state: z.string(), n: z.number() });

/** How many rows of a table are in which state, as triggers keep it; states without a row may be absent. */
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

/** How many rows there are, without looking at them. */
export async function readStoredCount(database: DataSource, { table, states }: StoredCount): Promise<number> {
  const row = await sql(database).first(
    countRow,
    'SELECT coalesce(sum(n), 0)::int AS n FROM list_counts WHERE list = ANY($1)',
    [states.map((state) => `${table}:${state}`)],
  );
  return row?.n ?? 0;
}

/** The rows in some states. */
export const sumCounts = (counts: ReadonlyMap<string, number>, states: readonly string[]): number =>
  states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);

import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from './sql.js';

const countsRow = z.object({ state: z.string(), n: z.number() });

/** How many rows of a table are in which state, as triggers keep it (OWN-790); states without a row may be absent. */
export async function readListCounts(
  database: DataSource,
  table: 'orders' | 'tickets' | 'users',
): Promise<Map<string, number>> {
  const rows = await sql(database).rows(
    countsRow,
    `SELECT split_part(list, ':', 2) AS state, sum(n)::int AS n FROM list_counts
      WHERE split_part(list, ':', 1) = $1 GROUP BY 1`,
    [table],
  );
  return new Map(rows.map(({ state, n }) => [state, n]));
}

/** The rows in some states. */
export const sumOf = (counts: ReadonlyMap<string, number>, states: readonly string[]): number =>
  states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { packageFolder } from '../../platform/package-folder.js';
import type { Database } from '../../platform/database/sql.js';

export interface Invariant {
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

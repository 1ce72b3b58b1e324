import type { DataSource } from 'typeorm';
import { idRow, sql, type Where } from '../../platform/database/sql.js';

/**
 * Limit of accounts that the condition lists by id, which uses an index; with more matches the rows are compared
 * one by one.
 */
const MAX_LISTED = 50;

/**
 * Builds the SQL condition that a column is the id of an account whose username matches a pattern.
 * @param pattern placeholder of the pattern in `where`
 */
export async function usernameConditionSql(
  database: DataSource,
  where: Where,
  { column, pattern, text }: { column: string; pattern: string; text: string },
): Promise<string> {
  const few = await sql(database).rows(
    idRow,
    `SELECT id FROM users WHERE lower(username) LIKE lower($1) LIMIT ${MAX_LISTED + 1}`,
    [text],
  );
  if (few.length === 0) return 'false';
  return few.length > MAX_LISTED
    ? `${column} IN (SELECT id FROM users WHERE lower(username) LIKE lower(${pattern}))`
    : `${column} = ANY(${where.addParameter(few.map(({ id }) => id))}::int[])`;
}

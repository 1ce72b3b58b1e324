import pg from 'pg';
import { sql, type Database } from './sql.js';

/**
 * Runs work on a database connection of its own, for statements that take longer than the pool allows.
 * @param statementMs time limit of one statement, ms
 */
export async function withDedicatedConnection(
  url: string,
  statementMs: number,
  work: (connection: Database) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + 5_000,
  });
  // Ignores the event, because the running statement fails when the connection ends.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(sql({ query: async (text, values) => (await client.query(text, values)).rows }));
  } finally {
    await client.end();
  }
}

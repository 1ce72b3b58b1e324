import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

type Connection = Parameters<typeof sql>[0];

/** Deletes the direct messages to an account, what its owner chose in Discord, and their links to the checkout. */
export async function forgetPerson(tx: Tx, userId: number, discordId: string | null): Promise<void> {
  await sql(tx).run('DELETE FROM direct_messages WHERE user_id = $1', [userId]);
  if (discordId === null) return;
  for (const table of ['discord_people', 'newcomers', 'pay_links'])
    await sql(tx).run(`DELETE FROM ${table} WHERE discord_id = $1`, [discordId]);
}

/** Deletes some direct messages that ended before a moment, sent or not. */
export function deleteDirectMessagesBefore(
  database: Connection,
  before: Date,
  most: number,
): Promise<number> {
  return sql(database).affected(
    `DELETE FROM direct_messages WHERE id IN
       (SELECT id FROM direct_messages WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)`,
    [before, most],
  );
}

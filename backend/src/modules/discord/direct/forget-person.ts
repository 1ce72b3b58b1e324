import { sql } from '../../../infra/database/sql.js';
import type { Tx } from '../../../infra/database/transaction.js';

/** Deletes the direct messages to an account, what its owner chose in Discord, and their links to the checkout. */
export async function forgetPerson(tx: Tx, userId: number, discordId: string | null): Promise<void> {
  await sql(tx).run('DELETE FROM direct_messages WHERE user_id = $1', [userId]);
  if (discordId === null) return;
  for (const table of ['discord_people', 'pay_links'])
    await sql(tx).run(`DELETE FROM ${table} WHERE discord_id = $1`, [discordId]);
}

import { sql } from '../../../infra/database/sql.js';
import type { Tx } from '../../../infra/database/transaction.js';

/** Deletes the direct messages to an account and what its owner chose in Discord. */
export async function forgetPerson(tx: Tx, userId: number, discordId: string | null): Promise<void> {
  await sql(tx).run('DELETE FROM direct_messages WHERE user_id = $1', [userId]);
  if (discordId !== null) await sql(tx).run('DELETE FROM discord_people WHERE discord_id = $1', [discordId]);
}

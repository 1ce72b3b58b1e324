import type { NoteThreadLineRequest } from '@pax/contracts';
import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';

type Line = Pick<NoteThreadLineRequest, 'messageId' | 'author' | 'text' | 'writtenAt'>;

/** Keeps a line of a ticket's thread as it is now; one that was deleted or emptied in Discord goes (OWN-748). */
export async function keepThreadLine(
  tx: Tx,
  ticketId: number,
  { messageId, author, text, writtenAt }: Line,
): Promise<void> {
  if (text === null || text.trim() === '') {
    await sql(tx).run('DELETE FROM ticket_lines WHERE message_id = $1', [messageId]);
    return;
  }
  await sql(tx).run(
    `INSERT INTO ticket_lines (message_id, ticket_id, author, text, written_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (message_id) DO UPDATE SET text = EXCLUDED.text`,
    [messageId, ticketId, author, text, writtenAt],
  );
}

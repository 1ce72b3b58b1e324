import { THREAD_LINES_KEPT, type NoteThreadLineRequest } from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

type Line = Pick<NoteThreadLineRequest, 'messageId' | 'author' | 'text' | 'writtenAt'>;

/**
 * Keeps a line of a ticket's thread as it is now; one that was deleted or emptied in Discord goes. Nothing is
 * kept of a ticket that was emptied with its account, nor beyond THREAD_LINES_KEPT lines.
 */
export async function keepThreadLine(
  tx: Tx,
  ticketId: number,
  { messageId, author, text, writtenAt }: Line,
): Promise<void> {
  if (author === null || text === null || text.trim() === '') {
    await sql(tx).run('DELETE FROM ticket_lines WHERE message_id = $1', [messageId]);
    return;
  }
  // The lock waits for a deletion of the account that is under way, and sees the ticket as it left it.
  await sql(tx).run(
    `INSERT INTO ticket_lines (message_id, ticket_id, author, author_id, text, written_at)
     SELECT $1, t.id, $3, $4, $5, $6 FROM tickets t
      WHERE t.id = $2 AND t.name <> ''
        AND (EXISTS (SELECT 1 FROM ticket_lines WHERE message_id = $1)
             OR (SELECT count(*) FROM ticket_lines WHERE ticket_id = $2) < $7)
        FOR KEY SHARE OF t
     ON CONFLICT (message_id) DO UPDATE SET text = EXCLUDED.text`,
    [messageId, ticketId, author.name, author.id, text, writtenAt, THREAD_LINES_KEPT],
  );
}

/** Empties the lines that a person wrote of their name and id; what they say is the ticket's. */
export async function forgetLineAuthor(tx: Tx, discordId: string): Promise<void> {
  await sql(tx).run(`UPDATE ticket_lines SET author = '', author_id = '' WHERE author_id = $1`, [discordId]);
}

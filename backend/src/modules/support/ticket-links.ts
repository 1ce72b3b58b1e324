import { randomRef, sha256 } from '../../common/random.js';
import { idRow } from '../../infra/database/row-schemas.js';
import { sql } from '../../infra/database/sql.js';

type Connection = Parameters<typeof sql>[0];

/** The ticket that a secret opens: that of the form's answer, or one that was mailed. */
export async function ticketOfLink(database: Connection, token: string): Promise<number | undefined> {
  const row = await sql(database).first(
    idRow,
    `SELECT id FROM tickets WHERE token_hash = $1 UNION ALL SELECT ticket_id FROM ticket_links WHERE token_hash = $1`,
    [sha256(token)],
  );
  return row?.id;
}

/** Makes another secret for a ticket, since of the first only the hash is kept. @returns the secret, stored nowhere */
export async function newTicketLink(database: Connection, ticketId: number): Promise<string> {
  const token = randomRef();
  await sql(database).run('INSERT INTO ticket_links (token_hash, ticket_id) VALUES ($1, $2)', [
    sha256(token),
    ticketId,
  ]);
  return token;
}

/** Deletes some mailed links that were made before a moment, of tickets that have ended. */
export function deleteTicketLinksBefore(database: Connection, before: Date, most: number): Promise<number> {
  return sql(database).affected(
    `DELETE FROM ticket_links WHERE token_hash IN
       (SELECT l.token_hash FROM ticket_links l JOIN tickets t ON t.id = l.ticket_id
         WHERE l.created_at < $1 AND t.ended_at IS NOT NULL ORDER BY l.created_at LIMIT $2)`,
    [before, most],
  );
}

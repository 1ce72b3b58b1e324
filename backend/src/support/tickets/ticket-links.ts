import { randomRef, sha256 } from '../../platform/random.js';
import { idRow } from '../../platform/database/row-schemas.js';
import { sql } from '../../platform/database/sql.js';

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

import { isOpenTicket } from '@pax/contracts';
import type { DataSource } from 'typeorm';
import { hashRow, idRow, sql, type IdPage, readNextIds } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { forgetMails } from '../../platform/mail/mail-queue.js';
import type { PictureStore } from '../pictures/picture-store.js';
import { messageMailOf } from './mail/ticket-mails.js';
import { saveTicket } from './lock-ticket.js';
import { forgetLineAuthor } from './ticket-transcript.js';
import { Ticket } from './ticket.entity.js';

/** The account whose tickets are erased, and the time of the deletion. */
export interface EraseTicketsInput {
  readonly userId: number;
  /** Discord ids that the owner has or had, except those that other accounts have now. */
  readonly discordIds: readonly string[];
  readonly now: Date;
}

/** Lists the ids of the next tickets of an account after an id, in order. */
export const listTicketsOfUser = (tx: Tx, userId: number, page: IdPage): Promise<number[]> =>
  readNextIds(tx, 'SELECT id FROM tickets WHERE user_id = $1', userId, page);

/**
 * Removes text, address, notes, messages, pictures and secret link from an account's tickets, and closes waiting
 * ones. What the owner wrote in other people's tickets stays, without the name.
 */
export async function eraseTickets(
  tx: Tx,
  pictures: PictureStore,
  { userId, discordIds, now }: EraseTicketsInput,
): Promise<void> {
  const tickets = await tx.find(Ticket, {
    where: { userId },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const ids = tickets.map(({ id }) => id);
  await sql(tx).run('DELETE FROM ticket_notes WHERE ticket_id = ANY($1)', [ids]);
  await sql(tx).run('DELETE FROM ticket_lines WHERE ticket_id = ANY($1)', [ids]);
  await sql(tx).run('DELETE FROM ticket_links WHERE ticket_id = ANY($1)', [ids]);
  await forgetLineAuthor(tx, discordIds);
  await deletePictures(tx, pictures, ids);
  const messages = await sql(tx).rows(
    idRow,
    'DELETE FROM ticket_messages WHERE ticket_id = ANY($1) RETURNING id',
    [ids],
  );
  await forgetMails(
    tx,
    messages.map(({ id }) => messageMailOf(id)),
  );
  for (const ticket of tickets) await eraseTicket(tx, ticket, now);
}

async function eraseTicket(tx: Tx, ticket: Ticket, now: Date): Promise<void> {
  const isOpen = isOpenTicket(ticket.status);
  if (!isOpen && ticket.name === '') return;
  Object.assign(ticket, {
    name: '',
    email: '',
    subject: '',
    message: '',
    response: null,
    rating: null,
    tokenHash: null,
    requestKey: null,
    answerKey: null,
    messages: 0,
    lastMessageAt: null,
    lastMessageSide: null,
  });
  if (isOpen) Object.assign(ticket, { status: 'closed', endedAt: now });
  await saveTicket(tx, ticket, isOpen ? 'ticket.closed' : 'ticket.emptied');
}

async function deletePictures(tx: Tx, pictures: PictureStore, ticketIds: readonly number[]): Promise<void> {
  const gone = await sql(tx).rows(
    hashRow,
    'DELETE FROM ticket_pictures WHERE ticket_id = ANY($1) RETURNING hash',
    [ticketIds],
  );
  if (gone.length > 0) await pictures.deleteUnusedPictures(tx, [...new Set(gone.map(({ hash }) => hash))]);
}

/** Deletes mailed links of ended tickets that were made before a given time. */
export function deleteTicketLinksBefore(database: DataSource, before: Date, most: number): Promise<number> {
  return sql(database).affected(
    `DELETE FROM ticket_links WHERE token_hash IN
       (SELECT l.token_hash FROM ticket_links l JOIN tickets t ON t.id = l.ticket_id
         WHERE l.created_at < $1 AND t.ended_at IS NOT NULL ORDER BY l.created_at LIMIT $2)`,
    [before, most],
  );
}

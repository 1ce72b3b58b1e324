import { Injectable } from '@nestjs/common';
import type { TicketNote } from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import { sql } from '../../infra/database/sql.js';
import { Transactions } from '../../infra/database/transaction.js';
import { audit } from '../audit/audit.js';
import { lockTicket, requireOpen, saveTicket } from './lock-ticket.js';
import { noteRow, toNote } from './ticket-note.js';

export interface AddTicketNoteInput {
  ticketId: number;
  authorId: number;
  text: string;
}

/** Staff write a note that only staff read (OWN-520). */
@Injectable()
export class AddTicketNote {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, ILLEGAL_MOVE for a ticket that takes nothing more */
  execute({ ticketId, authorId, text }: AddTicketNoteInput): Promise<TicketNote> {
    return this.transactions.run(async (tx) => {
      const ticket = await lockTicket(tx, ticketId);
      requireOpen(ticket);
      const note = await sql(tx).first(
        noteRow,
        `INSERT INTO ticket_notes (ticket_id, author_id, text, created_at) VALUES ($1, $2, $3, $4)
         RETURNING id, text, created_at, (SELECT username FROM users WHERE id = $2) AS author`,
        [ticketId, authorId, text, this.clock.now()],
      );
      if (!note) throw new Error('no note was made');
      await saveTicket(tx, ticket, 'ticket.noted');
      await audit(tx, { actor: `user:${authorId}`, action: 'ticket.note', subject: `ticket:${ticketId}` });
      return toNote(note);
    });
  }
}

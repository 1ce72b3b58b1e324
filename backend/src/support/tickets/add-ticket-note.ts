import type { TicketNote } from '@pax/contracts';
import { z } from 'zod';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { lockTicket, assertTicketOpen, saveTicket } from './lock-ticket.js';
import { usernameOf } from '../../people/accounts/account-sql.js';

export const noteRow = z.object({
  id: z.number(),
  author: z.string(),
  text: z.string(),
  created_at: z.date(),
});

export const toTicketNote = ({ created_at, ...note }: z.infer<typeof noteRow>): TicketNote => ({
  ...note,
  createdAt: created_at.toISOString(),
});

export interface AddTicketNoteInput {
  ticketId: number;
  authorId: number;
  text: string;
  /** Key of the request, so that a repeated request writes one note only. */
  requestKey?: string | undefined;
}

/** Adds a staff member's note to a ticket, which only staff can read. */
@Injectable()
export class AddTicketNote {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, ILLEGAL_MOVE for a ticket that is closed for changes */
  execute({ ticketId, authorId, text, requestKey }: AddTicketNoteInput): Promise<TicketNote> {
    return this.transactions.run(async (tx) => {
      const ticket = await lockTicket(tx, ticketId);
      const known = requestKey === undefined ? undefined : await findNote(tx, requestKey);
      if (known) return toTicketNote(known);
      assertTicketOpen(ticket);
      const note = await sql(tx).first(
        noteRow,
        `INSERT INTO ticket_notes (ticket_id, author_id, text, created_at, request_key) VALUES ($1, $2, $3, $4, $5)
         RETURNING id, text, created_at, ${usernameOf('$2')} AS author`,
        [ticketId, authorId, text, this.clock.now(), requestKey ?? null],
      );
      if (!note) throw new Error('no note was made');
      await saveTicket(tx, ticket, 'ticket.noted');
      await writeAuditRow(tx, {
        actor: `user:${authorId}`,
        action: 'ticket.note',
        subject: `ticket:${ticketId}`,
      });
      return toTicketNote(note);
    });
  }
}

const findNote = (tx: Tx, requestKey: string) =>
  sql(tx).first(
    noteRow,
    `SELECT id, text, created_at, ${usernameOf('ticket_notes.author_id')} AS author FROM ticket_notes WHERE request_key = $1`,
    [requestKey],
  );

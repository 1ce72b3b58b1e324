import {
  MAX_THREAD_LINES,
  type NoteThreadLineRequest,
  type AdminTicket,
  type TicketTranscript,
} from '@pax/contracts';
import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { readTicketMessages } from './conversation/ticket-messages.queries.js';
import { TicketsQueries } from './tickets.queries.js';

type ThreadLine = Pick<NoteThreadLineRequest, 'messageId' | 'author' | 'text' | 'writtenAt'>;

/**
 * Stores a message of a ticket's Discord thread as it is now; a message deleted or emptied in Discord is deleted.
 * Stores nothing for tickets erased with their account, nor beyond MAX_THREAD_LINES messages.
 */
export async function saveThreadLine(
  tx: Tx,
  ticketId: number,
  { messageId, author, text, writtenAt }: ThreadLine,
): Promise<void> {
  if (author === null || text === null || text.trim() === '') {
    await sql(tx).run('DELETE FROM ticket_lines WHERE message_id = $1', [messageId]);
    return;
  }
  // Locks the ticket, so that a deletion of its account in progress ends first.
  await sql(tx).run(
    `INSERT INTO ticket_lines (message_id, ticket_id, author, author_id, text, written_at)
     SELECT $1, t.id, $3, $4, $5, $6 FROM tickets t
      WHERE t.id = $2 AND t.name <> ''
        AND (EXISTS (SELECT 1 FROM ticket_lines WHERE message_id = $1)
             OR (SELECT count(*) FROM ticket_lines WHERE ticket_id = $2) < $7)
        FOR KEY SHARE OF t
     ON CONFLICT (message_id) DO UPDATE SET text = EXCLUDED.text`,
    [messageId, ticketId, author.name, author.id, text, writtenAt, MAX_THREAD_LINES],
  );
}

/** Removes a person's name and id from their messages in ticket threads; the text stays part of the ticket. */
export async function forgetLineAuthor(tx: Tx, discordIds: readonly string[]): Promise<void> {
  await sql(tx).run(`UPDATE ticket_lines SET author = '', author_id = '' WHERE author_id = ANY($1)`, [
    discordIds,
  ]);
}

type TranscriptLine = TicketTranscript['lines'][number];

const lineRow = z.object({ author: z.string(), text: z.string(), at: z.date() });

/** Reads everything that was written about a ticket, for staff to read and print. */
@Injectable()
export class ReadTranscript {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly tickets: TicketsQueries,
  ) {}

  /** @throws ShopError NOT_FOUND */
  async execute(ticketId: number): Promise<TicketTranscript> {
    const ticket = await this.tickets.readTicket(ticketId);
    const notes = await this.tickets.listNotes(ticketId);
    const lines = [
      ...senderLines(ticket),
      ...(await this.readMessages(ticket)),
      ...notes.map(({ author, text, createdAt }) => toStaffLine('note', author, text, createdAt)),
      ...(await this.readThread(ticketId)),
    ];
    return { ticket, lines: lines.toSorted((one, other) => one.at.localeCompare(other.at)) };
  }

  /** Reads the messages of both sides; those of staff count as answers, by their author. */
  private async readMessages({ id, name }: AdminTicket): Promise<TranscriptLine[]> {
    const ids = await sql(this.database).rows(
      idRow,
      'SELECT id FROM ticket_messages WHERE ticket_id = $1 ORDER BY id DESC LIMIT $2',
      [id, MAX_THREAD_LINES],
    );
    const messages = await readTicketMessages(
      this.database,
      ids.map((row) => row.id),
      true,
    );
    return messages.map(({ side, author, text, createdAt: at }) =>
      side === 'staff'
        ? { kind: 'response', author, text, at, isInside: false }
        : { kind: 'message', author: name, text, at, isInside: false },
    );
  }

  private async readThread(ticketId: number): Promise<TranscriptLine[]> {
    const rows = await sql(this.database).rows(
      lineRow,
      `SELECT author, text, written_at AS at FROM ticket_lines
        WHERE ticket_id = $1 ORDER BY written_at, message_id LIMIT $2`,
      [ticketId, MAX_THREAD_LINES],
    );
    return rows.map(({ author, text, at }) => toStaffLine('thread', author, text, at.toISOString()));
  }
}

const toStaffLine = (kind: 'note' | 'thread', author: string, text: string, at: string): TranscriptLine => ({
  kind,
  author,
  text,
  at,
  isInside: true,
});

/** The messages of a transcript that the ticket's sender can read as well. */
function senderLines({ name, message, createdAt, response, endedAt }: AdminTicket): TranscriptLine[] {
  const asked: TranscriptLine = {
    kind: 'message',
    author: name,
    text: message,
    at: createdAt,
    isInside: false,
  };
  if (response === null || endedAt === null) return [asked];
  return [asked, { kind: 'response', author: null, text: response, at: endedAt, isInside: false }];
}

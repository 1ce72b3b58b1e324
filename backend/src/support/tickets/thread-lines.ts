import {
  MAX_THREAD_LINES,
  type NoteThreadLineRequest,
  type AdminTicket,
  type TicketTranscript,
} from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { TicketsQueries } from './tickets.queries.js';

type ThreadLine = Pick<NoteThreadLineRequest, 'messageId' | 'author' | 'text' | 'writtenAt'>;

/**
 * Keeps a line of a ticket's thread as it is now; one that was deleted or emptied in Discord goes. Nothing is
 * kept of a ticket that was emptied with its account, nor beyond MAX_THREAD_LINES lines.
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
  // The lock waits for a deletion of the account that is under way, and sees the ticket as it left it.
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

/** Empties the lines that a person wrote of their name and id; what they say is the ticket's. */
export async function forgetLineAuthor(tx: Tx, discordIds: readonly string[]): Promise<void> {
  await sql(tx).run(`UPDATE ticket_lines SET author = '', author_id = '' WHERE author_id = ANY($1)`, [
    discordIds,
  ]);
}

type Line = TicketTranscript['lines'][number];

const lineRow = z.object({ author: z.string(), text: z.string(), at: z.date() });

/** Everything that was written about a ticket, for staff to read and print. */
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
      ...notes.map(({ author, text, createdAt }) => staffLine('note', author, text, createdAt)),
      ...(await this.readThread(ticketId)),
    ];
    return { ticket, lines: lines.toSorted((one, other) => one.at.localeCompare(other.at)) };
  }

  private async readThread(ticketId: number): Promise<Line[]> {
    const rows = await sql(this.database).rows(
      lineRow,
      `SELECT author, text, written_at AS at FROM ticket_lines
        WHERE ticket_id = $1 ORDER BY written_at, message_id LIMIT $2`,
      [ticketId, MAX_THREAD_LINES],
    );
    return rows.map(({ author, text, at }) => staffLine('thread', author, text, at.toISOString()));
  }
}

const staffLine = (kind: 'note' | 'thread', author: string, text: string, at: string): Line => ({
  kind,
  author,
  text,
  at,
  isInside: true,
});

/** The lines that the ticket's sender can read as well. */
function senderLines({ name, message, createdAt, response, endedAt }: AdminTicket): Line[] {
  const asked: Line = { kind: 'message', author: name, text: message, at: createdAt, isInside: false };
  if (response === null || endedAt === null) return [asked];
  return [asked, { kind: 'response', author: null, text: response, at: endedAt, isInside: false }];
}

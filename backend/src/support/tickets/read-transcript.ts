import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { THREAD_LINES_KEPT, type AdminTicket, type TicketTranscript } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { TicketsQueries } from './tickets.queries.js';

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
    const ticket = await this.tickets.one(ticketId);
    const notes = await this.tickets.notes(ticketId);
    const lines = [
      ...saidOutside(ticket),
      ...notes.map(({ author, text, createdAt }) => inside('note', author, text, createdAt)),
      ...(await this.thread(ticketId)),
    ];
    return { ticket, lines: lines.toSorted((one, other) => one.at.localeCompare(other.at)) };
  }

  private async thread(ticketId: number): Promise<Line[]> {
    const rows = await sql(this.database).rows(
      lineRow,
      `SELECT author, text, written_at AS at FROM ticket_lines
        WHERE ticket_id = $1 ORDER BY written_at, message_id LIMIT $2`,
      [ticketId, THREAD_LINES_KEPT],
    );
    return rows.map(({ author, text, at }) => inside('thread', author, text, at.toISOString()));
  }
}

const inside = (kind: 'note' | 'thread', author: string, text: string, at: string): Line => ({
  kind,
  author,
  text,
  at,
  isInside: true,
});

/** The lines that the ticket's sender can read as well. */
function saidOutside({ name, message, createdAt, response, endedAt }: AdminTicket): Line[] {
  const asked: Line = { kind: 'message', author: name, text: message, at: createdAt, isInside: false };
  if (response === null || endedAt === null) return [asked];
  return [asked, { kind: 'response', author: null, text: response, at: endedAt, isInside: false }];
}

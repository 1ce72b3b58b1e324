import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ticketSide, type ListQuery, type TicketMessage } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Where, sql } from '../../../platform/database/sql.js';
import { parseIdCursor, readPageIds, requireSort } from '../../../platform/lists/list-page.js';
import type { Page } from '../../../platform/lists/send-page.js';
import { usernameOf } from '../../../people/accounts/account-sql.js';
import { readMessagePictures } from '../ticket-pictures.js';

type Connection = Parameters<typeof sql>[0];

const messageRow = z.object({
  id: z.number(),
  side: ticketSide,
  author: z.string().nullable(),
  text: z.string(),
  at: z.date(),
});

/** Reads messages by id, newest first, with the names of staff only for staff. */
export async function readTicketMessages(
  database: Connection,
  ids: readonly number[],
  isForStaff: boolean,
): Promise<TicketMessage[]> {
  const rows = await sql(database).rows(
    messageRow,
    `SELECT id, side, text, created_at AS at,
            CASE WHEN $2 AND author LIKE 'user:%' THEN ${usernameOf('substr(ticket_messages.author, 6)::int')} END AS author
       FROM ticket_messages WHERE id = ANY($1) ORDER BY id DESC`,
    [ids, isForStaff],
  );
  const pictures = await readMessagePictures(database, ids);
  return rows.map(({ at, ...message }) => ({
    ...message,
    pictures: pictures.get(message.id) ?? [],
    createdAt: at.toISOString(),
  }));
}

/** Reads one message that exists. */
export async function readTicketMessage(
  database: Connection,
  id: number,
  isForStaff: boolean,
): Promise<TicketMessage> {
  const [message] = await readTicketMessages(database, [id], isForStaff);
  if (!message) throw new Error(`message ${id} of a ticket was not found`);
  return message;
}

/** Reads the messages of tickets, page by page. */
@Injectable()
export class TicketMessagesQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Reads one page of a ticket's messages, newest first; who may read them is the caller's to check.
   * @throws ShopError VALIDATION for another sort or an invalid cursor
   */
  async listMessages(
    ticketId: number,
    isForStaff: boolean,
    { sort, cursor, limit }: ListQuery,
  ): Promise<Page<TicketMessage>> {
    requireSort(sort, 'newest');
    const start = cursor === undefined ? undefined : parseIdCursor(cursor);
    const where = new Where();
    where.addCondition(`m.ticket_id = ${where.addParameter(ticketId)}`);
    const { ids, total, next } = await readPageIds(this.database, {
      from: 'ticket_messages m',
      id: 'm.id',
      where,
      ...(start !== undefined && { after: (paged: Where) => `m.id < ${paged.addParameter(start)}::int8` }),
      orderBy: 'm.id DESC',
      limit,
    });
    return {
      items: await readTicketMessages(this.database, ids, isForStaff),
      total,
      ...(next !== undefined && { next }),
    };
  }
}

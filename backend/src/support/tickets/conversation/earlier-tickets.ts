import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { earlierTicket, type EarlierTicket } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { idRow, sql } from '../../../platform/database/sql.js';
import { Ticket } from '../ticket.entity.js';
import { toWireTicket } from '../ticket.mapper.js';
import { readTicketMessages } from './ticket-messages.queries.js';

/** Limit of the tickets before a follow-up that are shown, and of the newest messages of each. */
const MAX_EARLIER = 5;
const MAX_MESSAGES = 50;

/**
 * SQL of a ticket and of those that it follows, newest first.
 * @param id placeholder of the ticket's id
 */
export const ticketChainSql = (id: string): string =>
  `WITH RECURSIVE chain AS (
     SELECT t.id, t.follows_id, 0 AS step FROM tickets t WHERE t.id = ${id}
     UNION ALL
     SELECT t.id, t.follows_id, c.step + 1 FROM tickets t JOIN chain c ON t.id = c.follows_id WHERE c.step < ${MAX_EARLIER})
   SELECT id FROM chain ORDER BY step`;

/** Reads the tickets before a follow-up. */
@Injectable()
export class EarlierTickets {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Lists the tickets that a ticket follows, newest first; who may read them is the caller's to check. */
  async listEarlier(id: number, isForStaff: boolean): Promise<EarlierTicket[]> {
    const chain = await sql(this.database).rows(idRow, ticketChainSql('$1'), [id]);
    const found: EarlierTicket[] = [];
    for (const row of chain.slice(1)) found.push(await this.readEarlier(row.id, isForStaff));
    return found;
  }

  private async readEarlier(id: number, isForStaff: boolean): Promise<EarlierTicket> {
    const { manager } = this.database;
    const ticket = await toWireTicket(manager, await manager.findOneByOrFail(Ticket, { id }));
    const ids = await sql(this.database).rows(
      idRow,
      'SELECT id FROM ticket_messages WHERE ticket_id = $1 ORDER BY id DESC LIMIT $2',
      [id, MAX_MESSAGES],
    );
    const newestFirst = await readTicketMessages(
      this.database,
      ids.map((row) => row.id),
      isForStaff,
    );
    return earlierTicket.parse({ ...ticket, conversation: newestFirst.toReversed() });
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  OPEN_TICKET_STATUSES,
  ticketStatus,
  type AdminTicket,
  type LinkedTicket,
  type ListQuery,
  type Ticket as WireTicket,
  type TicketNote,
  type TicketStatus,
} from '@pax/contracts';
import { DataSource, In, type SelectQueryBuilder } from 'typeorm';
import { idOfCursor } from '../../common/http/list-cursor.js';
import { requireSort } from '../../common/http/list-sort.js';
import type { Page } from '../../common/http/send-page.js';
import { ShopError } from '../../common/problem.js';
import { sha256 } from '../../common/random.js';
import { sql } from '../../infra/database/sql.js';
import { Ticket } from './ticket.entity.js';
import { toAdminTickets, toLinkedTicket, toWireTicket } from './ticket.mapper.js';
import { noteRow, toNote } from './ticket-note.js';

/** Tickets that wait and have priority support come first (OWN-163). */
const IS_FIRST = `(t.priority_support AND t.status IN ('open', 'in_progress'))`;
/** Prefix of cursors in the first part. */
const FIRST_MARK = 'p';
/** How many of the own tickets are shown. */
const OWN_LIMIT = 100;

/** Reads of tickets. */
@Injectable()
export class TicketsQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The newest tickets of an account. */
  async own(userId: number): Promise<WireTicket[]> {
    const order = { id: 'DESC' as const };
    const tickets = await this.database.manager.find(Ticket, { where: { userId }, order, take: OWN_LIMIT });
    return tickets.map(toWireTicket);
  }

  /** The ticket of a secret link. @throws ShopError NOT_FOUND */
  async linked(token: string): Promise<LinkedTicket> {
    const ticket = await this.database.manager.findOneBy(Ticket, { tokenHash: sha256(token) });
    if (!ticket) throw new ShopError('NOT_FOUND', 'There is no such ticket.');
    return toLinkedTicket(ticket);
  }

  /** How many wait for staff. */
  countOpen(): Promise<number> {
    return this.database.manager.count(Ticket, { where: { status: In([...OPEN_TICKET_STATUSES]) } });
  }

  /** The notes of a ticket, oldest first. @throws ShopError NOT_FOUND */
  async notes(ticketId: number): Promise<TicketNote[]> {
    if (!(await this.database.manager.existsBy(Ticket, { id: ticketId })))
      throw new ShopError('NOT_FOUND', 'There is no such ticket.');
    const rows = await sql(this.database).rows(
      noteRow,
      `SELECT n.id, n.text, n.created_at, u.username AS author
         FROM ticket_notes n JOIN users u ON u.id = n.author_id WHERE n.ticket_id = $1 ORDER BY n.id`,
      [ticketId],
    );
    return rows.map(toNote);
  }

  /** One page of the panel's list. @throws ShopError VALIDATION for an unknown state, order or cursor */
  async page({ q, state, sort, cursor, limit }: ListQuery): Promise<Page<AdminTicket>> {
    requireSort(sort, 'newest');
    const query = this.database.manager.createQueryBuilder(Ticket, 't');
    if (state !== undefined) query.where('t.status = ANY(:wanted)', { wanted: statesOf(state) });
    if (q) search(query, q);
    const total = await query.getCount();
    if (cursor !== undefined) startAfter(query, cursor);
    const tickets = await query
      .addSelect(IS_FIRST, 'is_first')
      .orderBy('is_first', 'DESC')
      .addOrderBy('t.id', 'DESC')
      .limit(limit + 1)
      .getMany();
    const shown = tickets.slice(0, limit);
    return {
      items: await toAdminTickets(this.database.manager, shown),
      total,
      next: tickets.length > limit ? cursorAfter(shown.at(-1)) : undefined,
    };
  }
}

/** Searches id, subject, message and sender; the wildcard characters of LIKE mean themselves. */
function search(query: SelectQueryBuilder<Ticket>, q: string): void {
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  query.andWhere(
    `(CAST(t.id AS text) = :q OR t.subject ILIKE :pattern OR t.name ILIKE :pattern OR t.email ILIKE :pattern
      OR t.message ILIKE :pattern OR t.user_id IN (SELECT id FROM users WHERE username ILIKE :pattern))`,
    { q: q.replace(/^#/, ''), pattern },
  );
}

function statesOf(state: string): TicketStatus[] {
  return state.split(',').map((part) => {
    const parsed = ticketStatus.safeParse(part);
    if (!parsed.success) throw new ShopError('VALIDATION', `state: ${part} is no status of a ticket`);
    return parsed.data;
  });
}

/** A ticket's place in the list: its part, and its id. */
function cursorAfter(ticket: Ticket | undefined): string | undefined {
  if (!ticket) return undefined;
  const isFirst = ticket.prioritySupport && OPEN_TICKET_STATUSES.includes(ticket.status);
  return `${isFirst ? FIRST_MARK : ''}${ticket.id}`;
}

function startAfter(query: SelectQueryBuilder<Ticket>, cursor: string): void {
  const isFirstPart = cursor.startsWith(FIRST_MARK);
  const id = idOfCursor(isFirstPart ? cursor.slice(FIRST_MARK.length) : cursor);
  // As int8: an id beyond the column's type is lawful and matches every ticket.
  const isAfter = 't.id < CAST(:id AS int8)';
  query.andWhere(isFirstPart ? `(NOT ${IS_FIRST} OR ${isAfter})` : `(NOT ${IS_FIRST} AND ${isAfter})`, {
    id,
  });
}

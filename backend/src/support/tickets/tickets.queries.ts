import {
  TICKET_PRIORITIES,
  TICKET_SORTS,
  type TicketSort,
  OPEN_TICKET_STATUSES,
  TICKET_STATUSES,
  ticketStatus,
  type AdminCounts,
  type AdminTicket,
  type LinkedTicket,
  type ListQuery,
  type Ticket as WireTicket,
  type TicketNote,
  type TicketStatus,
} from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import {
  type ListRead,
  type PageStart,
  parseSearch,
  requireSort,
  parsePageCursor,
  readPageIds,
} from '../../platform/lists/list-page.js';
import { readEntities } from '../../platform/database/read-entities.js';
import { Where, sql } from '../../platform/database/sql.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Page } from '../../platform/lists/send-page.js';
import { readListCounts, sumCounts } from '../../platform/lists/list-counts.js';
import { usernameConditionSql, usernameOf } from '../../people/accounts/account-sql.js';
import { hashFromFileName } from '../pictures/picture-store.js';
import { ticketChainSql } from './conversation/earlier-tickets.js';
import { Ticket } from './ticket.entity.js';
import { readAdminTickets, toLinkedTicket, toWireTickets } from './ticket.mapper.js';
import { findTicketByLink, ticketNotFoundError } from './lock-ticket.js';
import { noteRow, toTicketNote } from './add-ticket-note.js';

const isTicketSort = (name: string): name is TicketSort => TICKET_SORTS.some((known) => known === name);

const IS_WAITING = `(t.status IN ('open', 'in_progress'))`;
const IS_PRIORITY = `(t.priority_support AND ${IS_WAITING})`;
const URGENCY = `array_position(ARRAY[${TICKET_PRIORITIES.map((priority) => `'${priority}'`).join(', ')}], t.priority)`;
// Casts the id to int8, because a cursor may contain an id beyond the column's integer type, which is no ticket's.
const idPlaceholder = (where: Where, id: number): string => `${where.addParameter(id)}::int8`;

/** An ordering of the list of tickets, with the SQL condition at which a page starts. */
interface Ordering extends Pick<ListRead, 'orderBy' | 'first'> {
  readonly after: (where: Where, start: PageStart) => string;
}

/** SQL of a ticket's rank by its newest message or its opening; a message moves a ticket to the top of its list. */
const RECENCY = 'coalesce(t.recency, t.id)';

/** Sorts waiting tickets with priority support first, then by newest message or opening. */
const newest: Ordering = {
  orderBy: `${IS_PRIORITY} DESC, ${RECENCY} DESC`,
  first: IS_PRIORITY,
  after: (where, { isFirstPart, id }) => {
    const at = idPlaceholder(where, id);
    const isAfter = `${RECENCY} < coalesce((SELECT ${RECENCY} FROM tickets t WHERE t.id = ${at}), ${at})`;
    return isFirstPart ? `NOT ${IS_PRIORITY} OR ${isAfter}` : `NOT ${IS_PRIORITY} AND ${isAfter}`;
  },
};

const TURN = `CASE WHEN NOT ${IS_WAITING} THEN -t.id WHEN t.messages > 0 THEN -${RECENCY} ELSE t.id END`;
const WAITING_ORDER = `NOT t.priority_support, -${URGENCY}, ${TURN}`;
/**
 * Sorts waiting tickets by priority support and priority, then those with messages by the newest one, then by age;
 * then ended ones, newest first.
 */
const urgent: Ordering = {
  orderBy: `${IS_WAITING} DESC,
    CASE WHEN ${IS_WAITING} THEN NOT t.priority_support END, CASE WHEN ${IS_WAITING} THEN -${URGENCY} END,
    ${TURN}`,
  first: IS_WAITING,
  after: (where, { isFirstPart, id }) => {
    const at = idPlaceholder(where, id);
    if (!isFirstPart) return `NOT ${IS_WAITING} AND t.id < ${at}`;
    const ticketColumnSql = (column: string): string =>
      `(SELECT ${column} FROM tickets t WHERE t.id = ${at})`;
    const start = `${ticketColumnSql('NOT t.priority_support')}, ${ticketColumnSql(`-${URGENCY}`)}, ${ticketColumnSql(TURN)}`;
    return `NOT ${IS_WAITING} OR (${WAITING_ORDER}) > (${start})`;
  },
};

/**
 * Parses the name of an ordering.
 * @throws ShopError VALIDATION for an unknown one
 */
export function parseOrdering(sort: string | undefined): Ordering {
  const name = sort || 'newest';
  if (!isTicketSort(name)) throw new ShopError('VALIDATION', 'sort: not an order of this list');
  return { newest, urgent }[name];
}

const ENDED_STATUSES = TICKET_STATUSES.filter((status) => !OPEN_TICKET_STATUSES.includes(status));
/** Limit of tickets that an account page shows. */
const OWN_LIMIT = 100;

/** The reader of a ticket's picture: a person with the ticket's token, the account that sent it, or staff. */
export type PictureReader = { token: string } | { ticketId: number; userId?: number };

/** Reads support tickets. */
@Injectable()
export class TicketsQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Lists the newest tickets of an account, by their newest message or opening. */
  async listOwn(userId: number): Promise<WireTicket[]> {
    const own = `WHERE user_id = $1 ORDER BY coalesce(recency, id) DESC LIMIT ${OWN_LIMIT}`;
    const tickets = await readEntities(this.database.manager, Ticket, own, [userId]);
    return toWireTickets(this.database.manager, tickets);
  }

  /**
   * Reads the ticket of a secret link.
   * @throws ShopError NOT_FOUND
   */
  async readByToken(token: string): Promise<LinkedTicket> {
    const id = await this.requireIdByToken(token);
    const ticket = await this.database.manager.findOneBy(Ticket, { id });
    if (!ticket) throw ticketNotFoundError();
    return toLinkedTicket(this.database.manager, ticket);
  }

  /**
   * Reads the id of the ticket of a secret link.
   * @throws ShopError NOT_FOUND
   */
  async requireIdByToken(token: string): Promise<number> {
    const id = await findTicketByLink(this.database, token);
    if (id === undefined) throw ticketNotFoundError();
    return id;
  }

  /**
   * Tells whether an account sent a ticket.
   * @throws ShopError NOT_FOUND for no ticket
   */
  async isOwn(id: number, userId: number): Promise<boolean> {
    const ticket = await this.database.manager.findOneBy(Ticket, { id });
    if (!ticket) throw ticketNotFoundError();
    return ticket.userId === userId;
  }

  /** Tells whether a reader may see a ticket's picture. */
  async canReadPicture(reader: PictureReader, file: string): Promise<boolean> {
    const { ticketId, userId = null } =
      'token' in reader ? { ticketId: await findTicketByLink(this.database, reader.token) } : reader;
    if (ticketId === undefined) return false;
    return sql(this.database).exists(
      `SELECT 1 FROM ticket_pictures p JOIN tickets t ON t.id = p.ticket_id
        WHERE p.hash = $1 AND t.id IN (${ticketChainSql('$2')}) AND ($3::int IS NULL OR t.user_id = $3)`,
      [hashFromFileName(file), ticketId, userId],
    );
  }

  /** Counts tickets that wait for staff, and tickets that have ended. */
  async readCounts(): Promise<Pick<AdminCounts, 'tickets' | 'endedTickets'>> {
    const counts = await readListCounts(this.database, 'tickets');
    return {
      tickets: sumCounts(counts, OPEN_TICKET_STATUSES),
      endedTickets: sumCounts(counts, ENDED_STATUSES),
    };
  }

  /**
   * Lists the notes of a ticket, oldest first.
   * @throws ShopError NOT_FOUND
   */
  async listNotes(ticketId: number): Promise<TicketNote[]> {
    if (!(await this.database.manager.existsBy(Ticket, { id: ticketId }))) throw ticketNotFoundError();
    const rows = await sql(this.database).rows(
      noteRow,
      `SELECT id, text, created_at, ${usernameOf('ticket_notes.author_id')} AS author
         FROM ticket_notes WHERE ticket_id = $1 ORDER BY id`,
      [ticketId],
    );
    return rows.map(toTicketNote);
  }

  /**
   * Reads one page of the panel's list of tickets.
   * @throws ShopError VALIDATION for an unknown state, sort or cursor
   */
  async listTickets({ q, state, sort, cursor, limit }: ListQuery): Promise<Page<AdminTicket>> {
    const { after, ...ordering } = parseOrdering(sort);
    const start = parsePageCursor(cursor);
    const where = new Where();
    const states = state ? parseTicketStates(state) : TICKET_STATUSES;
    if (state) where.addCondition(`t.status IN (${states.map((status) => `'${status}'`).join(', ')})`);
    const isSearched = await this.addTicketSearch(where, q);
    const { ids, total, next } = await readPageIds(this.database, {
      ...ordering,
      isSearched,
      from: 'tickets t',
      id: 't.id',
      where,
      stored: { table: 'tickets', states },
      after: start && ((paged) => after(paged, start)),
      limit,
    });
    return { items: await this.readInOrder(ids), total, next };
  }

  private async readInOrder(ids: readonly number[]): Promise<AdminTicket[]> {
    const tickets = new Map(
      (await readAdminTickets(this.database.manager, ids)).map((ticket) => [ticket.id, ticket]),
    );
    return ids.flatMap((id) => tickets.get(id) ?? []);
  }

  /**
   * Reads one page of an account's tickets, newest first.
   * @throws ShopError VALIDATION for another sort or an invalid cursor
   */
  async listForUser(userId: number, { sort, cursor, limit }: ListQuery): Promise<Page<AdminTicket>> {
    requireSort(sort, 'newest');
    const start = parsePageCursor(cursor);
    const where = new Where();
    where.addCondition(`t.user_id = ${where.addParameter(userId)}`);
    const { ids, total, next } = await readPageIds(this.database, {
      from: 'tickets t',
      id: 't.id',
      where,
      after: start && ((paged) => `t.id < ${paged.addParameter(start.id)}::int8`),
      orderBy: 't.id DESC',
      limit,
    });
    return { items: await this.readInOrder(ids), total, next };
  }

  /**
   * Reads one ticket as the panel shows it.
   * @throws ShopError NOT_FOUND
   */
  async readTicket(id: number): Promise<AdminTicket> {
    const [ticket] = await readAdminTickets(this.database.manager, [id]);
    if (!ticket) throw ticketNotFoundError();
    return ticket;
  }

  /**
   * Adds a search in id, subject, message and sender to an SQL condition.
   * @returns false when the text searches for nothing
   */
  private async addTicketSearch(where: Where, q: string | undefined): Promise<boolean> {
    const search = parseSearch(q);
    if (!search) return false;
    const pattern = where.addParameter(search.pattern);
    const named = { column: 't.user_id', pattern, text: search.pattern };
    const conditions = [
      `t.searched LIKE lower(${pattern})`,
      await usernameConditionSql(this.database, where, named),
    ];
    if (search.number !== undefined) conditions.push(`t.id = ${where.addParameter(search.number)}`);
    where.addCondition(conditions.join(' OR '));
    return true;
  }
}

function parseTicketStates(state: string): TicketStatus[] {
  return state.split(',').map((part) => {
    const parsed = ticketStatus.safeParse(part);
    if (!parsed.success) throw new ShopError('VALIDATION', `state: ${part} is no status of a ticket`);
    return parsed.data;
  });
}

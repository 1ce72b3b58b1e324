import { pipeline, Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import {
  EXPORT_RIGHTS,
  holdsRight,
  MONEY_SORTS,
  type ExportedList,
  type ExportQuery,
  type ListQuery,
} from '@pax/contracts';
import { stringify } from 'csv-stringify';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { Transactions } from '../../platform/database/transaction.js';
import type { Page } from '../../platform/lists/send-page.js';
import { ShopError } from '../../platform/shop-error.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { CatalogQueries } from '../../shop/catalog/catalog.queries.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';
import { TicketsQueries } from '../../support/tickets/tickets.queries.js';
import { ReadOverview } from '../overview/read-overview.js';
import { UsersQueries } from '../users/users.queries.js';
import {
  FIGURE_COLUMNS,
  listFigures,
  ORDER_COLUMNS,
  PRODUCT_COLUMNS,
  TICKET_COLUMNS,
  toCell,
  USER_COLUMNS,
  type Column,
} from './export-columns.js';

/** Rows that are read at once. */
const PORTION = 500;
/** Exports that a process makes at a time, so that they do not take the connections of everybody else. */
const MAX_EXPORTS = 3;

interface Numbered {
  readonly id: number;
}
type ReadPage<T> = (query: ListQuery) => Promise<Page<T>>;

/** Reads a list by its own pages. A row that moves to a later page meanwhile is still listed once. */
async function* readPortions<T extends Numbered>(
  readPage: ReadPage<T>,
  query: ExportQuery,
): AsyncGenerator<T> {
  const { q, state, sort } = query;
  const moved = new Set<number>();
  let cursor: string | undefined;
  do {
    const { items, next } = await readPage({ q, state, sort, cursor, limit: PORTION });
    for (const item of items) if (!moved.has(item.id)) yield item;
    // Only rows of a list's first part, such as open orders, move down it.
    if (next?.startsWith('p')) for (const { id } of items) moved.add(id);
    cursor = next;
  } while (cursor !== undefined);
}

async function* toRecords<T>(
  rows: AsyncIterable<T> | Iterable<T>,
  columns: readonly Column<T>[],
  { decimals }: ExportQuery,
) {
  yield columns.map(({ name }) => name);
  for await (const row of rows)
    yield columns.map(({ read, isDecimal }) => toCell(read(row), isDecimal && decimals === 'comma'));
}

/** Writes a list of the panel as CSV while it is read, so that its length takes no memory. */
@Injectable()
export class ExportList {
  private readonly logger = new Logger(ExportList.name);
  /** Accounts whose export this process is making. */
  private readonly running = new Set<number>();

  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersQueries,
    private readonly users: UsersQueries,
    private readonly tickets: TicketsQueries,
    private readonly catalog: CatalogQueries,
    private readonly overview: ReadOverview,
  ) {}

  /**
   * Audits an export and begins it.
   * @throws ShopError FORBIDDEN without the list's right; VALIDATION as the list; RATE_LIMITED while another one of the
   * caller, or too many, are made
   */
  async execute(actor: Actor, list: ExportedList, query: ExportQuery): Promise<Readable> {
    const showsMoney = holdsRight(actor, 'money');
    const isForbidden = !holdsRight(actor, EXPORT_RIGHTS[list]);
    if (isForbidden || (!showsMoney && list === 'users' && MONEY_SORTS.some((sort) => sort === query.sort)))
      throw new ShopError('FORBIDDEN', 'You may not export this list.');
    if (this.running.has(actor.userId) || this.running.size >= MAX_EXPORTS)
      throw new ShopError('RATE_LIMITED', 'Another export is being made. Please try again in a moment.', {
        retryAfter: 5,
      });
    this.running.add(actor.userId);
    try {
      const records = await this.readRecords(actor, list, query, showsMoney);
      // Reads the header and the first row before the answer begins, so that bad filters are refused.
      const { value: header } = await records.next();
      const first = await records.next();
      await this.transactions.run((tx) =>
        writeAuditRow(tx, {
          actor: actorName(actor),
          action: 'list.export',
          subject: `list:${list}`,
          detail: { money: showsMoney, searched: query.q !== undefined, state: query.state ?? '' },
        }),
      );
      return this.begin(actor, prepend([header, first], records), query);
    } catch (error) {
      this.running.delete(actor.userId);
      throw error;
    }
  }

  private begin(
    actor: Actor,
    records: AsyncIterable<readonly string[]>,
    { decimals }: ExportQuery,
  ): Readable {
    const delimiter = decimals === 'comma' ? ';' : ',';
    const csv = stringify({ bom: true, delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
    pipeline(Readable.from(records), csv, (error) => {
      this.running.delete(actor.userId);
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        this.logger.warn(`An export ended early: ${error.message}`);
    });
    return csv;
  }

  private async readRecords(
    actor: Actor,
    list: ExportedList,
    query: ExportQuery,
    showsMoney: boolean,
  ): Promise<AsyncGenerator<string[], void>> {
    const shown = <T>(columns: readonly Column<T>[]): Column<T>[] =>
      columns.filter(({ isMoney }) => showsMoney || isMoney !== true);
    const viewer = actorName(actor);
    if (list === 'products')
      return toRecords(await this.catalog.listForAdmins(), shown(PRODUCT_COLUMNS), query);
    if (list === 'overview')
      return toRecords(listFigures(await this.overview.execute(actor, query.period)), FIGURE_COLUMNS, query);
    if (list === 'users')
      return toRecords(
        readPortions((page) => this.users.listUsers(page), query),
        shown(USER_COLUMNS),
        query,
      );
    if (list === 'tickets')
      return toRecords(
        readPortions((page) => this.tickets.listTickets(page), query),
        shown(TICKET_COLUMNS),
        query,
      );
    const readPage = (page: ListQuery) =>
      list === 'archive' ? this.orders.pageOfArchived(page) : this.orders.pageOfActive(page, viewer);
    return toRecords(readPortions(readPage, query), shown(ORDER_COLUMNS), query);
  }
}

async function* prepend(
  [header, first]: [string[] | void, IteratorResult<string[], void>],
  rest: AsyncGenerator<string[], void>,
): AsyncGenerator<string[]> {
  try {
    if (header) yield header;
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

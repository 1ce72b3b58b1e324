import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  ACTIVE_STATUSES,
  DUE_SOON_MINUTES,
  MAX_EXACT_TOTAL,
  ORDER_STATUSES,
  ORDER_TRANSITION_TABLE,
  ORDER_VIEWS,
  REFUNDABLE,
  UNDELIVERABLE_PAYMENTS,
  isOrderView,
  orderStatus,
  orderViewCounts,
  type AdminCounts,
  type BotOrdersQuery,
  type ListQuery,
  type StaffOrder as WireOrder,
  type OrderReason,
  type OrderStatus,
  type OrderView,
  type OrderViewCounts,
  type SuggestedOrderAct,
} from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { parseSearch, requireSort, parsePageCursor, readPageIds } from '../../platform/lists/list-page.js';
import type { Page } from '../../platform/lists/send-page.js';
import { ShopError } from '../../platform/shop-error.js';
import { readListCounts, readStoredCount, sumCounts } from '../../platform/lists/list-counts.js';
import { Where, countRow, idRow, sql } from '../../platform/database/sql.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { readAuditRowsByIds } from '../../people/audit/audit.js';
import { usernameConditionSql } from '../../people/accounts/account-sql.js';
import { Order } from './order.entity.js';
import { toWireOrders, readWireOrder, readWireOrders } from './order.mapper.js';
import { listReasonsOfOrder } from './order-reasons.js';
import { orderingFor } from './order-sorts.js';

const OPEN_STATUSES: readonly OrderStatus[] = ['pending', 'processing'];
const ARCHIVED_STATUSES = ORDER_STATUSES.filter((status) => !ACTIVE_STATUSES.includes(status));

/** Reads orders for lists and details. */
@Injectable()
export class OrdersQueries {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
  ) {}

  /** Lists all orders of an account, newest first. */
  async listOwn(userId: number): Promise<WireOrder[]> {
    const orders = await this.database.manager.find(Order, { where: { userId }, order: { id: 'DESC' } });
    return toWireOrders(this.database.manager, orders);
  }

  /** Reads one page of an account's orders that match a query, newest first. */
  async pageOfOwn(userId: number, query: Omit<BotOrdersQuery, 'discordId'>): Promise<Page<WireOrder>> {
    const { ids, total } = await findOwnOrders(this.database.manager, userId, query);
    return { items: await this.readOrdersInThisOrder(ids), total };
  }

  /**
   * Reads one page of an account's orders, newest first.
   * @throws ShopError VALIDATION for an unknown sort or an invalid cursor
   */
  async pageOfUser(userId: number, { sort, cursor, limit }: ListQuery): Promise<Page<WireOrder>> {
    requireSort(sort, 'newest');
    const start = parsePageCursor(cursor);
    const where = new Where();
    where.addCondition(`o.user_id = ${where.addParameter(userId)}`);
    const { ids, total, next } = await readPageIds(this.database, {
      from: 'orders o',
      id: 'o.id',
      where,
      after: start && ((paged) => `o.id < ${paged.addParameter(start.id)}::int8`),
      orderBy: 'o.id DESC',
      limit,
    });
    return { items: await this.readOrdersInThisOrder(ids), total, next };
  }

  /** Lists the reasons that staff gave for their actions on an order. */
  async listReasons(orderId: number): Promise<OrderReason[]> {
    const { manager } = this.database;
    const reasons = await listReasonsOfOrder(manager, orderId);
    const texts = new Map(reasons.map(({ auditId, text }) => [auditId, text]));
    const acts = await readAuditRowsByIds(manager, [...texts.keys()]);
    const names = await this.accounts.readActorNames(acts.map(({ actor }) => actor));
    return acts.map(({ id, action, actor, createdAt }) => ({
      id,
      action,
      text: texts.get(id) ?? '',
      actor: names.get(actor) ?? actor,
      createdAt: createdAt.toISOString(),
    }));
  }

  /**
   * Reads a page of the active orders: pending, processing, completed.
   * @param viewer who reads, as audit rows name people; without one there are no views
   */
  pageOfActive(query: ListQuery, viewer?: string): Promise<Page<WireOrder>> {
    return this.readPage(ACTIVE_STATUSES, query, { viewer });
  }

  /**
   * Reads a page of the open orders as staff work them off: overdue ones first, then those with priority, then by due
   * time. A page beyond the end gives the last one.
   * @param page from 1
   */
  async pageOfQueue(page: number, size: number): Promise<Page<WireOrder> & { page: number }> {
    const total = await readStoredCount(this.database, { table: 'orders', states: OPEN_STATUSES });
    const shown = Math.min(page, Math.max(1, Math.ceil(total / size)));
    const rows = await sql(this.database).rows(
      idRow,
      `SELECT o.id FROM orders o WHERE ${statusIn(OPEN_STATUSES)}
        ORDER BY (o.due_at < now()) IS TRUE DESC, o.priority DESC, o.due_at NULLS LAST, o.id
        LIMIT ${size} OFFSET ${(shown - 1) * size}`,
    );
    return { items: await this.readOrdersInThisOrder(rows.map(({ id }) => id)), total, page: shown };
  }

  /** Reads a page of the archived orders: archived and cancelled. */
  pageOfArchived(query: ListQuery): Promise<Page<WireOrder>> {
    return this.readPage(ARCHIVED_STATUSES, query);
  }

  /**
   * Lists the first orders that an act is possible for: open ones by due time, those to refund newest first.
   * @param own accounts whose orders are left out
   */
  async listForAct(
    act: SuggestedOrderAct,
    { q, limit, own }: Pick<ListQuery, 'q' | 'limit'> & { own: readonly number[] },
  ): Promise<WireOrder[]> {
    const condition = (where: Where): string =>
      `${ACT_CONDITIONS[act] ?? 'true'} AND o.user_id <> ALL(${where.addParameter(own)}::int8[])`;
    if (act !== 'refund') {
      const query = { q, limit, sort: 'due' };
      return (await this.readPage(ORDER_TRANSITION_TABLE[act].from, query, { condition })).items;
    }
    // One list for each status, since each has an index of its own.
    const pages = await Promise.all(
      REFUNDABLE.statuses.map((status) => this.readPage([status], { q, limit }, { condition })),
    );
    const found = pages.flatMap(({ items }) => items);
    return found.toSorted((one, other) => other.id - one.id).slice(0, limit);
  }

  async findOrder(id: number): Promise<WireOrder | undefined> {
    return readWireOrder(this.database.manager, id);
  }

  /** Counts active, open and archived orders; cancelled orders count as archived. */
  async countByStatus(): Promise<Pick<AdminCounts, 'orders' | 'openOrders' | 'archived'>> {
    const counts = await readListCounts(this.database, 'orders');
    return {
      orders: sumCounts(counts, ACTIVE_STATUSES),
      openOrders: sumCounts(counts, OPEN_STATUSES),
      archived: sumCounts(counts, ARCHIVED_STATUSES),
    };
  }

  /** Counts the open orders in each view. */
  async countViews(viewer: string): Promise<OrderViewCounts> {
    const where = new Where();
    const counts = ORDER_VIEWS.map((view) => {
      const matching = `SELECT FROM orders o WHERE ${statusIn(OPEN_STATUSES)} AND ${viewConditionSql(where, view, viewer)}`;
      return `(SELECT count(*)::int FROM (${matching} LIMIT ${MAX_EXACT_TOTAL + 1}) AS counted) AS ${view}`;
    });
    const row = await sql(this.database).first(orderViewCounts, `SELECT ${counts.join(', ')}`, where.values);
    if (!row) throw new Error('counts without a row');
    return row;
  }

  private async readPage(
    statuses: readonly OrderStatus[],
    { q, state, sort, cursor, limit }: ListQuery,
    { viewer, condition }: { viewer?: string | undefined; condition?: (where: Where) => string } = {},
  ): Promise<Page<WireOrder>> {
    const parts = state ? state.split(',') : [];
    const view = viewer === undefined ? undefined : parts.find(isOrderView);
    const named = parts.filter((part) => part !== view).map(parseStatus);
    const listed = view === undefined ? statuses : OPEN_STATUSES;
    const wanted = named.length === 0 ? listed : listed.filter((status) => named.includes(status));
    const { after, ...ordering } = orderingFor(sort, wanted);
    const start = parsePageCursor(cursor);
    const where = new Where().addCondition(statusIn(wanted));
    if (view !== undefined && viewer !== undefined) where.addCondition(viewConditionSql(where, view, viewer));
    if (condition) where.addCondition(condition(where));
    const isSearched = await this.addSearchCondition(where, q);
    const { ids, total, next } = await readPageIds(this.database, {
      ...ordering,
      isSearched,
      from: 'orders o',
      id: 'o.id',
      where,
      ...(view === undefined && condition === undefined && { stored: { table: 'orders', states: wanted } }),
      after: start && ((paged) => after(paged, start)),
      limit,
    });
    return { items: await this.readOrdersInThisOrder(ids), total, next };
  }

  private async readOrdersInThisOrder(ids: readonly number[]): Promise<WireOrder[]> {
    const byId = new Map(
      (await readWireOrders(this.database.manager, ids)).map((order) => [order.id, order]),
    );
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /**
   * Adds a search in id, username, product, Discord and game name to an SQL condition.
   * @returns false without a search text
   */
  private async addSearchCondition(where: Where, q: string | undefined): Promise<boolean> {
    const search = parseSearch(q);
    if (!search) return false;
    const pattern = where.addParameter(search.pattern);
    const named = { column: 'o.user_id', pattern, text: search.pattern };
    const conditions = [
      `o.searched LIKE lower(${pattern})`,
      await usernameConditionSql(this.database, where, named),
    ];
    if (search.number !== undefined) conditions.push(`o.id = ${where.addParameter(search.number)}`);
    where.addCondition(conditions.join(' OR '));
    return true;
  }
}

const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** SQL conditions of acts that more than the order's status decides. */
const ACT_CONDITIONS: Partial<Record<SuggestedOrderAct, string>> = {
  complete: `o.payment_status NOT IN (${quoted(UNDELIVERABLE_PAYMENTS)})`,
  refund: `o.kind = 'purchase' AND o.payment_status IN (${quoted(REFUNDABLE.payments)})`,
};

/** Writes the statuses into the text of the statement, because partial indices only match constants. */
function statusIn(statuses: readonly OrderStatus[]): string {
  if (statuses.length === 0) return 'false';
  return `o.status IN (${quoted(statuses)})`;
}

function parseStatus(part: string): OrderStatus {
  const parsed = orderStatus.safeParse(part);
  if (!parsed.success) throw new ShopError('VALIDATION', `state: ${part} is no status of an order`);
  return parsed.data;
}

/** Makes the SQL condition of a view, for open orders; due times are compared with the database's clock. */
function viewConditionSql(where: Where, view: OrderView, viewer: string): string {
  if (view === 'mine') return `o.processed_by = ${where.addParameter(viewer)}`;
  if (view === 'priority') return 'o.priority';
  if (view === 'overdue') return 'o.due_at < now()';
  return `o.due_at >= now() AND o.due_at < now() + interval '${DUE_SOON_MINUTES} minutes'`;
}

/** Finds one page of an account's orders, newest first. A page beyond the end returns the last one. */
async function findOwnOrders(
  manager: EntityManager,
  userId: number,
  { q, state = [], checkout, page, limit }: Omit<BotOrdersQuery, 'discordId'>,
): Promise<{ ids: number[]; total: number }> {
  const where = new Where();
  where.addCondition(`o.user_id = ${where.addParameter(userId)}`);
  if (checkout !== undefined)
    where.addCondition(
      `o.checkout_id = (SELECT id FROM checkouts WHERE ref = ${where.addParameter(checkout)})`,
    );
  const search = parseSearch(q);
  if (search) {
    const line = `'#' || o.id || ' · ' || o.product_name || ' × ' || o.quantity`;
    const pattern = where.addParameter(search.pattern);
    where.addCondition(
      `lower(${line}) LIKE lower(${pattern}) OR o.status = ANY(${where.addParameter(state)})`,
    );
  } else if (state.length > 0) where.addCondition(`o.status = ANY(${where.addParameter(state)})`);
  const { text, values } = where;
  const count = await sql(manager).first(countRow, `SELECT count(*)::int AS n FROM orders o${text}`, values);
  const total = count?.n ?? 0;
  const shown = Math.min(page, Math.max(1, Math.ceil(total / limit)));
  const rows = await sql(manager).rows(
    idRow,
    `SELECT o.id FROM orders o${text} ORDER BY o.id DESC LIMIT ${limit} OFFSET ${(shown - 1) * limit}`,
    values,
  );
  return { ids: rows.map(({ id }) => id), total };
}

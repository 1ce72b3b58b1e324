import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  ACTIVE_STATUSES,
  ORDER_STATUSES,
  orderStatus,
  type ListQuery,
  type Order as WireOrder,
  type OrderStatus,
} from '@pax/contracts';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../infra/database/sql.js';
import { idOfCursor } from '../../common/http/list-cursor.js';
import { requireSort } from '../../common/http/list-sort.js';
import type { Page } from '../../common/http/send-page.js';
import { ShopError } from '../../common/problem.js';
import { Order } from './order.entity.js';
import { toWireOrders, wireOrder } from './order.mapper.js';

const activeRow = z.object({ active: z.boolean(), n: z.number() });

/** Open orders with Free Delivery come first in the staff's list (OWN-54). */
const IS_PRIORITY = `(o.priority AND o.status IN ('pending', 'processing'))`;
/** Prefix of cursors in the priority part. */
const PRIORITY_MARK = 'p';

/** Reads of orders. */
@Injectable()
export class OrdersQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** All orders of an account, newest first. */
  async own(userId: number): Promise<WireOrder[]> {
    const orders = await this.database.manager.find(Order, { where: { userId }, order: { id: 'DESC' } });
    return toWireOrders(this.database.manager, orders);
  }

  /** The active list: pending, processing, completed. */
  active(query: ListQuery): Promise<Page<WireOrder>> {
    return this.page(ACTIVE_STATUSES, query);
  }

  /** The archived list: archived and cancelled. */
  archived(query: ListQuery): Promise<Page<WireOrder>> {
    return this.page(
      ORDER_STATUSES.filter((status) => !ACTIVE_STATUSES.includes(status)),
      query,
    );
  }

  async one(id: number): Promise<WireOrder | undefined> {
    return wireOrder(this.database.manager, id);
  }

  async counts(): Promise<{ orders: number; archived: number }> {
    const rows = await sql(this.database).rows(
      activeRow,
      'SELECT status = ANY($1) AS active, count(*)::int AS n FROM orders GROUP BY 1',
      [ACTIVE_STATUSES],
    );
    const of = (active: boolean): number => rows.find((row) => row.active === active)?.n ?? 0;
    return { orders: of(true), archived: of(false) };
  }

  private async page(
    statuses: readonly OrderStatus[],
    { q, state, sort, cursor, limit }: ListQuery,
  ): Promise<Page<WireOrder>> {
    requireSort(sort, 'newest');
    const wanted =
      state === undefined ? statuses : statesOf(state).filter((status) => statuses.includes(status));
    const query = this.database.manager
      .createQueryBuilder(Order, 'o')
      .where('o.status = ANY(:wanted)', { wanted: [...wanted] });
    if (q) search(query, q);
    const total = await query.getCount();
    if (cursor !== undefined) startAfter(query, cursor);
    const orders = await query
      .addSelect(IS_PRIORITY, 'is_first')
      .orderBy('is_first', 'DESC')
      .addOrderBy('o.id', 'DESC')
      .limit(limit + 1)
      .getMany();
    const more = orders.length > limit;
    const shown = orders.slice(0, limit);
    return {
      items: await toWireOrders(this.database.manager, shown),
      total,
      next: more ? cursorAfter(shown.at(-1)) : undefined,
    };
  }
}

/** Searches id, username, product, Discord and game name; the wildcard characters of LIKE mean themselves. */
function search(query: SelectQueryBuilder<Order>, q: string): void {
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  query.andWhere(
    `(CAST(o.id AS text) = :q OR o.product_name ILIKE :pattern OR o.discord_username ILIKE :pattern OR o.minecraft_name ILIKE :pattern
      OR o.user_id IN (SELECT id FROM users WHERE username ILIKE :pattern))`,
    { q: q.replace(/^#/, ''), pattern },
  );
}

function statesOf(state: string): OrderStatus[] {
  return state.split(',').map((part) => {
    const parsed = orderStatus.safeParse(part);
    if (!parsed.success) throw new ShopError('VALIDATION', `state: ${part} is no status of an order`);
    return parsed.data;
  });
}

/** An order's place in the list: its part, and its id. */
function cursorAfter(order: Order | undefined): string | undefined {
  if (!order) return undefined;
  const isPriority = order.priority && ['pending', 'processing'].includes(order.status);
  return `${isPriority ? PRIORITY_MARK : ''}${order.id}`;
}

function startAfter(query: SelectQueryBuilder<Order>, cursor: string): void {
  const isPriorityPart = cursor.startsWith(PRIORITY_MARK);
  const id = idOfCursor(isPriorityPart ? cursor.slice(PRIORITY_MARK.length) : cursor);
  // As int8: an id beyond the column's type is lawful and matches every order.
  const isAfter = 'o.id < CAST(:id AS int8)';
  query.andWhere(
    isPriorityPart ? `(NOT ${IS_PRIORITY} OR ${isAfter})` : `(NOT ${IS_PRIORITY} AND ${isAfter})`,
    { id },
  );
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { USER_SORTS, type AdminUser, type ListQuery, type UserSort } from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { idOfCursor } from '../../common/http/list-cursor.js';
import type { Page } from '../../common/http/send-page.js';
import { ShopError } from '../../common/problem.js';
import { countRow } from '../../infra/database/row-schemas.js';
import { sql } from '../../infra/database/sql.js';
import { toAdminUser, USER_COLUMNS, USER_TABLES, userRow } from './user.mapper.js';

interface Order {
  /** What rows are ordered by, before their id. */
  readonly by: string;
  readonly direction: 'ASC' | 'DESC';
}
const NEWEST: Order = { by: 'u.id', direction: 'DESC' };
const ORDERS: Readonly<Record<UserSort, Order>> = {
  newest: NEWEST,
  createdAt: NEWEST,
  totalSpent: { by: 'u.total_spent_cents', direction: 'DESC' },
  storeCredit: { by: 'coalesce(c.balance, 0)', direction: 'DESC' },
  loyaltyPoints: { by: 'coalesce(p.balance, 0)', direction: 'DESC' },
  username: { by: 'u.username_key', direction: 'ASC' },
};
const isSort = (name: string): name is UserSort => USER_SORTS.some((known) => known === name);

/** Id, names as they are spelled anywhere, Discord id; the wildcard characters of LIKE mean themselves. */
const MATCHES = `($1 = '' OR u.id::text = $1 OR u.discord_id = $1 OR u.username ILIKE $2
  OR u.discord_username ILIKE $2 OR u.minecraft_name ILIKE $2 OR u.referral_code ILIKE $2)`;

/** Reads of accounts for staff. */
@Injectable()
export class UsersQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** One page of the accounts. @throws ShopError VALIDATION for an order or state that the list does not have */
  async page({ q = '', state = '', sort = '', cursor, limit }: ListQuery): Promise<Page<AdminUser>> {
    if (sort !== '' && !isSort(sort)) throw new ShopError('VALIDATION', 'sort: not an order of this list');
    if (state !== '' && state !== 'blocked') throw new ShopError('VALIDATION', 'state: only "blocked"');
    const { by, direction } = sort === '' ? NEWEST : ORDERS[sort];
    const search = [q.replace(/^#/, ''), `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`];
    const where = `${MATCHES} AND ($3 = '' OR u.blocked_at IS NOT NULL)`;
    const filter = [...search, state];
    const comparison = direction === 'DESC' ? '<' : '>';
    // As int8: an id beyond the column's type is lawful and matches no account.
    const after = `($4::int8 IS NULL OR (${by}, u.id) ${comparison}
      (SELECT ${by}, u.id FROM ${USER_TABLES} WHERE u.id = $4::int8))`;
    const [count, rows] = [
      await sql(this.database).first(
        countRow,
        `SELECT count(*)::int AS n FROM users u WHERE ${where}`,
        filter,
      ),
      await sql(this.database).rows(
        userRow,
        `SELECT ${USER_COLUMNS} FROM ${USER_TABLES} WHERE ${where} AND ${after}
          ORDER BY ${by} ${direction}, u.id ${direction} LIMIT $5`,
        [...filter, cursor === undefined ? null : idOfCursor(cursor), limit + 1],
      ),
    ];
    const items = rows.slice(0, limit).map(toAdminUser);
    const last = items.at(-1);
    return {
      items,
      total: count?.n ?? 0,
      next: rows.length > limit && last ? String(last.id) : undefined,
    };
  }

  /** Accounts by id; unknown ones are absent. */
  async byIds(
    ids: readonly number[],
    manager: EntityManager = this.database.manager,
  ): Promise<Map<number, AdminUser>> {
    const rows = await sql(manager).rows(
      userRow,
      `SELECT ${USER_COLUMNS} FROM ${USER_TABLES} WHERE u.id = ANY($1)`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, toAdminUser(row)]));
  }

  /** @throws ShopError NOT_FOUND */
  async one(id: number, manager?: EntityManager): Promise<AdminUser> {
    const user = (await this.byIds([id], manager)).get(id);
    if (!user) throw new ShopError('NOT_FOUND', 'There is no such account.');
    return user;
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { USER_SORTS, type AdminUser, type ListQuery, type UserSort } from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { readSearch } from '../../platform/lists/list-search.js';
import type { Page } from '../../platform/lists/send-page.js';
import { ShopError } from '../../platform/problem.js';
import { readCursor, readPageIds } from '../../platform/lists/list-page.js';
import { sql } from '../../platform/database/sql.js';
import { Where } from '../../platform/database/where.js';
import { toAdminUser, USER_COLUMNS, USER_TABLES, userRow } from './user.mapper.js';

/** How the list is ordered: before the id, and of which tables. */
interface Ordering {
  readonly by: string;
  /** The account's number in the table that is read in this order, so that its index says where a page starts. */
  readonly id: 'u.id' | 'a.user_id';
  readonly direction: 'ASC' | 'DESC';
  readonly from: string;
  /** The table of the order alone, where it is not that of the accounts. */
  readonly ordered?: string;
}
const byColumn = (by: string, direction: Ordering['direction']): Ordering => ({
  by,
  id: 'u.id',
  direction,
  from: 'users u',
});
const byBalance = (kind: 'credit' | 'points'): Ordering => ({
  by: 'a.balance',
  id: 'a.user_id',
  direction: 'DESC',
  from: `users u JOIN user_balances a ON a.user_id = u.id AND a.kind = '${kind}'`,
  ordered: `(SELECT user_id, balance FROM user_balances WHERE kind = '${kind}') a`,
});
const NEWEST = byColumn('u.id', 'DESC');
const ORDERINGS: Readonly<Record<UserSort, Ordering>> = {
  newest: NEWEST,
  createdAt: NEWEST,
  totalSpent: byColumn('u.total_spent_cents', 'DESC'),
  storeCredit: byBalance('credit'),
  loyaltyPoints: byBalance('points'),
  username: byColumn('u.username_key', 'ASC'),
};
const isSort = (name: string): name is UserSort => USER_SORTS.some((known) => known === name);

/** Conditions of accounts by state, and the name of their stored count; a deleted account has no name and stands apart. */
const STATES: Readonly<Record<string, { readonly is: string; readonly counted?: string }>> = {
  '': { is: 'u.deleted_at IS NULL', counted: 'present' },
  blocked: { is: 'u.deleted_at IS NULL AND u.blocked_at IS NOT NULL' },
  deleted: { is: 'u.deleted_at IS NOT NULL', counted: 'deleted' },
};

/**
 * Searches id, names as they are spelled anywhere, referral code and Discord id.
 * @returns whether anything is searched for
 */
function addSearch(where: Where, q: string | undefined): boolean {
  const search = readSearch(q);
  if (!search) return false;
  const conditions = [`u.searched LIKE lower(${where.value(search.pattern)})`];
  if (search.number !== undefined) conditions.push(`u.id = ${where.value(search.number)}`);
  if (search.digits !== undefined) conditions.push(`u.discord_id = ${where.value(search.digits)}`);
  where.add(conditions.join(' OR '));
  return true;
}

/** Reads of accounts for staff. */
@Injectable()
export class UsersQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** One page of the accounts. @throws ShopError VALIDATION for an order or state that the list does not have */
  async page({ q, state = '', sort = '', cursor, limit }: ListQuery): Promise<Page<AdminUser>> {
    if (sort !== '' && !isSort(sort)) throw new ShopError('VALIDATION', 'sort: not an order of this list');
    const wanted = Object.entries(STATES).find(([name]) => name === state)?.[1];
    if (wanted === undefined) throw new ShopError('VALIDATION', 'state: only "blocked" or "deleted"');
    const { by, id: column, direction, from, ordered } = sort === '' ? NEWEST : ORDERINGS[sort];
    const start = readCursor(cursor);
    const where = new Where().add(wanted.is);
    const isSearched = addSearch(where, q);
    const { ids, total, next } = await readPageIds(this.database, {
      from,
      apart: ordered === undefined ? undefined : { counted: { from: 'users u', id: 'u.id' }, ordered },
      isSearched,
      id: column,
      where,
      stored: wanted.counted === undefined ? undefined : { table: 'users', states: [wanted.counted] },
      after:
        start &&
        ((paged) => {
          // As int8: an id beyond the column's type is lawful and matches no account.
          const at = `${paged.value(start.id)}::int8`;
          const value = `(SELECT ${by} FROM ${from} WHERE u.id = ${at})`;
          return `(${by}, ${column}) ${direction === 'DESC' ? '<' : '>'} (${value}, ${at})`;
        }),
      orderBy: `${by} ${direction}, ${column} ${direction}`,
      limit,
    });
    const users = await this.byIds(ids);
    return { items: ids.flatMap((id) => users.get(id) ?? []), total, next };
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

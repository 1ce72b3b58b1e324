import {
  TIERS,
  formatCentsAsDecimal,
  type AdminUser,
  USER_SORTS,
  type ListQuery,
  type UserSort,
} from '@pax/contracts';
import { z } from 'zod';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { parseSearch, parsePageCursor, readPageIds } from '../../platform/lists/list-page.js';
import type { Page } from '../../platform/lists/send-page.js';
import { ShopError } from '../../platform/shop-error.js';
import { sql, Where } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { roomProjection } from '../../platform/outbox/projections.js';
import { ownerOfBalance } from '../../people/ledger/accounts.js';
import { ProfilesQueries } from '../../people/profile/profiles.queries.js';

/**
 * SQL columns of `users u` with the account's balances `c` (credit), `b` (bonus), `p` (points) and its
 * referrer `r`.
 */
export const USER_COLUMNS = `
  u.id, u.username, u.discord_username AS "discordUsername", u.discord_id AS "discordId",
  u.minecraft_name AS "minecraftName", u.total_spent_cents AS "totalSpentCents", u.tier, u.tier_floor AS "tierFloor",
  u.blocked_at AS "blockedAt", u.block_reason AS "blockReason", u.deleted_at IS NOT NULL AS deleted, u.created_at AS "createdAt",
  u.referral_code AS "referralCode", r.username AS "referredBy",
  coalesce(c.balance, 0) AS "creditCents", coalesce(b.balance, 0) AS "bonusCents", coalesce(p.balance, 0) AS points,
  coalesce(c.on_hand_version, 0) AS "creditVersion",
  u.version + coalesce(c.version, 0) + coalesce(b.version, 0) + coalesce(p.version, 0) AS version`;

export const USER_TABLES = `
  users u LEFT JOIN users r ON r.id = u.referred_by_user_id
  LEFT JOIN ledger_balances c ON c.account = 'credit:' || u.id
  LEFT JOIN ledger_balances b ON b.account = 'bonus:' || u.id
  LEFT JOIN ledger_balances p ON p.account = 'points:' || u.id`;

export const userRow = z.object({
  id: z.number(),
  username: z.string(),
  discordUsername: z.string().nullable(),
  discordId: z.string().nullable(),
  minecraftName: z.string().nullable(),
  totalSpentCents: z.number(),
  tier: z.enum(TIERS),
  tierFloor: z.enum(TIERS),
  blockedAt: z.date().nullable(),
  blockReason: z.string().nullable(),
  deleted: z.boolean(),
  createdAt: z.date(),
  referralCode: z.string().nullable(),
  referredBy: z.string().nullable(),
  creditCents: z.number(),
  bonusCents: z.number(),
  points: z.number(),
  creditVersion: z.number(),
  version: z.number(),
});

/** Builds the API form of an account for staff, which shows balances below 0 too. */
export const toAdminUser = (row: z.infer<typeof userRow>): AdminUser => ({
  id: row.id,
  username: row.username,
  discordUsername: row.discordUsername,
  discordId: row.discordId,
  minecraftName: row.minecraftName,
  storeCredit: formatCentsAsDecimal(row.creditCents),
  creditVersion: row.creditVersion,
  balance: formatCentsAsDecimal(row.creditCents + row.bonusCents),
  loyaltyPoints: row.points,
  totalSpent: formatCentsAsDecimal(row.totalSpentCents),
  membershipTier: row.tier,
  tierFloor: row.tierFloor,
  blocked: row.blockedAt !== null,
  blockedAt: row.blockedAt?.toISOString() ?? null,
  blockReason: row.blockReason,
  deleted: row.deleted,
  createdAt: row.createdAt.toISOString(),
  referralCode: row.referralCode,
  referredBy: row.referredBy,
  version: row.version,
});

/** An ordering of the account list: the SQL value to sort by before the id, and the table it is in. */
interface UserOrdering {
  readonly by: string;
  /**
   * SQL of the account's id in the table that is sorted, so that the table's index finds where a page starts.
   */
  readonly id: 'u.id' | 'a.user_id';
  readonly direction: 'ASC' | 'DESC';
  readonly from: string;
  /** The table that is sorted, when that is not `users`. */
  readonly ordered?: string;
}

const orderByColumn = (by: string, direction: UserOrdering['direction']): UserOrdering => ({
  by,
  id: 'u.id',
  direction,
  from: 'users u',
});

const orderByBalance = (kind: 'credit' | 'points'): UserOrdering => ({
  by: 'a.balance',
  id: 'a.user_id',
  direction: 'DESC',
  from: `users u JOIN user_balances a ON a.user_id = u.id AND a.kind = '${kind}'`,
  ordered: `(SELECT user_id, balance FROM user_balances WHERE kind = '${kind}') a`,
});

const NEWEST = orderByColumn('u.id', 'DESC');
const ORDERINGS: Readonly<Record<UserSort, UserOrdering>> = {
  newest: NEWEST,
  createdAt: NEWEST,
  totalSpent: orderByColumn('u.total_spent_cents', 'DESC'),
  storeCredit: orderByBalance('credit'),
  loyaltyPoints: orderByBalance('points'),
  username: orderByColumn('u.username_key', 'ASC'),
};

const isUserSort = (name: string): name is UserSort => USER_SORTS.some((known) => known === name);

/**
 * SQL condition of each account state and the name of its stored count. A deleted account is a state of its
 * own, since it has no name.
 */
const STATES: Readonly<Record<string, { readonly is: string; readonly counted?: string }>> = {
  '': { is: 'u.deleted_at IS NULL', counted: 'present' },
  blocked: { is: 'u.deleted_at IS NULL AND u.blocked_at IS NOT NULL' },
  deleted: { is: 'u.deleted_at IS NOT NULL', counted: 'deleted' },
};

/**
 * Adds a search over ids, parts of names as they are spelled, referral codes and Discord ids to the query.
 * @returns whether the text searches for anything
 */
function addUserSearch(where: Where, q: string | undefined): boolean {
  const search = parseSearch(q);
  if (!search) return false;
  const conditions = [`u.searched LIKE lower(${where.addParameter(search.pattern)})`];
  if (search.number !== undefined) conditions.push(`u.id = ${where.addParameter(search.number)}`);
  if (search.digits !== undefined) conditions.push(`u.discord_id = ${where.addParameter(search.digits)}`);
  where.addCondition(conditions.join(' OR '));
  return true;
}

/** Reads user accounts for staff. */
@Injectable()
export class UsersQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Lists one page of the accounts.
   * @throws ShopError VALIDATION for an unknown sort or state
   */
  async listUsers({ q, state = '', sort = '', cursor, limit }: ListQuery): Promise<Page<AdminUser>> {
    if (sort !== '' && !isUserSort(sort))
      throw new ShopError('VALIDATION', 'sort: not an order of this list');
    const wanted = Object.entries(STATES).find(([name]) => name === state)?.[1];
    if (wanted === undefined) throw new ShopError('VALIDATION', 'state: only "blocked" or "deleted"');
    const { by, id: column, direction, from, ordered } = sort === '' ? NEWEST : ORDERINGS[sort];
    const start = parsePageCursor(cursor);
    const where = new Where().addCondition(wanted.is);
    const isSearched = addUserSearch(where, q);
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
          // Casts the id to int8, because a cursor may contain an id beyond the column's integer type, which is
          // no account's.
          const at = `${paged.addParameter(start.id)}::int8`;
          const value = `(SELECT ${by} FROM ${from} WHERE u.id = ${at})`;
          return `(${by}, ${column}) ${direction === 'DESC' ? '<' : '>'} (${value}, ${at})`;
        }),
      orderBy: `${by} ${direction}, ${column} ${direction}`,
      limit,
    });
    const users = await this.readUsersByIds(ids);
    return { items: ids.flatMap((id) => users.get(id) ?? []), total, next };
  }

  /** Reads accounts by id; unknown ids are absent. */
  async readUsersByIds(
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
  async readUser(id: number, manager?: EntityManager): Promise<AdminUser> {
    const user = (await this.readUsersByIds([id], manager)).get(id);
    if (!user) throw new ShopError('NOT_FOUND', 'There is no such account.');
    return user;
  }
}

/**
 * Sends changes of an account and its balances to the owner's room as a profile, and to the panel's room as a
 * list row. Balances of no user are sent to no room.
 */
@Injectable()
export class UserRooms {
  readonly users = roomProjection({
    aggregate: 'user',
    keyOf: ({ aggregateId }) => Number(aggregateId),
    read: (tx, ids) => this.readUsersForRooms(tx, ids),
    messages: ({ user, admin }, { version }) => ({ version, userId: user.id, user, admin }),
  });

  readonly balances = roomProjection({
    aggregate: 'balance',
    keyOf: ({ aggregateId }) => ownerOfBalance(aggregateId),
    read: (tx, ids) => this.readUsersForRooms(tx, ids),
    messages: ({ user, admin }, { version }) => ({ version, userId: user.id, user, admin }),
  });

  constructor(
    private readonly profiles: ProfilesQueries,
    private readonly queries: UsersQueries,
  ) {}

  private async readUsersForRooms(tx: Tx, ids: readonly number[]) {
    const profiles = await this.profiles.readProfilesByIds(ids, tx);
    const admins = await this.queries.readUsersByIds(ids, tx);
    return new Map(
      [...profiles].flatMap(([id, user]) => {
        const admin = admins.get(id);
        return admin ? [[id, { user, admin }] as const] : [];
      }),
    );
  }
}

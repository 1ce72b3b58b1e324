import type { DataSource } from 'typeorm';
import { idRow, sql, type Where } from '../../platform/database/sql.js';

/**
 * SQL expressions that read an account's columns in statements of other modules; null without an account. The
 * id must be given with its table, because a bare column name could mean one of `users`.
 */
const accountColumnSql =
  (column: string) =>
  (id: string): string =>
    `(SELECT ${column} FROM users WHERE id = ${id})`;

export const usernameOf = accountColumnSql('username');
export const discordIdOf = accountColumnSql('discord_id');
/** SQL: the name of the Discord account that is linked to the account. */
export const discordUsernameOf = accountColumnSql('discord_username');
export const referrerOf = accountColumnSql('referred_by_user_id');
export const earlyAccessOf = accountColumnSql('early_access_until');
/** SQL: the account's name if its owner agreed that purchases are told under it, else null. */
export const namedBuyerOf = accountColumnSql(
  'CASE WHEN named_in_purchases AND deleted_at IS NULL THEN username END',
);
/** SQL: a staff member's name, which is the Discord name where the username was generated. */
export const teamNameOf = accountColumnSql(
  `CASE WHEN username ~ '^discord-[0-9]{6}$' THEN coalesce(discord_username, username) ELSE username END`,
);

/** SQL: the account's id if something that it bought was delivered, else null. */
export const customerIdSql = (id: string): string =>
  `(SELECT id FROM users WHERE id = ${id} AND total_spent_cents > 0)`;
export const isBlockedSql = (id: string): string =>
  `EXISTS (SELECT FROM users WHERE id = ${id} AND blocked_at IS NOT NULL)`;
/** SQL: true if the account is blocked or suspended from purchases by a dispute. */
export const isBarredSql = (id: string): string =>
  `EXISTS (SELECT FROM users WHERE id = ${id} AND (blocked_at IS NOT NULL OR purchases_suspended))`;

/**
 * SQL: true if the account may have rights: as operator, admin, or staff at Discord's last answer.
 * @param adminDiscordIds placeholder of the admins' Discord ids
 */
export const mayHaveRightsSql = (id: string, adminDiscordIds: string): string =>
  `EXISTS (SELECT FROM users u WHERE u.id = ${id} AND (operator_since IS NOT NULL
     OR discord_id = ANY(${adminDiscordIds}) OR EXISTS (SELECT FROM known_staff k WHERE k.user_id = u.id)))`;

/**
 * Limit of accounts that the condition lists by id, which uses an index; with more matches the rows are compared
 * one by one.
 */
const MAX_LISTED = 50;

/**
 * Builds the SQL condition that a column is the id of an account whose username matches a pattern.
 * @param pattern placeholder of the pattern in `where`
 */
export async function usernameConditionSql(
  database: DataSource,
  where: Where,
  { column, pattern, text }: { column: string; pattern: string; text: string },
): Promise<string> {
  const few = await sql(database).rows(
    idRow,
    `SELECT id FROM users WHERE lower(username) LIKE lower($1) LIMIT ${MAX_LISTED + 1}`,
    [text],
  );
  if (few.length === 0) return 'false';
  return few.length > MAX_LISTED
    ? `${column} IN (SELECT id FROM users WHERE lower(username) LIKE lower(${pattern}))`
    : `${column} = ANY(${where.addParameter(few.map(({ id }) => id))}::int[])`;
}

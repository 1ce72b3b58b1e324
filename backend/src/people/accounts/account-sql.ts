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

/**
 * SQL about accounts for statements of other neighbourhoods, null without an account. Each takes the SQL of its id, as a
 * column with its table: a bare name could become a column of `users`.
 */
const columnOf =
  (column: string) =>
  (id: string): string =>
    `(SELECT ${column} FROM users WHERE id = ${id})`;

export const usernameOf = columnOf('username');
export const discordIdOf = columnOf('discord_id');
export const referrerOf = columnOf('referred_by_user_id');
export const earlyAccessOf = columnOf('early_access_until');
/** Shows the Discord name instead of a generated username. */
export const teamNameOf = columnOf(
  `CASE WHEN username ~ '^discord-[0-9]{6}$' THEN coalesce(discord_username, username) ELSE username END`,
);

/** SQL: the account's id where something that it bought was delivered; null for all others. */
export const customerOf = (id: string): string =>
  `(SELECT id FROM users WHERE id = ${id} AND total_spent_cents > 0)`;
export const isBlocked = (id: string): string =>
  `EXISTS (SELECT FROM users WHERE id = ${id} AND blocked_at IS NOT NULL)`;
/** SQL: whether the account is blocked or in a dispute that suspends its purchases. */
export const isBarred = (id: string): string =>
  `EXISTS (SELECT FROM users WHERE id = ${id} AND (blocked_at IS NOT NULL OR purchases_suspended))`;

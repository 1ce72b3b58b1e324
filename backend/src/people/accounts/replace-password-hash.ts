import { sql } from '../../platform/database/sql.js';
import type { EntityManager } from 'typeorm';

/**
 * Stores a stronger hash of the same password, unless the password was changed in the meantime.
 * @returns whether it was stored
 */
export async function replacePasswordHash(
  manager: EntityManager,
  userId: number,
  from: string,
  to: string,
): Promise<boolean> {
  const count = await sql(manager).affected(
    'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id',
    [userId, from, to],
  );
  return count === 1;
}

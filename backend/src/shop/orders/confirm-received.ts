import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';

const receivedRow = z.object({ receivedAt: z.date() });

/**
 * Records the buyer's word that a delivered order arrived, at its first time; for disputes only, so the order's version
 * stays. @throws ShopError NOT_FOUND for other people's, CONFLICT before it was delivered
 */
export async function confirmReceived(manager: EntityManager, id: number, userId: number): Promise<Date> {
  const row = await sql(manager).first(
    receivedRow,
    `UPDATE orders SET received_at = COALESCE(received_at, now())
      WHERE id = $1 AND user_id = $2 AND status IN ('completed', 'archived') RETURNING received_at AS "receivedAt"`,
    [id, userId],
  );
  if (row) return row.receivedAt;
  const isOwn = await sql(manager).exists('SELECT FROM orders WHERE id = $1 AND user_id = $2', [id, userId]);
  if (isOwn) throw new ShopError('CONFLICT', 'This order is not delivered.');
  throw new ShopError('NOT_FOUND', 'There is no such order.');
}

import type { OwnHold } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';

const heldRow = z.object({ id: z.number(), quantity: z.number(), coins: z.number() });

/** Reads what the open checkout of an account sets aside, by product. */
export function ownHolds(manager: EntityManager, userId: number): Promise<OwnHold[]> {
  return sql(manager).rows(
    heldRow,
    `SELECT l.product_id AS id, sum(l.quantity)::int AS quantity, sum(l.coins)::bigint AS coins
       FROM checkouts c JOIN checkout_lines l ON l.checkout_id = c.id
      WHERE c.user_id = $1 AND c.state = 'open' AND c.holding GROUP BY 1 ORDER BY 1`,
    [userId],
  );
}

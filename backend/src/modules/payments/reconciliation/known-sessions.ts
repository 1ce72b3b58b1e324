import type { PaymentMethod } from '@pax/contracts';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../../infra/database/sql.js';

const row = z.object({ id: z.string() });

interface Known {
  method: PaymentMethod;
  /** Checkouts from this time on, whatever became of them. */
  placedSince: Date;
  /** Older ones whose money came, or went back, from this time on. */
  movedSince: Date;
  limit: number;
}

/** Sessions whose money may have moved as far as the shop knows, those of the newest checkouts first. */
export async function knownSessions(
  database: DataSource,
  { method, placedSince, movedSince, limit }: Known,
): Promise<string[]> {
  const rows = await sql(database).rows(
    row,
    `SELECT c.provider_session_id AS id FROM checkouts c
      WHERE c.method = $1 AND c.provider_session_id IS NOT NULL
        AND (c.created_at >= $2 OR c.id IN (
          SELECT p.checkout_id FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id
           WHERE p.created_at >= $3 OR r.done_at >= $3))
      ORDER BY c.id DESC LIMIT $4`,
    [method, placedSince, movedSince, limit],
  );
  return rows.map(({ id }) => id);
}

import type { PaymentMethod } from '@pax/contracts';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';

const HOUR_MS = 3_600_000;
/** How long PayPal lets anybody give money back or dispute it, ms: no older money moves. */
const MOVABLE_MS = 180 * 24 * HOUR_MS;
/** Older paid checkouts take turns, an hour each: three days until each was asked about. */
export const TURNS = 72;

const row = z.object({ id: z.string() });

interface Known {
  method: PaymentMethod;
  now: Date;
  /** Checkouts from this time on, whatever became of them. */
  placedSince: Date;
  /** Older ones whose money came, or went back, from this time on. */
  movedSince: Date;
  /** Most sessions of either kind, so that a busy week leaves room for the older ones. */
  limit: number;
}

/**
 * Sessions whose money may have moved as far as the shop knows, those of the newest checkouts first, then the paid ones
 * of half a year whose turn it is: what was given back of them in a dashboard and never told of is found.
 */
export async function knownSessions(
  database: DataSource,
  { method, now, placedSince, movedSince, limit }: Known,
): Promise<string[]> {
  const turn = Math.floor(now.getTime() / HOUR_MS) % TURNS;
  const rows = await sql(database).rows(
    row,
    `(SELECT c.provider_session_id AS id FROM checkouts c
       WHERE c.method = $1 AND c.provider_session_id IS NOT NULL
         AND (c.created_at >= $2 OR c.id IN (
           SELECT p.checkout_id FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id
            WHERE p.created_at >= $3 OR r.done_at >= $3))
       ORDER BY c.id DESC LIMIT $4)
     UNION ALL
     (SELECT c.provider_session_id FROM checkouts c
       WHERE c.method = $1 AND c.provider_session_id IS NOT NULL AND c.id % ${TURNS} = $5
         AND c.created_at < $2 AND c.created_at >= $6
         AND EXISTS (SELECT 1 FROM payments p WHERE p.checkout_id = c.id)
       ORDER BY c.id DESC LIMIT $4)`,
    [method, placedSince, movedSince, limit, turn, new Date(now.getTime() - MOVABLE_MS)],
  );
  return [...new Set(rows.map(({ id }) => id))];
}

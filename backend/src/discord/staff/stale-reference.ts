import { z } from 'zod';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

const TABLES = { order: 'orders', ticket: 'tickets' } as const;
const madeRow = z.object({ created_at: z.date() });

/** The order or ticket that a Discord message is about: its number and creation time, ms since 1970. */
export interface DiscordReference {
  kind: keyof typeof TABLES;
  id: number;
  madeAt: number | undefined;
}

/**
 * Refuses a button whose message is about another item with the same number, as can exist after a restored backup.
 * Missing items are refused by the use case.
 * @throws ShopError STALE_REFERENCE
 */
export async function assertReferenceMatches(
  database: Pick<Tx, 'query'>,
  { kind, id, madeAt }: DiscordReference,
): Promise<void> {
  if (madeAt === undefined) return;
  const row = await sql(database).first(madeRow, `SELECT created_at FROM ${TABLES[kind]} WHERE id = $1`, [
    id,
  ]);
  if (row && row.created_at.getTime() !== madeAt)
    throw new ShopError('STALE_REFERENCE', `This message is about another ${kind} of that number.`, { kind });
}

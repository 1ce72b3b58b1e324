import type { Picture } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { ShopError } from '../../platform/problem.js';
import { sha256 } from '../../platform/random.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { fileOf } from '../pictures/pictures.js';

/** How long an uploaded picture waits for its ticket, ms. */
export const UNCLAIMED_MS = 3_600_000;

const pictureRow = z.object({
  ticketId: z.number(),
  hash: z.string(),
  width: z.number(),
  height: z.number(),
});

/** Gives uploaded pictures to a ticket, in order. @throws ShopError ATTACHMENT_GONE for one that waits no more */
export async function claimPictures(
  tx: Tx,
  ticket: { id: number; createdAt: Date },
  refs: readonly string[],
): Promise<void> {
  if (refs.length === 0) return;
  const claimed = await sql(tx).affected(
    `UPDATE ticket_pictures p SET ticket_id = $1, place = wanted.place
       FROM unnest($2::text[]) WITH ORDINALITY AS wanted (ref_hash, place)
      WHERE p.ref_hash = wanted.ref_hash AND p.ticket_id IS NULL AND p.uploaded_at > $3`,
    [ticket.id, refs.map(sha256), new Date(ticket.createdAt.getTime() - UNCLAIMED_MS)],
  );
  if (claimed !== refs.length)
    throw new ShopError('ATTACHMENT_GONE', 'A picture waited too long for its ticket. Please add it again.');
}

/** Tells whether a ticket took these uploaded pictures, in this order, and no others. */
export function hasPictures(tx: Tx, ticketId: number, refs: readonly string[]): Promise<boolean> {
  return sql(tx).exists(
    `SELECT 1 FROM (SELECT array_agg(ref_hash ORDER BY place) AS taken FROM ticket_pictures WHERE ticket_id = $1) p
      WHERE coalesce(p.taken, '{}') = $2::text[]`,
    [ticketId, refs.map(sha256)],
  );
}

/** The pictures of tickets, by ticket, in the order they were sent in. */
export async function picturesOf(
  manager: EntityManager,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Picture[]>> {
  const found = new Map<number, Picture[]>();
  if (ids.length === 0) return found;
  const rows = await sql(manager).rows(
    pictureRow,
    `SELECT t.ticket_id AS "ticketId", t.hash, p.width, p.height
       FROM ticket_pictures t JOIN pictures p ON p.hash = t.hash
      WHERE t.ticket_id = ANY($1) ORDER BY t.ticket_id, t.place`,
    [ids],
  );
  for (const { ticketId, hash, width, height } of rows)
    found.set(ticketId, [...(found.get(ticketId) ?? []), { file: fileOf(hash), width, height }]);
  return found;
}

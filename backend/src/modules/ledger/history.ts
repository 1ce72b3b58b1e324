import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { countRow } from '../../infra/database/row-schemas.js';
import { sql } from '../../infra/database/sql.js';

/** A balance by its accounts: the free one, and the held one where there is one. */
export interface OnHand {
  name: string;
  accounts: readonly string[];
}

const bookedRow = z.object({
  id: z.number(),
  name: z.string(),
  key: z.string(),
  delta: z.number(),
  after: z.number(),
  actor: z.string(),
  at: z.date(),
});
/** One journal entry as it changed one balance. */
export type BookedRow = z.infer<typeof bookedRow>;

/** By entry, so that what is moved between free and held cancels out. Ids rise as entries lock the accounts. */
const BOOKED = `
  SELECT max(l.id) AS id, p.name, l.idempotency_key AS key, sum(l.delta)::int8 AS delta
    FROM ledger_lines l JOIN unnest($1::text[], $2::text[]) AS p (account, name) ON p.account = l.account
   GROUP BY p.name, l.idempotency_key HAVING sum(l.delta) <> 0`;

interface HistoryPage {
  rows: BookedRow[];
  total: number;
}

/** What was booked on some balances, newest first, with each balance after it. @param before id of the page before */
export async function bookedOn(
  manager: EntityManager,
  balances: readonly OnHand[],
  { before, limit }: { before: number | null; limit: number },
): Promise<HistoryPage> {
  const pairs = balances.flatMap(({ name, accounts }) => accounts.map((account) => ({ name, account })));
  const parts = [pairs.map(({ account }) => account), pairs.map(({ name }) => name)];
  const rows = await sql(manager).rows(
    bookedRow,
    `WITH booked AS (${BOOKED}), history AS (
       SELECT *, (sum(delta) OVER (PARTITION BY name ORDER BY id))::int8 AS after FROM booked)
     SELECT h.*, j.actor, j.created_at AS at FROM history h JOIN ledger_journal j ON j.idempotency_key = h.key
      WHERE $3::int8 IS NULL OR h.id < $3 ORDER BY h.id DESC LIMIT $4`,
    [...parts, before, limit],
  );
  const counted = await sql(manager).first(
    countRow,
    `SELECT count(*)::int AS n FROM (${BOOKED}) AS booked`,
    parts,
  );
  return { rows, total: counted?.n ?? 0 };
}

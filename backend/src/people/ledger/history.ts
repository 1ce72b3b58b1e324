import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';

/** A balance and its ledger accounts: first the free one, then the held one if there is one. */
export interface BalanceAccounts {
  name: string;
  accounts: readonly [free: string, held?: string];
}

const entryRow = z.object({
  id: z.number(),
  name: z.string(),
  key: z.string(),
  delta: z.number(),
  actor: z.string(),
  at: z.date(),
});
const balanceRow = z.object({ name: z.string(), balance: z.number(), entries: z.number() });
const pageRow = z.object({
  balances: z.array(balanceRow),
  entries: z.array(entryRow.extend({ at: z.coerce.date() })),
});

/** One journal entry as it changed one balance. */
export interface BookedRow extends z.infer<typeof entryRow> {
  /** The balance after the entry. */
  after: number;
}

/** Position where a page of the history starts: an entry's id, and the balances before the entry. */
export interface HistoryCursor {
  before: number;
  balances: ReadonlyMap<string, number>;
}

interface HistoryPage {
  rows: BookedRow[];
  total: number;
  /** Position where the next page starts, if there is one. */
  next: HistoryCursor | undefined;
}

/**
 * SQL of the newest entries, one row per balance; moves between free and held are left out. Reads the index
 * of each account backwards.
 */
const PAGE = `
  WITH pair AS MATERIALIZED (SELECT * FROM unnest($1::text[], $2::text[]) AS pair (account, name)),
  entry AS (
    SELECT l.id, pair.name, l.key, l.delta FROM pair CROSS JOIN LATERAL (
      SELECT line.id, line.idempotency_key AS key, whole.delta
        FROM ledger_lines line CROSS JOIN LATERAL (
               SELECT max(other.id) AS id, sum(other.delta)::int8 AS delta
                 FROM pair named JOIN ledger_lines other
                   ON other.account = named.account AND other.idempotency_key = line.idempotency_key
                WHERE named.name = pair.name) AS whole
       WHERE line.account = pair.account AND line.id < coalesce($3::int8, 9223372036854775807)
         AND whole.id = line.id AND whole.delta <> 0
       ORDER BY line.id DESC LIMIT $4) AS l
     ORDER BY l.id DESC LIMIT $4)
  SELECT (SELECT coalesce(jsonb_agg(to_jsonb(known)), '[]')
            FROM (SELECT pair.name, sum(b.balance)::int8 AS balance, sum(b.on_hand_version)::int8 AS entries
                    FROM pair JOIN ledger_balances b USING (account) GROUP BY pair.name) AS known) AS balances,
         (SELECT coalesce(jsonb_agg(to_jsonb(entry) || jsonb_build_object('actor', j.actor, 'at', j.created_at)
                                    ORDER BY entry.id DESC), '[]')
            FROM entry JOIN ledger_journal j ON j.idempotency_key = entry.key) AS entries`;

/**
 * Reads the bookings on balances, newest first, each with the balance after it. Balances are counted back
 * from the present ones, or from those at the start of the page.
 */
export async function readBookings(
  manager: EntityManager,
  balances: readonly BalanceAccounts[],
  { start, limit }: { start: HistoryCursor | undefined; limit: number },
): Promise<HistoryPage> {
  const pairs = balances.flatMap(({ name, accounts }) =>
    accounts.flatMap((account) => (account === undefined ? [] : { name, account })),
  );
  const page = await sql(manager).first(pageRow, PAGE, [
    pairs.map(({ account }) => account),
    pairs.map(({ name }) => name),
    start?.before ?? null,
    limit + 1,
  ]);
  const known = page?.balances ?? [];
  const running = new Map(start?.balances ?? known.map(({ name, balance }) => [name, balance]));
  const entries = page?.entries ?? [];
  const rows = entries.slice(0, limit).map((entry) => {
    const after = running.get(entry.name) ?? 0;
    running.set(entry.name, after - entry.delta);
    return { ...entry, after };
  });
  const last = rows.at(-1);
  return {
    rows,
    total: known.reduce((sum, balance) => sum + balance.entries, 0),
    next: entries.length > limit && last ? { before: last.id, balances: running } : undefined,
  };
}

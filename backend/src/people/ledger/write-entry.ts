import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

/** A journal entry, which is booked as a whole. Booking the same entry again changes nothing. */
export interface JournalEntry {
  /** Key that names the operation, not the thing: `hold:<checkout>:<n>`, `sell:<checkout>`. */
  idempotencyKey: string;
  /** Key of the entry that this entry reverses; each entry can be reversed once. */
  reverses?: string;
  reason: string;
  actor: string;
}

/** The change that an entry makes to one ledger account. */
export interface BalanceChange {
  account: string;
  delta: number;
  /** Increase of the account's version; a pair's version is stored on the free account. */
  versionDelta: number;
  /** Increase of the version of the amount on hand. */
  onHandVersionDelta: number;
  /** True when the change may not take the balance below 0. */
  guarded: boolean;
}

/**
 * A ledger account that rejects an entry: its balance would fall below 0, or it has no row yet (balance
 * null).
 */
const rejectedChange = z.object({ account: z.string(), balance: z.number().nullable() });
export type RejectedChange = z.infer<typeof rejectedChange>;

const writeResultRow = z.object({
  isNew: z.boolean(),
  /** Changed accounts with their new versions, in byte order. */
  updated: z.array(z.object({ account: z.string(), version: z.number() })),
  /** Accounts that reject the entry, in byte order. If there are any, nothing was written. */
  rejected: z.array(rejectedChange),
});
export type WriteResult = z.infer<typeof writeResultRow>;

/**
 * SQL that books an entry in one statement, because a buyer waits for each round trip. Locks balances in byte
 * order against deadlocks, and none while a row is missing.
 */
const WRITE = `
  WITH change AS (
    SELECT * FROM unnest($5::text[], $6::bigint[], $7::int[], $8::int[], $9::bool[])
                  AS change (account, delta, version_delta, on_hand_version_delta, guarded)
  ), locked AS (
    SELECT account, balance FROM ledger_balances
     WHERE account = ANY($5) AND cardinality($5) = (SELECT count(*) FROM ledger_balances WHERE account = ANY($5))
     ORDER BY account FOR UPDATE
  ), rejected AS (
    SELECT account, balance FROM change LEFT JOIN locked USING (account)
     WHERE balance IS NULL OR (guarded AND balance + delta < 0)
  ), written AS (
    INSERT INTO ledger_journal (idempotency_key, reverses, reason, actor)
    SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM rejected)
    ON CONFLICT DO NOTHING RETURNING idempotency_key
  ), updated AS (
    UPDATE ledger_balances AS b
       SET balance = b.balance + change.delta,
           version = b.version + change.version_delta,
           on_hand_version = b.on_hand_version + change.on_hand_version_delta
      FROM change, written
     WHERE b.account = change.account
     RETURNING b.account, b.version
  ), lines AS (
    INSERT INTO ledger_lines (idempotency_key, account, delta)
    SELECT idempotency_key, account, delta FROM written, change WHERE delta <> 0
  )
  SELECT EXISTS (SELECT FROM written) AS "isNew",
         coalesce((SELECT jsonb_agg(to_jsonb(updated) ORDER BY account) FROM updated), '[]') AS updated,
         coalesce((SELECT jsonb_agg(to_jsonb(rejected) ORDER BY account COLLATE "C") FROM rejected), '[]') AS rejected`;

export async function writeEntry(
  tx: Tx,
  { idempotencyKey, reverses, reason, actor }: JournalEntry,
  changes: readonly BalanceChange[],
): Promise<WriteResult> {
  const written = await sql(tx).first(writeResultRow, WRITE, [
    idempotencyKey,
    reverses ?? null,
    reason,
    actor,
    changes.map(({ account }) => account),
    changes.map(({ delta }) => delta),
    changes.map(({ versionDelta }) => versionDelta),
    changes.map(({ onHandVersionDelta }) => onHandVersionDelta),
    changes.map(({ guarded }) => guarded),
  ]);
  if (!written) throw new Error('The statement that books an entry returned no row');
  return written;
}

/** Tells whether the entry, or another one that reverses the same entry, was written before. */
export async function isEntryWritten(
  tx: Tx,
  { idempotencyKey, reverses }: Pick<JournalEntry, 'idempotencyKey' | 'reverses'>,
): Promise<boolean> {
  return sql(tx).exists('SELECT 1 FROM ledger_journal WHERE idempotency_key = $1 OR reverses = $2', [
    idempotencyKey,
    reverses ?? null,
  ]);
}

/**
 * Inserts the missing rows of ledger accounts.
 * @returns false when none was missing
 */
export async function insertMissingLedgerAccounts(
  tx: Tx,
  rejected: readonly RejectedChange[],
): Promise<boolean> {
  const unused = rejected.filter(({ balance }) => balance === null).map(({ account }) => account);
  if (unused.length === 0) return false;
  await sql(tx).run(
    `INSERT INTO ledger_balances (account)
     SELECT account FROM unnest($1::text[]) AS unused (account) ORDER BY account COLLATE "C" ON CONFLICT DO NOTHING`,
    [unused],
  );
  return true;
}

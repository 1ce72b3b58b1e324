import type { Tx } from '../../infra/database/transaction.js';

/** What is booked as a whole; booked again it changes nothing. */
export interface JournalEntry {
  /** Names the operation, not the thing: `hold:<checkout>:<n>`, `sell:<checkout>`. */
  idempotencyKey: string;
  /** Key of the entry that this one reverses; each can be reversed once. */
  reverses?: string;
  reason: string;
  actor: string;
}

/** What an entry does to one account. */
export interface Change {
  account: string;
  delta: number;
  /** By how much its version rises: that of a pair is kept on the free account. */
  raised: number;
  /** By how much the version of what is on hand rises. */
  onHandRaised: number;
  /** Whether the balance may not go below 0 by this. */
  guarded: boolean;
}

/** An account that stands against an entry: it would go below 0, or – with no balance – it or another has no row. */
export interface Refused {
  account: string;
  balance: number | null;
}

export interface Written {
  isNew: boolean;
  /** Accounts with their new versions, in byte order. */
  moved: { account: string; version: number }[];
  /** In byte order; when there are any, nothing was written. */
  refused: Refused[];
}

/**
 * One statement, because whoever buys waits for every round trip. Locks balances in byte order, so that two entries
 * cannot deadlock; while one of them has no row, none is locked, since its row would be locked out of order.
 */
const WRITE = `
  WITH wanted AS (
    SELECT * FROM unnest($5::text[], $6::bigint[], $7::int[], $8::int[], $9::bool[])
                  AS wanted (account, delta, raised, on_hand_raised, guarded)
  ), locked AS (
    SELECT account, balance FROM ledger_balances
     WHERE account = ANY($5) AND cardinality($5) = (SELECT count(*) FROM ledger_balances WHERE account = ANY($5))
     ORDER BY account FOR UPDATE
  ), refused AS (
    SELECT account, balance FROM wanted LEFT JOIN locked USING (account)
     WHERE balance IS NULL OR (guarded AND balance + delta < 0)
  ), written AS (
    INSERT INTO ledger_journal (idempotency_key, reverses, reason, actor)
    SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM refused)
    ON CONFLICT DO NOTHING RETURNING idempotency_key
  ), moved AS (
    UPDATE ledger_balances AS b
       SET balance = b.balance + wanted.delta,
           version = b.version + wanted.raised,
           on_hand_version = b.on_hand_version + wanted.on_hand_raised
      FROM wanted, written
     WHERE b.account = wanted.account
     RETURNING b.account, b.version
  ), entered AS (
    INSERT INTO ledger_lines (idempotency_key, account, delta)
    SELECT idempotency_key, account, delta FROM written, wanted WHERE delta <> 0
  )
  SELECT EXISTS (SELECT FROM written) AS "isNew",
         coalesce((SELECT jsonb_agg(to_jsonb(moved) ORDER BY account) FROM moved), '[]') AS moved,
         coalesce((SELECT jsonb_agg(to_jsonb(refused) ORDER BY account COLLATE "C") FROM refused), '[]') AS refused`;

export async function writeEntry(
  tx: Tx,
  { idempotencyKey, reverses, reason, actor }: JournalEntry,
  changes: readonly Change[],
): Promise<Written> {
  const [written]: Written[] = await tx.query(WRITE, [
    idempotencyKey,
    reverses ?? null,
    reason,
    actor,
    changes.map(({ account }) => account),
    changes.map(({ delta }) => delta),
    changes.map(({ raised }) => raised),
    changes.map(({ onHandRaised }) => onHandRaised),
    changes.map(({ guarded }) => guarded),
  ]);
  if (!written) throw new Error('a statement without a row');
  return written;
}

/** Whether the entry, or another that reverses the same, was written before. */
export async function isWritten(tx: Tx, { idempotencyKey, reverses }: JournalEntry): Promise<boolean> {
  const rows: unknown[] = await tx.query(
    'SELECT 1 FROM ledger_journal WHERE idempotency_key = $1 OR reverses = $2',
    [idempotencyKey, reverses ?? null],
  );
  return rows.length > 0;
}

/** Makes the rows of accounts that were never used. @returns false when all had theirs */
export async function openAccounts(tx: Tx, refused: readonly Refused[]): Promise<boolean> {
  const unused = refused.filter(({ balance }) => balance === null).map(({ account }) => account);
  if (unused.length === 0) return false;
  await tx.query(
    `INSERT INTO ledger_balances (account)
     SELECT account FROM unnest($1::text[]) AS unused (account) ORDER BY account COLLATE "C" ON CONFLICT DO NOTHING`,
    [unused],
  );
  return true;
}

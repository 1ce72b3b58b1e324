import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import type { Tx } from '../../platform/database/transaction.js';
import { aggregateOfAccount, freeAccountOf } from './accounts.js';
import {
  isEntryWritten,
  insertMissingLedgerAccounts,
  writeEntry,
  type JournalEntry,
  type BalanceChange,
} from './write-entry.js';

const keyRow = z.object({ key: z.string() });
const balanceRow = z.object({ balance: z.number() });
const accountRow = z.object({ account: z.string(), balance: z.number() });

/** One line of a journal entry: a ledger account and its change (in cents, coins, pieces or points). */
export interface LedgerLine {
  account: string;
  delta: number;
  /** True if the line may take the account below 0: for reversals, and for setting less than is held. */
  mayGoBelowZero?: boolean;
}

/** A ledger account has less free than the entry needs, so nothing was written. */
export class InsufficientBalanceError extends Error {
  constructor(
    readonly account: string,
    readonly available: number,
  ) {
    super(`${account} has ${available}`);
  }
}

/**
 * Books a journal entry and appends its events; no other code changes a balance.
 * @returns false without a change if the entry was booked before, or the entry that it reverses was reversed
 * before
 * @throws InsufficientBalanceError
 */
export async function book(tx: Tx, entry: JournalEntry, lines: readonly LedgerLine[]): Promise<boolean> {
  const changes = computeChanges(mergeLines(lines));
  // Refuses an amount that no account has, because the database's integers could overflow.
  const endless = changes.find(({ guarded, delta }) => guarded && delta < -Number.MAX_SAFE_INTEGER);
  if (endless) throw new InsufficientBalanceError(endless.account, await readBalance(tx, endless.account));
  const written = await writeEntry(tx, entry, changes);
  const [first] = written.rejected;
  if (first) {
    if (await isEntryWritten(tx, entry)) return false;
    if (!(await insertMissingLedgerAccounts(tx, written.rejected)))
      throw new InsufficientBalanceError(first.account, first.balance ?? 0);
    return book(tx, entry, lines);
  }
  for (const { account, version } of written.updated) {
    if (freeAccountOf(account) === account) appendChangeEvent(tx, account, version, entry.reason);
  }
  return written.isNew;
}

/** Finds which of the keys have a booked journal entry. */
export async function findBookedKeys(tx: Tx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql(tx).rows(
    keyRow,
    'SELECT idempotency_key AS key FROM ledger_journal WHERE idempotency_key = ANY($1)',
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Computes how an entry changes each ledger account, and the version of each pair's free account. */
function computeChanges(lines: readonly LedgerLine[]): BalanceChange[] {
  const onHand = new Map<string, number>();
  for (const { account, delta } of lines) {
    const free = freeAccountOf(account);
    onHand.set(free, (onHand.get(free) ?? 0) + delta);
  }
  const byAccount = new Map(lines.map((line) => [line.account, line]));
  return [...new Set([...byAccount.keys(), ...onHand.keys()])].map((account) => {
    const { delta = 0, mayGoBelowZero = false } = byAccount.get(account) ?? {};
    return {
      account,
      delta,
      versionDelta: onHand.has(account) ? 1 : 0,
      onHandVersionDelta: (onHand.get(account) ?? 0) === 0 ? 0 : 1,
      guarded: delta < 0 && !mayGoBelowZero,
    };
  });
}

/** Locks ledger accounts in byte order, as `book` does, for a caller that books several entries on them. */
export async function lockBalances(tx: Tx, accounts: readonly string[]): Promise<void> {
  await sql(tx).run('SELECT FROM ledger_balances WHERE account = ANY($1) ORDER BY account FOR UPDATE', [
    accounts,
  ]);
}

function appendChangeEvent(tx: Tx, free: string, version: number, reason: string): void {
  const { aggregate, aggregateId } = aggregateOfAccount(free);
  appendEvent(tx, { type: `${aggregate}.changed`, aggregate, aggregateId, version, data: { reason } });
}

/** Reads the balance of a ledger account; 0 when the account was never used. */
export async function readBalance(tx: Tx, account: string): Promise<number> {
  const rows = await sql(tx).rows(balanceRow, 'SELECT balance FROM ledger_balances WHERE account = $1', [
    account,
  ]);
  return rows[0]?.balance ?? 0;
}

/** Reads the balances of several ledger accounts; 0 for accounts that were never used. */
export async function readBalances(tx: Tx, accounts: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql(tx).rows(
    accountRow,
    'SELECT account, balance FROM ledger_balances WHERE account = ANY($1)',
    [accounts],
  );
  const known = new Map(rows.map((row) => [row.account, row.balance]));
  return new Map(accounts.map((account) => [account, known.get(account) ?? 0]));
}

const versionedRow = accountRow.extend({ on_hand_version: z.number() });

/** Reads balances with the versions that clients compare; accounts that were never used are absent. */
export async function readVersionedBalances(
  manager: EntityManager,
  accounts: readonly string[],
): Promise<Map<string, z.infer<typeof versionedRow>>> {
  const rows = await sql(manager).rows(
    versionedRow,
    'SELECT account, balance, on_hand_version FROM ledger_balances WHERE account = ANY($1)',
    [accounts],
  );
  return new Map(rows.map((row) => [row.account, row]));
}

/**
 * Sums lines of the same account, so that a product bought twice becomes one line. Drops lines whose sum is
 * 0.
 */
function mergeLines(lines: readonly LedgerLine[]): LedgerLine[] {
  const sums = new Map<string, LedgerLine>();
  for (const line of lines) {
    const known = sums.get(line.account);
    sums.set(line.account, known ? { ...line, delta: known.delta + line.delta } : { ...line });
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0);
}

import { appendEvent } from '../../infra/outbox/outbox.js';
import type { Tx } from '../../infra/database/transaction.js';
import { changeOf, freeAccountOf } from './accounts.js';
import { isWritten, openAccounts, writeAct, type Act, type Change } from './write-act.js';

/** One entry to write: an account and by how much it changes (cents, coins, pieces, points). */
export interface Move {
  account: string;
  delta: number;
  /** A reversal, or a set below what is held, may take the account below 0; nothing else may. */
  mayGoBelowZero?: boolean;
}

/** An account had less free than the deed needs. Nothing was written. */
export class InsufficientError extends Error {
  constructor(
    readonly account: string,
    readonly available: number,
  ) {
    super(`${account} has ${available}`);
  }
}

/**
 * Writes entries and balances together, accounts in byte order, each guarded at 0, and says for every pair of
 * accounts that it changed. The only code that changes a balance (OWN: one ledger).
 * @returns false when the act was written before (or the act it undoes was undone before): then nothing changes
 * @throws InsufficientError when an account would go below 0: then nothing changes
 */
export async function move(tx: Tx, act: Act, moves: readonly Move[]): Promise<boolean> {
  const changes = changesOf(merge(moves));
  const written = await writeAct(tx, act, changes);
  const [first] = written.refused;
  if (first) {
    if (await isWritten(tx, act)) return false;
    if (!(await openAccounts(tx, written.refused)))
      throw new InsufficientError(first.account, first.balance ?? 0);
    return move(tx, act, moves);
  }
  for (const { account, version } of written.moved) {
    if (freeAccountOf(account) === account) tellChange(tx, account, version, act.reason);
  }
  return written.isNew;
}

/** What each account of an act, and the free account of its pair, is to become. */
function changesOf(moves: readonly Move[]): Change[] {
  const onHand = new Map<string, number>();
  for (const { account, delta } of moves) {
    const free = freeAccountOf(account);
    onHand.set(free, (onHand.get(free) ?? 0) + delta);
  }
  const byAccount = new Map(moves.map((entry) => [entry.account, entry]));
  return [...new Set([...byAccount.keys(), ...onHand.keys()])].map((account) => {
    const { delta = 0, mayGoBelowZero = false } = byAccount.get(account) ?? {};
    return {
      account,
      delta,
      raised: onHand.has(account) ? 1 : 0,
      onHandRaised: (onHand.get(account) ?? 0) === 0 ? 0 : 1,
      guarded: delta < 0 && !mayGoBelowZero,
    };
  });
}

function tellChange(tx: Tx, free: string, version: number, reason: string): void {
  const { aggregate, aggregateId } = changeOf(free);
  appendEvent(tx, { type: `${aggregate}.changed`, aggregate, aggregateId, version, data: { reason } });
}

/** What an account has, 0 when it was never used. */
export async function balanceOf(tx: Tx, account: string): Promise<number> {
  const rows: { balance: number }[] = await tx.query(
    'SELECT balance FROM ledger_balances WHERE account = $1',
    [account],
  );
  return rows[0]?.balance ?? 0;
}

/** What several accounts have; accounts never used read 0. */
export async function balancesOf(tx: Tx, accounts: readonly string[]): Promise<Map<string, number>> {
  const rows: { account: string; balance: number }[] = await tx.query(
    'SELECT account, balance FROM ledger_balances WHERE account = ANY($1)',
    [accounts],
  );
  const known = new Map(rows.map((row) => [row.account, row.balance]));
  return new Map(accounts.map((account) => [account, known.get(account) ?? 0]));
}

/** Sums moves of the same account, so that two lines of one product are one entry; drops what cancels out. */
function merge(moves: readonly Move[]): Move[] {
  const sums = new Map<string, Move>();
  for (const entry of moves) {
    const known = sums.get(entry.account);
    sums.set(entry.account, known ? { ...entry, delta: known.delta + entry.delta } : { ...entry });
  }
  return [...sums.values()].filter((entry) => entry.delta !== 0);
}

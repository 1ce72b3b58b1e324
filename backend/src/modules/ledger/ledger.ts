import { appendEvent } from '../../infra/outbox/outbox.js';
import type { Tx } from '../../infra/database/transaction.js';
import { changeOf, freeAccountOf } from './accounts.js';

/** One entry to write: an account and by how much it changes (cents, coins, pieces, points). */
export interface Move {
  account: string;
  delta: number;
  /** A reversal, or a set below what is held, may take the account below 0; nothing else may. */
  mayGoBelowZero?: boolean;
}

/** The deed: repeated deeds are, as a whole, no-ops. */
export interface Act {
  /** Names the deed, not the thing: `hold:<checkout>:<n>`, `sell:<checkout>`. */
  act: string;
  /** The deed this one undoes; each can be undone once. */
  undoes?: string;
  reason: string;
  actor: string;
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
 * @throws InsufficientError when an account would go below 0; the caller's transaction must not commit
 */
export async function move(tx: Tx, act: Act, moves: readonly Move[]): Promise<boolean> {
  const merged = merge(moves);
  if (!(await writeAct(tx, act))) return false;
  const onHand = new Map<string, number>();
  const touched = new Set<string>();
  for (const { account, delta } of merged) {
    const free = freeAccountOf(account);
    onHand.set(free, (onHand.get(free) ?? 0) + delta);
    touched.add(account).add(free);
  }
  const byAccount = new Map(merged.map((entry) => [entry.account, entry]));
  const versions: [free: string, version: number][] = [];
  for (const account of [...touched].toSorted(byteOrder)) {
    const version = await writeBalance(tx, account, byAccount.get(account), onHand.get(account));
    if (onHand.has(account)) versions.push([account, version]);
  }
  await tx.query(
    `INSERT INTO ledger_entries (act, account, delta)
     SELECT $1, account, delta FROM unnest($2::text[], $3::bigint[]) AS entry (account, delta)`,
    [act.act, merged.map((entry) => entry.account), merged.map((entry) => entry.delta)],
  );
  await tellChanges(tx, versions, act.reason);
  return true;
}

async function writeAct(tx: Tx, { act, undoes, reason, actor }: Act): Promise<boolean> {
  const rows: unknown[] = await tx.query(
    `INSERT INTO ledger_acts (act, undoes, reason, actor) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING act`,
    [act, undoes ?? null, reason, actor],
  );
  return rows.length === 1;
}

/** Guard, balance and versions in one statement. `onHand` is given for free accounts only. @returns the new version */
async function writeBalance(
  tx: Tx,
  account: string,
  entry: Move | undefined,
  onHand: number | undefined,
): Promise<number> {
  const delta = entry?.delta ?? 0;
  const guarded = delta < 0 && entry?.mayGoBelowZero !== true;
  const isFree = onHand !== undefined;
  const values = [account, delta, isFree ? 1 : 0, isFree && onHand !== 0 ? 1 : 0, guarded];
  const update = async (): Promise<number | undefined> => {
    const [rows]: [{ version: number }[], number] = await tx.query(
      `UPDATE ledger_balances
          SET balance = balance + $2, version = version + $3, on_hand_version = on_hand_version + $4
        WHERE account = $1 AND (NOT $5 OR balance + $2 >= 0)
        RETURNING version`,
      values,
    );
    return rows[0]?.version;
  };
  const known = await update();
  if (known !== undefined) return known;
  await tx.query(`INSERT INTO ledger_balances (account) VALUES ($1) ON CONFLICT DO NOTHING`, [account]);
  const version = await update();
  if (version === undefined) throw new InsufficientError(account, await balanceOf(tx, account));
  return version;
}

async function tellChanges(
  tx: Tx,
  versions: readonly (readonly [free: string, version: number])[],
  reason: string,
): Promise<void> {
  for (const [account, version] of versions) {
    const { aggregate, aggregateId } = changeOf(account);
    await appendEvent(tx, {
      type: `${aggregate}.changed`,
      aggregate,
      aggregateId,
      version,
      data: { reason },
    });
  }
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
  return [...sums.values()]
    .filter((entry) => entry.delta !== 0)
    .toSorted((a, b) => byteOrder(a.account, b.account));
}

function byteOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

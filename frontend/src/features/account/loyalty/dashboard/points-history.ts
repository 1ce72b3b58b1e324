import type { Loyalty } from '../stored-loyalty';

/** Number of columns that fit on a phone. */
const COLUMNS = 12;

export interface PointsColumn {
  readonly id: number;
  /** Points to spend after this entry; never shown below 0. */
  readonly balance: number;
  /** Points gained or lost. */
  readonly change: number;
  /** ISO time. */
  readonly at: string;
}

/** The balance after each recent entry, oldest first, computed backwards from the current points. */
export function pointsHistory({ points, transactions }: Pick<Loyalty, 'points' | 'transactions'>) {
  let after = points;
  const columns: PointsColumn[] = [];
  for (const { id, points: change, createdAt } of transactions.slice(0, COLUMNS)) {
    columns.unshift({ id, balance: Math.max(0, after), change, at: createdAt });
    after -= change;
  }
  return columns;
}

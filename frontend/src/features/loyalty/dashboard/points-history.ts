import type { Loyalty } from '../stored-loyalty';

/** So many columns fit on a phone. */
const COLUMNS = 12;

export interface PointsColumn {
  readonly id: number;
  /** Points to spend after this entry; never shown below 0. */
  readonly balance: number;
  /** What the entry brought or took. */
  readonly change: number;
  /** ISO time. */
  readonly at: string;
}

/** The balance after each of the latest entries, oldest first, counted back from the points of now. */
export function pointsHistory({ points, transactions }: Pick<Loyalty, 'points' | 'transactions'>) {
  let after = points;
  const columns: PointsColumn[] = [];
  for (const { id, points: change, createdAt } of transactions.slice(0, COLUMNS)) {
    columns.unshift({ id, balance: Math.max(0, after), change, at: createdAt });
    after -= change;
  }
  return columns;
}

import { median } from './figures.js';
import type { Contest, Figures, Measure, Row } from './row.js';

/** A measure over all pairs: medians of both sides and of the pairs' ratios. */
export interface Result extends Measure {
  readonly row: string;
  readonly shop: number;
  /** Undefined where the floor has nothing to compare with. */
  readonly floor?: number;
  readonly ratio?: number;
  /** Undefined where nothing is demanded. */
  readonly isMet?: boolean;
}

/** Measures a row: shop and floor in turn, who begins alternating, so that a machine that drifts treats both alike. */
export async function runRow(
  row: Row,
  contest: Contest,
  pairs: number,
  onPair: (pair: number) => void,
): Promise<Result[]> {
  const shop: Figures[] = [];
  const floor: Figures[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const shopBegins = pair % 2 === 0;
    if (shopBegins) shop.push(await contest.shop());
    floor.push(await contest.floor());
    if (!shopBegins) shop.push(await contest.shop());
    onPair(pair + 1);
  }
  return row.measures.map((measure) => resultOf(row, measure, shop, floor));
}

function resultOf(row: Row, measure: Measure, shop: readonly Figures[], floor: readonly Figures[]): Result {
  const { key, atLeast = 0, atMost = Infinity } = measure;
  const ours = shop.map((figures) => figures[key] ?? Number.NaN);
  const base = { ...measure, row: row.title, shop: median(ours) };
  const theirs = floor.flatMap((figures) => figures[key] ?? []);
  if (theirs.length < ours.length) return base;
  const ratio = median(ours.map((figure, pair) => figure / (theirs[pair] ?? Number.NaN)));
  const isDemanded = measure.atLeast !== undefined || measure.atMost !== undefined;
  return {
    ...base,
    floor: median(theirs),
    ratio,
    isMet: isDemanded ? ratio >= atLeast && ratio <= atMost : undefined,
  };
}

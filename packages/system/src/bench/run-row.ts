import { computeMedian } from './statistics.js';
import type { Comparison, MetricValues, Metric, Row } from './row.js';

/** Result for a metric over all pairs: medians of shop, floor and their ratio. */
export interface Result extends Metric {
  readonly row: string;
  readonly shop: number;
  /** Median of the floor; undefined if the floor has no such metric. */
  readonly floor?: number;
  readonly ratio?: number;
  /** True when the bound is kept; undefined without a bound. */
  readonly isMet?: boolean;
}

/**
 * Measures the shop and its floor (the least work for the same result) alternately, so that changes of the machine's
 * speed affect both.
 */
export async function runRow(
  row: Row,
  comparison: Comparison,
  pairs: number,
  onPair: (pair: number) => void,
): Promise<Result[]> {
  const shop: MetricValues[] = [];
  const floor: MetricValues[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const shopBegins = pair % 2 === 0;
    if (shopBegins) shop.push(await comparison.shop());
    floor.push(await comparison.floor());
    if (!shopBegins) shop.push(await comparison.shop());
    onPair(pair + 1);
  }
  return row.metrics.map((metric) => summarizeMetric(row, metric, shop, floor));
}

function summarizeMetric(
  row: Row,
  metric: Metric,
  shop: readonly MetricValues[],
  floor: readonly MetricValues[],
): Result {
  const { key, atLeast = 0, atMost = Infinity } = metric;
  const hasGoal = metric.atLeast !== undefined || metric.atMost !== undefined;
  const isWithin = (value: number): boolean | undefined =>
    hasGoal ? value >= atLeast && value <= atMost : undefined;
  const shopValues = shop.map((values) => values[key] ?? Number.NaN);
  const base = { ...metric, row: row.title, shop: computeMedian(shopValues) };
  if (metric.isRatio) return { ...base, ratio: base.shop, isMet: isWithin(base.shop) };
  const floorValues = floor.flatMap((values) => values[key] ?? []);
  if (floorValues.length < shopValues.length) return base;
  const ratio = computeMedian(shopValues.map((value, pair) => value / (floorValues[pair] ?? Number.NaN)));
  return { ...base, floor: computeMedian(floorValues), ratio, isMet: isWithin(ratio) };
}

import type { BenchShop } from './bench-shop.js';

/** One metric of a row, and its bounds against the floor. */
export interface Metric {
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  /** Bounds of shop ÷ floor; none where there is nothing to demand. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The bounds are of the shop's value itself: a ratio of two of its own. */
  readonly isRatio?: boolean;
}

/** The values of one run by metric key. */
export type MetricValues = Readonly<Record<string, number>>;

/** The two sides of a row, ready to be measured alternately. */
export interface Comparison {
  shop(): Promise<MetricValues>;
  floor(): Promise<MetricValues>;
  /** A note on costs that the comparison leaves out. */
  note?(): string;
  close(): Promise<void>;
}

/** A question to the whole shop beside the least that any program would need for the same. */
export interface Row {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** What the shop does and what the floor does, for the page. */
  readonly how: string;
  readonly metrics: readonly Metric[];
  /** @param stage the running shop, started when it is first asked for */
  open(benchShop: () => Promise<BenchShop>): Promise<Comparison>;
}

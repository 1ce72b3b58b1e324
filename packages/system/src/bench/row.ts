import type { BenchShop } from './bench-shop.js';

/** A metric of a row, with its bounds against the floor. */
export interface Metric {
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  /** Bounds of shop ÷ floor, if any. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The bounds apply to the shop's own value, a ratio of two of its figures. */
  readonly isRatio?: boolean;
}

/** Values of one run by metric key. */
export type MetricValues = Readonly<Record<string, number>>;

/** Both sides of a row, measured alternately. */
export interface Comparison {
  shop(): Promise<MetricValues>;
  floor(): Promise<MetricValues>;
  /** Note on costs outside the comparison. */
  note?(): string;
  close(): Promise<void>;
}

/** A measurement of the whole shop and its floor: the least that any program needs for the same result. */
export interface Row {
  /** Name for `--only`. */
  readonly name: string;
  readonly title: string;
  /** Description of both sides, for the page. */
  readonly how: string;
  readonly metrics: readonly Metric[];
  /** @param stage starts the running shop on the first call */
  open(benchShop: () => Promise<BenchShop>): Promise<Comparison>;
}

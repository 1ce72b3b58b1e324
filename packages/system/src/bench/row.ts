import type { BenchShop } from './bench-shop.js';

/** A metric of a row, with bounds in relation to the floor. */
export interface Metric {
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  /** Smallest and largest allowed ratio of shop to floor. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** True when the bounds apply to the shop's own value, which is already a ratio. */
  readonly isRatio?: boolean;
}

/** Measured values of one run, by the key of the metric. */
export type MetricValues = Readonly<Record<string, number>>;

/** The shop and its floor, which are measured alternately. */
export interface Comparison {
  shop(): Promise<MetricValues>;
  floor(): Promise<MetricValues>;
  /** Note about costs that the comparison does not include. */
  note?(): string;
  close(): Promise<void>;
}

/**
 * One row of the bench: a measurement of the whole shop and of its floor, the least work that any program needs for the
 * same result.
 */
export interface Row {
  /** Name of the row for `--only`. */
  readonly name: string;
  readonly title: string;
  /** Description of shop and floor, for the results page. */
  readonly how: string;
  readonly metrics: readonly Metric[];
  /** Prepares the measurement. @param stage starts the running shop on the first call */
  open(benchShop: () => Promise<BenchShop>): Promise<Comparison>;
}

/** Amount of work in one run of a row. */
export interface Sizes {
  /** Duration of the load of HTTP requests, ms. */
  readonly loadMs: number;
  /** Number of buyers, who buy one product each. */
  readonly buyers: number;
  /** Number of unmeasured runs of shop and floor before the first measured one. */
  readonly warmUps: number;
  /** Number of complete purchases that the bench makes, with the open pages of their buyers. */
  readonly wholePurchases: number;
  /** Number of transactions of the floor. */
  readonly transactions: number;
  /** Number of measured changes in an open panel. */
  readonly changes: number;
  /** Numbers of open shop pages, and of changes sent to all of them. */
  readonly sockets: number;
  readonly broadcasts: number;
  /** True if the lists contain years of content. */
  readonly isLarge: boolean;
}

export const FULL: Sizes = {
  loadMs: 3_000,
  buyers: 40,
  wholePurchases: 128,
  warmUps: 15,
  transactions: 600,
  changes: 200,
  sockets: 500,
  broadcasts: 20,
  isLarge: true,
};

/** Smallest sizes, just enough to check that every row works. */
export const TINY: Sizes = {
  loadMs: 200,
  buyers: 2,
  wholePurchases: 8,
  warmUps: 1,
  transactions: 10,
  changes: 5,
  sockets: 5,
  broadcasts: 2,
  isLarge: false,
};

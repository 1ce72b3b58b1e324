/** Amount of work per run of a row. */
export interface Sizes {
  /** Duration of an HTTP load, ms. */
  readonly loadMs: number;
  /** Buyers of one product each. */
  readonly buyers: number;
  /** Warm-up runs of shop and floor before the first measured one. */
  readonly warmUps: number;
  /** Complete purchases, with the buyers' open pages. */
  readonly wholePurchases: number;
  /** Transactions of the floor. */
  readonly transactions: number;
  /** Timed changes of an open panel. */
  readonly changes: number;
  /** Open shop pages, and changes broadcast to all of them. */
  readonly sockets: number;
  readonly broadcasts: number;
  /** True if the lists hold years of content. */
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

/** Just enough to check that every row works. */
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

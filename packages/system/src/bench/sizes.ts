/** How much each row does in one run. */
export interface Sizes {
  /** How long the product list is asked for, ms. */
  readonly listMs: number;
  /** People who buy one thing each. */
  readonly buyers: number;
  /** Warm-up runs of shop and floor before the first that counts. */
  readonly warmUps: number;
  /** Whole purchases in one run, with the pages that buyers keep open. */
  readonly wholePurchases: number;
  /** The floor's transactions. */
  readonly transactions: number;
  /** Changes whose way to the panel is timed. */
  readonly changes: number;
  /** Open shop pages, and how many changes are broadcast to all of them. */
  readonly sockets: number;
  readonly broadcasts: number;
  /** Whether the lists are those of a shop after years. */
  readonly isLarge: boolean;
}

export const FULL: Sizes = {
  listMs: 3_000,
  buyers: 40,
  wholePurchases: 128,
  warmUps: 15,
  transactions: 600,
  changes: 200,
  sockets: 500,
  broadcasts: 20,
  isLarge: true,
};

/** Just enough to see that every row works. */
export const TINY: Sizes = {
  listMs: 200,
  buyers: 2,
  wholePurchases: 8,
  warmUps: 1,
  transactions: 10,
  changes: 5,
  sockets: 5,
  broadcasts: 2,
  isLarge: false,
};

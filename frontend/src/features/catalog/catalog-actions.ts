import type { Product } from '@pax/contracts';

/** What the market asks of the rest of the shop; routes compose it. */
export interface CatalogActions {
  /** Puts pieces, or millions of coins, into the cart. `from` is where it was caused. */
  readonly add: (product: Product, wanted: Wanted, from?: HTMLElement) => void;
  /** Puts custom coins into the cart and opens the checkout. */
  readonly buyNow: (product: Product, millions: number) => void;
  readonly isWished: (id: number) => boolean;
  readonly toggleWish: (product: Product) => void;
}

export interface Wanted {
  readonly quantity: number;
  /** Whole millions, for custom coins. */
  readonly millions?: number;
}

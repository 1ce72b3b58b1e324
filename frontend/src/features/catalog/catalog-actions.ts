import type { Product } from '@pax/contracts';
import type { EnteredMillions } from './purchase-rules';

/** What the market asks of the rest of the shop; routes compose it. */
export interface CatalogActions {
  /** Puts pieces, or millions of coins, into the cart. `from` is where it was caused. */
  readonly add: (product: Product, wanted: Wanted, from?: HTMLElement) => void;
  /** Puts custom coins into the cart and opens the checkout; an amount that can't be priced is refused with words. */
  readonly buyNow: (product: Product, amount: EnteredMillions) => void;
  readonly isOnWishlist: (id: number) => boolean;
  readonly toggleWishlist: (product: Product) => void;
}

export interface Wanted {
  readonly quantity: number;
  /** Of custom coins. */
  readonly amount?: EnteredMillions;
}

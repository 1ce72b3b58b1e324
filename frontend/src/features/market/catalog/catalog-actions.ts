import type { Product } from '@pax/contracts';
import type { EnteredMillions } from './purchase-rules';

/** Callbacks of the market; routes provide them. */
export interface CatalogActions {
  /**
   * Adds pieces, or millions of coins, to the cart. `from` is the pressed element, where the animation
   * starts.
   */
  readonly add: (product: Product, wanted: Wanted, from?: HTMLElement) => void;
  /** Adds custom coins and opens the checkout; an amount without a price is refused with a toast. */
  readonly buyNow: (product: Product, amount: EnteredMillions) => void;
  readonly isOnWishlist: (id: number) => boolean;
  readonly toggleWishlist: (product: Product) => void;
}

export interface Wanted {
  readonly quantity: number;
  /** Millions, for custom coins only. */
  readonly amount?: EnteredMillions;
}

import type { Product } from '@pax/contracts';
import type { EnteredMillions } from './purchase-rules';

/** Actions of the market on cart, checkout and wishlist; the routes provide them. */
export interface CatalogActions {
  /** Adds pieces, or millions of coins, to the cart; `from` is the pressed element, where the animation starts. */
  readonly add: (product: Product, wanted: WantedAmount, from?: HTMLElement) => void;
  /** Adds custom coins and opens the checkout; shows a toast instead if the amount has no price. */
  readonly buyNow: (product: Product, amount: EnteredMillions) => void;
  readonly isOnWishlist: (id: number) => boolean;
  readonly toggleWishlist: (product: Product) => void;
  /** Tells whether the user hears when a product is back: it is on the wishlist of an account. */
  readonly isAskedFor: (id: number) => boolean;
  /** Puts a sold-out product on the wishlist, whose owner hears when it is back, or takes it off; a visitor signs in. */
  readonly toggleTell: (product: Product) => void;
}

export interface WantedAmount {
  readonly quantity: number;
  /** Amount in millions; only for custom coins. */
  readonly amount?: EnteredMillions;
}

import type { CartItem, CartLine, Category, HoldLimit } from '@pax/contracts';

/** A line that is to be bought, as the checkout needs it; the app brings the cart's lines into this form. */
export interface BasketLine {
  readonly id: number;
  readonly name: string;
  readonly category: Category;
  /** One piece as the buyer sees it, by `shownPiece`. */
  readonly shown: string;
  /** For the preview. */
  readonly pricing: CartLine;
  /** For the calls. */
  readonly item: CartItem;
  /** Why it cannot be bought: no longer sold, or only so much left (pieces, or millions of custom coins). */
  readonly trouble?:
    | { readonly kind: 'gone' }
    | { readonly kind: 'short'; readonly left: number }
    | { readonly kind: 'limited'; readonly left: number; readonly limit: HoldLimit }
    | undefined;
}

/** The lines to buy and the changes that the checkout may make to them. */
export interface Basket {
  readonly lines: readonly BasketLine[];
  /** Takes what is left: pieces, or whole millions of custom coins; 0 takes the line out. */
  readonly reduceTo: (id: number, left: number) => void;
  /** Takes out every line whose product is no longer sold. */
  readonly removeUnavailable: () => void;
}

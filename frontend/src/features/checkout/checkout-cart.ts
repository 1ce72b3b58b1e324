import type { CartItem, CartLine, Category, HoldLimit } from '@pax/contracts';

/** Line to buy, as the checkout needs it; the app converts the cart's lines into this form. */
export interface CheckoutCartLine {
  readonly id: number;
  readonly name: string;
  readonly category: Category;
  /** Description of one piece that the buyer sees, made by `describePiece`. */
  readonly shown: string;
  /** Input of the price preview. */
  readonly pricing: CartLine;
  /** Item as sent in calls. */
  readonly item: CartItem;
  /** Reason why it cannot be bought: no longer sold, or the amount left (pieces, or millions of custom coins). */
  readonly trouble?:
    | { readonly kind: 'gone' }
    | { readonly kind: 'short'; readonly left: number }
    | { readonly kind: 'limited'; readonly left: number; readonly limit: HoldLimit }
    | undefined;
}

/** The lines to buy and the changes that the checkout may make to them. */
export interface CheckoutCart {
  readonly lines: readonly CheckoutCartLine[];
  /** Reduces a line to what is left: pieces, or whole millions of custom coins; 0 removes the line. */
  readonly reduceTo: (id: number, left: number) => void;
  /** Removes every line whose product is no longer sold. */
  readonly removeUnavailable: () => void;
}

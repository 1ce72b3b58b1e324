import type { CartItem, CartLine, Category, HoldLimit } from '@pax/contracts';

/** Cart line in the form that the checkout needs; the app converts the cart's lines into this form. */
export interface CheckoutCartLine {
  readonly id: number;
  readonly name: string;
  readonly category: Category;
  /** Address of the picture. */
  readonly image: string;
  /** Maximum quantity of the line: pieces, or whole millions of custom coins. */
  readonly most: number;
  /** Description of one piece as the buyer sees it, made by `describePiece`. */
  readonly shown: string;
  /** Input for the price computed in the browser. */
  readonly pricing: CartLine;
  /** Item in the form in which calls send it. */
  readonly item: CartItem;
  /** Reason why the line cannot be bought: no longer sold, or less available (pieces, or millions of custom coins). */
  readonly trouble?:
    | { readonly kind: 'gone' }
    | { readonly kind: 'short'; readonly left: number }
    | { readonly kind: 'limited'; readonly left: number; readonly limit: HoldLimit }
    | undefined;
}

/** The lines to buy, and functions by which the checkout may change them. */
export interface CheckoutCart {
  readonly lines: readonly CheckoutCartLine[];
  /** Reduces a line to the available amount: pieces, or whole millions of custom coins; 0 removes the line. */
  readonly reduceLineTo: (id: number, left: number) => void;
  /** Changes the pieces of a line; 0 removes it. Custom coins keep their amount. */
  readonly setQuantity: (id: number, quantity: number) => void;
  /** Removes every line whose product is no longer sold. */
  readonly removeUnavailable: () => void;
}

import type { Category, Product } from '@pax/contracts';

/** A line of the cart as it is kept in the browser. Prices are texts as they were when it was added. */
export interface CartItem {
  readonly id: number;
  readonly name: string;
  readonly category: Category;
  readonly image: string;
  readonly price: string;
  readonly originalPrice?: string;
  readonly amount?: string;
  readonly quantity: number;
  readonly coinValue: number | null;
  readonly isCustom: boolean;
  /** Whole millions of coins as text; only on custom lines. */
  readonly customAmount?: string;
}

/** Line that a checkout was placed for, as the calls take it: amounts of custom coins in whole millions. */
export interface PlacedLine {
  readonly id: number;
  readonly quantity: number;
  readonly customAmount?: number | undefined;
}

/** A product as a new line: `quantity` pieces, or `millions` of coins for a custom one. */
export function toCartItem(product: Product, quantity: number, millions?: number): CartItem {
  const { id, name, category, image, price, originalPrice, amount, coinValue, isCustom } = product;
  return {
    id,
    name,
    category,
    image,
    price,
    ...(originalPrice === null ? {} : { originalPrice }),
    ...(amount === null ? {} : { amount }),
    quantity: isCustom ? 1 : quantity,
    coinValue,
    isCustom,
    ...(isCustom && millions !== undefined ? { customAmount: String(millions) } : {}),
  };
}

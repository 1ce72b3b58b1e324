import { MAX_PIECES, type Category, type Product } from '@pax/contracts';

const capCartQuantity = (quantity: number) => Math.min(MAX_PIECES, Math.trunc(quantity));

/**
 * Adds an item to the end of the cart. An item already there gets more pieces; custom coins get the new amount
 * instead.
 */
export function addCartItem(items: readonly CartItem[], added: CartItem): CartItem[] {
  const known = items.find(({ id }) => id === added.id);
  if (!known) return [...items, { ...added, quantity: capCartQuantity(added.quantity) }];
  const quantity = added.isCustom ? 1 : capCartQuantity(known.quantity + added.quantity);
  const joined: CartItem = {
    ...known,
    ...added,
    quantity,
    coinValue: added.coinValue ?? known.coinValue,
    customAmount: added.customAmount ?? known.customAmount,
  };
  return items.map((item) => (item === known ? joined : item));
}

/** Returns the cart with a new quantity of an item; 0 or less removes it. Custom coins always have quantity 1. */
export function setCartQuantity(items: readonly CartItem[], id: number, quantity: number): CartItem[] {
  if (quantity <= 0) return removeCartItem(items, id);
  return items.map((item) =>
    item.id === id && !item.isCustom ? { ...item, quantity: capCartQuantity(quantity) } : item,
  );
}

export const removeCartItem = (items: readonly CartItem[], id: number): CartItem[] =>
  items.filter((item) => item.id !== id);

/** Counts the pieces of all items in the cart. */
export const countPieces = (items: readonly CartItem[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

const isSameCustomAmount = ({ isCustom, customAmount }: CartItem, line: PlacedLine): boolean =>
  !isCustom || Number(customAmount) === line.customAmount;

/** Removes paid items from the cart. Pieces added later stay, as do custom coins of another amount. */
export const removePaidItems = (items: readonly CartItem[], paid: readonly PlacedLine[]): CartItem[] =>
  items.flatMap((item) => {
    const line = paid.find(({ id }) => id === item.id);
    if (!line || !isSameCustomAmount(item, line)) return [item];
    const quantity = item.quantity - line.quantity;
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });

/** Returns the placed lines that are still in the cart; an item removed and added again is no longer one of them. */
export const findLinesStillInCart = (
  lines: readonly PlacedLine[],
  items: readonly CartItem[],
): PlacedLine[] =>
  lines.flatMap((line) => {
    const item = items.find(({ id }) => id === line.id);
    return item && isSameCustomAmount(item, line)
      ? [{ ...line, quantity: Math.min(line.quantity, item.quantity) }]
      : [];
  });

/** Cart line as the browser stores it, with the prices from when it was added. */
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
  /** Whole millions of coins as text; set only for custom coins. */
  readonly customAmount?: string;
  /** Description of one piece that the buyer saw in Discord, made by `describePiece`. */
  readonly shown?: string;
}

/** Line of a placed checkout in the form of calls; custom coins in whole millions. */
export interface PlacedLine {
  readonly id: number;
  readonly quantity: number;
  readonly customAmount?: number | undefined;
}

/** Creates a cart line from a product: `quantity` pieces, or `millions` of custom coins. */
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

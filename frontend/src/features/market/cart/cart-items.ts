import { MOST_PIECES, type Category, type Product } from '@pax/contracts';

const capQuantity = (quantity: number) => Math.min(MOST_PIECES, Math.trunc(quantity));

/**
 * A cart with an item added: a new one goes to the end, one that is there gets its pieces on top and the newer
 * coinValue; a custom one has its amount replaced and stays at quantity 1.
 */
export function withItem(items: readonly CartItem[], added: CartItem): CartItem[] {
  const known = items.find(({ id }) => id === added.id);
  if (!known) return [...items, { ...added, quantity: capQuantity(added.quantity) }];
  const quantity = added.isCustom ? 1 : capQuantity(known.quantity + added.quantity);
  const joined: CartItem = {
    ...known,
    ...added,
    quantity,
    coinValue: added.coinValue ?? known.coinValue,
    customAmount: added.customAmount ?? known.customAmount,
  };
  return items.map((item) => (item === known ? joined : item));
}

/** A cart with a quantity set; 0 or less takes the item out. A custom line keeps its quantity of 1. */
export function withQuantity(items: readonly CartItem[], id: number, quantity: number): CartItem[] {
  if (quantity <= 0) return withoutItem(items, id);
  return items.map((item) =>
    item.id === id && !item.isCustom ? { ...item, quantity: capQuantity(quantity) } : item,
  );
}

export const withoutItem = (items: readonly CartItem[], id: number): CartItem[] =>
  items.filter((item) => item.id !== id);

/** Pieces in the cart, for the badge. */
export const countPieces = (items: readonly CartItem[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

const isSameAmount = ({ isCustom, customAmount }: CartItem, line: PlacedLine): boolean =>
  !isCustom || Number(customAmount) === line.customAmount;

/** A cart without what was paid: pieces that were added since stay, as does another amount of custom coins. */
export const withoutPaid = (items: readonly CartItem[], paid: readonly PlacedLine[]): CartItem[] =>
  items.flatMap((item) => {
    const line = paid.find(({ id }) => id === item.id);
    if (!line || !isSameAmount(item, line)) return [item];
    const quantity = item.quantity - line.quantity;
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });

/** Placed lines that are still in the cart: an item that was taken out and put in again is a new one. */
export const linesStillInCart = (lines: readonly PlacedLine[], items: readonly CartItem[]): PlacedLine[] =>
  lines.flatMap((line) => {
    const item = items.find(({ id }) => id === line.id);
    return item && isSameAmount(item, line)
      ? [{ ...line, quantity: Math.min(line.quantity, item.quantity) }]
      : [];
  });

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
  /** One piece as the buyer saw it outside the page, in Discord; as `shownPiece` makes it. */
  readonly shown?: string;
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

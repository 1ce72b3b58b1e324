import { isCategory, MAX_PIECES, parseAmount } from '@pax/contracts';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '../../../lib/values/is-record';
import {
  type CartItem,
  type PlacedLine,
  findLinesStillInCart,
  addCartItem,
  removeCartItem,
  removePaidItems,
  setCartQuantity,
} from './cart-items';
import { browserStorage, keepIfBothEmpty } from '../../../lib/storage/browser-storage';

const parseStoredText = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= 500 ? value : undefined;
};

/** Parses a stored whole number, also if stored as text; undefined below `min`, reduced to `max` above it. */
function parseStoredWholeNumber(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= min
    ? Math.min(number, max)
    : undefined;
}

const parseStoredPrice = (value: unknown): string | undefined => {
  const text = parseStoredText(value);
  return text !== undefined && parseAmount(text) !== undefined ? text : undefined;
};

/** Parses one stored cart line, which may be old or damaged; undefined if it cannot be repaired. */
function parseStoredItem(value: unknown): CartItem | undefined {
  if (!isRecord(value)) return undefined;
  const id = parseStoredWholeNumber(value['id'], 1, Number.MAX_SAFE_INTEGER);
  const name = parseStoredText(value['name']);
  const price = parseStoredPrice(value['price']);
  if (id === undefined || name === undefined || price === undefined) return undefined;
  const originalPrice = parseStoredPrice(value['originalPrice']);
  const amount = parseStoredText(value['amount']);
  const shown = parseStoredText(value['shown']);
  const isCustom = value['isCustom'] === true;
  const millions = isCustom ? parseStoredWholeNumber(value['customAmount'], 1, 1_000_000_000) : undefined;
  if (isCustom && millions === undefined) return undefined;
  return {
    id,
    name,
    category: isCategory(value['category']) ? value['category'] : 'items',
    image: parseStoredText(value['image']) ?? '',
    price,
    ...(originalPrice === undefined ? {} : { originalPrice }),
    ...(amount === undefined ? {} : { amount }),
    quantity: isCustom ? 1 : (parseStoredWholeNumber(value['quantity'], 1, MAX_PIECES) ?? 1),
    coinValue: parseStoredWholeNumber(value['coinValue'], 1, Number.MAX_SAFE_INTEGER) ?? null,
    isCustom,
    ...(millions === undefined ? {} : { customAmount: String(millions) }),
    ...(shown === undefined ? {} : { shown }),
  };
}

function parsePlacedCheckout(value: unknown): PlacedCheckout | undefined {
  if (!isRecord(value)) return undefined;
  const { checkout } = value;
  const [userId, at] = [
    parseStoredWholeNumber(value['userId'], 1, Number.MAX_SAFE_INTEGER),
    parseStoredWholeNumber(value['at'], 0, Number.MAX_SAFE_INTEGER),
  ];
  if (typeof checkout !== 'string' || userId === undefined || at === undefined) return undefined;
  const stored: unknown[] = Array.isArray(value['lines']) ? value['lines'] : [];
  const lines = stored.flatMap((line): PlacedLine[] => {
    if (!isRecord(line)) return [];
    const id = parseStoredWholeNumber(line['id'], 1, Number.MAX_SAFE_INTEGER);
    const quantity = parseStoredWholeNumber(line['quantity'], 1, MAX_PIECES);
    if (id === undefined || quantity === undefined) return [];
    return [{ id, quantity, customAmount: parseStoredWholeNumber(line['customAmount'], 1, 1_000_000_000) }];
  });
  return { checkout, userId, at, lines };
}

/** Checkout placed in this browser whose outcome is not known yet. */
interface PlacedCheckout {
  readonly checkout: string;
  /** Id of the buyer, because the checkout must not be shown to other accounts. */
  readonly userId: number;
  /** Time when the checkout was placed by this device's clock, ms; decides when the checkout is dropped. */
  readonly at: number;
  /** Lines of the checkout that are still in the cart. */
  readonly lines: readonly PlacedLine[];
}

interface StoredCart {
  readonly items: readonly CartItem[];
  /** Checkouts that may still be paid, newest last. */
  readonly placed: readonly PlacedCheckout[];
  /** References of paid checkouts whose goods were removed from the cart, newest last. */
  readonly settled: readonly string[];
}

/** Parses the stored cart; damaged lines and duplicates are dropped, so that parsing never throws. */
export function readStoredCart(stored: unknown): StoredCart {
  const fields = isRecord(stored) ? stored : {};
  const lines = Array.isArray(fields['items']) ? fields['items'] : [];
  const items = lines.flatMap((line) => parseStoredItem(line) ?? []);
  const settled = Array.isArray(fields['settled']) ? fields['settled'] : [];
  const placed = Array.isArray(fields['placed']) ? fields['placed'] : [];
  return {
    placed: placed.flatMap((one) => parsePlacedCheckout(one) ?? []),
    items: items.filter(
      ({ id }, recordPlaced) => items.findIndex((other) => other.id === id) === recordPlaced,
    ),
    settled: settled.filter((reference) => typeof reference === 'string'),
  };
}

export const CART_KEY = 'pax-cart';
/** Number of paid checkouts that the browser remembers. */
const MAX_SETTLED = 20;
/**
 * Number of placed checkouts that the browser remembers; a buyer has only one open, and late payments are recent ones.
 */
const MAX_PLACED = 5;

interface CartState extends StoredCart {
  /** True while the cart panel is open; not stored. */
  readonly isOpen: boolean;
  readonly add: (item: CartItem) => void;
  readonly setQuantity: (id: number, quantity: number) => void;
  readonly remove: (id: number) => void;
  /** Stores the current price in a line, so that the line is no longer marked as changed. */
  readonly acceptPrice: (id: number, price: string) => void;
  readonly clear: () => void;
  /** Replaces all cart lines. */
  readonly replace: (items: readonly CartItem[]) => void;
  readonly open: () => void;
  readonly close: () => void;
  readonly toggle: () => void;
  /** Records a placed checkout's lines, so that they can be removed from the cart once it is paid. */
  readonly place: (placed: { checkout: string; userId: number; lines: readonly PlacedLine[] }) => void;
  /** Drops a placed checkout that can no longer be paid. */
  readonly forgetPlaced: (checkout: string) => void;
  /**
   * Removes paid goods from the cart once per checkout: lines placed in this browser, otherwise the given ones.
   *
   * @returns true when the goods were removed now
   */
  readonly settle: (checkout: string, lines: readonly PlacedLine[]) => boolean;
}

/** Returns the new cart items; placed checkouts keep only lines that are still in the cart. */
const replaceCartItems = (
  items: readonly CartItem[],
  { placed }: StoredCart,
): Pick<StoredCart, 'items' | 'placed'> => ({
  items,
  placed: placed.map((one) => ({ ...one, lines: findLinesStillInCart(one.lines, items) })),
});

/** Store of the cart, saved in the browser under its own key and shared by all tabs. */
export const useCart = create<CartState>()(
  persist(
    (set, get) => ({
      items: [],
      placed: [],
      settled: [],
      isOpen: false,
      add: (item) => set((cart) => replaceCartItems(addCartItem(cart.items, item), cart)),
      setQuantity: (id, quantity) =>
        set((cart) => replaceCartItems(setCartQuantity(cart.items, id, quantity), cart)),
      remove: (id) => set((cart) => replaceCartItems(removeCartItem(cart.items, id), cart)),
      acceptPrice: (id, price) =>
        set(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, price } : item)) })),
      clear: () => set((cart) => replaceCartItems([], cart)),
      replace: (items) => set((cart) => replaceCartItems(items, cart)),
      open: () => set({ isOpen: true }),
      close: () => set({ isOpen: false }),
      toggle: () => set(({ isOpen }) => ({ isOpen: !isOpen })),
      place: ({ checkout, userId, lines }) =>
        set(({ items, placed }) => {
          const others = placed.filter((one) => one.checkout !== checkout);
          const own = { checkout, userId, at: Date.now(), lines: findLinesStillInCart(lines, items) };
          return { placed: [...others, own].slice(-MAX_PLACED) };
        }),
      forgetPlaced: (checkout) =>
        set(({ placed }) => ({ placed: placed.filter((one) => one.checkout !== checkout) })),
      settle: (checkout, lines) => {
        const { items, placed, settled } = get();
        if (settled.includes(checkout)) return false;
        const own = placed.find((one) => one.checkout === checkout);
        const others = placed.filter((one) => one !== own);
        const left = removePaidItems(items, own?.lines ?? lines);
        set({
          ...replaceCartItems(left, { items, placed: others, settled }),
          settled: [...settled, checkout].slice(-MAX_SETTLED),
        });
        return true;
      },
    }),
    {
      name: CART_KEY,
      storage: browserStorage(),
      version: 1,
      partialize: ({ items, placed, settled }): StoredCart => ({ items, placed, settled }),
      migrate: readStoredCart,
      merge: (stored, current) => {
        const { items, placed, settled } = readStoredCart(stored);
        return {
          ...current,
          items: keepIfBothEmpty(current.items, items),
          placed: keepIfBothEmpty(current.placed, placed),
          settled,
        };
      },
    },
  ),
);

/**
 * Copies changes of the cart from other tabs.
 *
 * @returns a function that stops it
 */
export function syncCartAcrossTabs(): () => void {
  const reloadChangedCart = (event: StorageEvent) => {
    if (event.key === CART_KEY || event.key === null) void useCart.persist.rehydrate();
  };
  addEventListener('storage', reloadChangedCart);
  void useCart.persist.rehydrate();
  return () => removeEventListener('storage', reloadChangedCart);
}

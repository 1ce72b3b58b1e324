import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStore, keepIfBothEmpty } from '../../../lib/storage/browser-store';
import type { CartItem, PlacedLine } from './cart-item';
import { stillInCart, withItem, withoutItem, withoutPaid, withQuantity } from './cart-rules';
import { readStoredCart, type StoredCart } from './stored-cart';

export const CART_KEY = 'pax-cart';
/** Number of settled checkouts kept. */
const REMEMBERED = 20;
/** Number of placed checkouts kept: a buyer has one open at a time, and late payments come from recent ones. */
const MOST_PLACED = 5;

interface CartState extends StoredCart {
  /** True while the panel is shown; not stored. */
  readonly isOpen: boolean;
  readonly add: (item: CartItem) => void;
  readonly setQuantity: (id: number, quantity: number) => void;
  readonly remove: (id: number) => void;
  /** Stores the current price, so that it is no longer shown as changed. */
  readonly acceptPrice: (id: number, price: string) => void;
  readonly clear: () => void;
  /** Puts these lines in the place of all others. */
  readonly replace: (items: readonly CartItem[]) => void;
  readonly open: () => void;
  readonly close: () => void;
  readonly toggle: () => void;
  /** Remembers what a checkout is for, so that its payment takes it out of the cart, whoever hears of it. */
  readonly place: (placed: { checkout: string; userId: number; lines: readonly PlacedLine[] }) => void;
  /** Forgets a checkout that can't be paid any more. */
  readonly forget: (checkout: string) => void;
  /**
   * Removes paid goods from the cart, once per checkout: for one placed in this browser its lines that are still
   * there, for another one the given lines. @returns true when it was done now
   */
  readonly settle: (checkout: string, lines: readonly PlacedLine[]) => boolean;
}

/** A changed cart, with the lines of placed checkouts that are still in it. */
const changed = (
  items: readonly CartItem[],
  { placed }: StoredCart,
): Pick<StoredCart, 'items' | 'placed'> => ({
  items,
  placed: placed.map((one) => ({ ...one, lines: stillInCart(one.lines, items) })),
});

/** The cart, kept in the browser under its own key and shared by all tabs. */
export const useCart = create<CartState>()(
  persist(
    (set, get) => ({
      items: [],
      placed: [],
      settled: [],
      isOpen: false,
      add: (item) => set((cart) => changed(withItem(cart.items, item), cart)),
      setQuantity: (id, quantity) => set((cart) => changed(withQuantity(cart.items, id, quantity), cart)),
      remove: (id) => set((cart) => changed(withoutItem(cart.items, id), cart)),
      acceptPrice: (id, price) =>
        set(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, price } : item)) })),
      clear: () => set((cart) => changed([], cart)),
      replace: (items) => set((cart) => changed(items, cart)),
      open: () => set({ isOpen: true }),
      close: () => set({ isOpen: false }),
      toggle: () => set(({ isOpen }) => ({ isOpen: !isOpen })),
      place: ({ checkout, userId, lines }) =>
        set(({ items, placed }) => {
          const others = placed.filter((one) => one.checkout !== checkout);
          const own = { checkout, userId, at: Date.now(), lines: stillInCart(lines, items) };
          return { placed: [...others, own].slice(-MOST_PLACED) };
        }),
      forget: (checkout) =>
        set(({ placed }) => ({ placed: placed.filter((one) => one.checkout !== checkout) })),
      settle: (checkout, lines) => {
        const { items, placed, settled } = get();
        if (settled.includes(checkout)) return false;
        const own = placed.find((one) => one.checkout === checkout);
        const others = placed.filter((one) => one !== own);
        const left = withoutPaid(items, own?.lines ?? lines);
        set({
          ...changed(left, { items, placed: others, settled }),
          settled: [...settled, checkout].slice(-REMEMBERED),
        });
        return true;
      },
    }),
    {
      name: CART_KEY,
      storage: browserStore(),
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

/** Syncs the cart from other tabs. @returns stops it */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === CART_KEY || event.key === null) void useCart.persist.rehydrate();
  };
  addEventListener('storage', follow);
  void useCart.persist.rehydrate();
  return () => removeEventListener('storage', follow);
}

import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStore, keepIfBothEmpty } from '../../lib/storage/browser-store';
import type { CartItem } from './cart-item';
import { withItem, withoutItem, withQuantity } from './cart-rules';
import { readStoredCart, type StoredCart } from './stored-cart';

export const CART_KEY = 'pax-cart';
/** Number of settled checkouts kept. */
const REMEMBERED = 20;

interface CartState extends StoredCart {
  /** Whether the panel is shown; not kept. */
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
  /** Empties the cart once per paid checkout (SHOP-4.28). @returns whether it did so now */
  readonly settle: (checkout: string) => boolean;
}

/** The cart, kept in the browser under its own key and shared by all tabs. */
export const useCart = create<CartState>()(
  persist(
    (set, get) => ({
      items: [],
      settled: [],
      isOpen: false,
      add: (item) => set(({ items }) => ({ items: withItem(items, item) })),
      setQuantity: (id, quantity) => set(({ items }) => ({ items: withQuantity(items, id, quantity) })),
      remove: (id) => set(({ items }) => ({ items: withoutItem(items, id) })),
      acceptPrice: (id, price) =>
        set(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, price } : item)) })),
      clear: () => set({ items: [] }),
      replace: (items) => set({ items }),
      open: () => set({ isOpen: true }),
      close: () => set({ isOpen: false }),
      toggle: () => set(({ isOpen }) => ({ isOpen: !isOpen })),
      settle: (checkout) => {
        const { settled } = get();
        if (settled.includes(checkout)) return false;
        set({ items: [], settled: [...settled, checkout].slice(-REMEMBERED) });
        return true;
      },
    }),
    {
      name: CART_KEY,
      storage: browserStore(),
      version: 1,
      partialize: ({ items, settled }): StoredCart => ({ items, settled }),
      migrate: readStoredCart,
      merge: (stored, current) => {
        const { items, settled } = readStoredCart(stored);
        return { ...current, items: keepIfBothEmpty(current.items, items), settled };
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

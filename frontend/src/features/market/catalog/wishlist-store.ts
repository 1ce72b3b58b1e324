import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStorage, keepIfBothEmpty } from '../../../lib/storage/browser-storage';
import { isRecord } from '../../../lib/values/is-record';

/** Product on the wishlist, which is stored only in this browser. */
export interface WishlistItem {
  readonly id: number;
  readonly name: string;
  /** Time when the product was added, in ISO format. */
  readonly addedAt: string;
}

interface WishlistState {
  readonly items: readonly WishlistItem[];
  /**
   * Adds a product to the wishlist or removes it.
   *
   * @returns whether the product is on the list afterwards
   */
  readonly toggle: (product: { readonly id: number; readonly name: string }) => boolean;
}

export const WISHLIST_KEY = 'pax-wishlist';

const isWishlistItem = (value: unknown): value is WishlistItem =>
  isRecord(value) &&
  Number.isInteger(value['id']) &&
  typeof value['name'] === 'string' &&
  typeof value['addedAt'] === 'string';

/** Parses the stored wishlist; invalid entries are dropped. */
export function readStoredWishlist(stored: unknown): WishlistItem[] {
  const items = isRecord(stored) ? stored['items'] : [];
  return Array.isArray(items) ? items.filter(isWishlistItem) : [];
}

export const useWishlist = create<WishlistState>()(
  persist(
    (set, get) => ({
      items: [],
      toggle: ({ id, name }) => {
        const { items } = get();
        const rest = items.filter((item) => item.id !== id);
        const added = rest.length === items.length;
        set({ items: added ? [{ id, name, addedAt: new Date().toISOString() }, ...rest] : rest });
        return added;
      },
    }),
    {
      name: WISHLIST_KEY,
      version: 1,
      storage: browserStorage(),
      partialize: ({ items }) => ({ items }),
      migrate: (stored) => ({ items: readStoredWishlist(stored) }),
      merge: (stored, current) => ({
        ...current,
        items: keepIfBothEmpty(current.items, readStoredWishlist(stored)),
      }),
    },
  ),
);

/**
 * Copies changes of the wishlist from other tabs.
 *
 * @returns a function that stops it
 */
export function syncWishlistAcrossTabs(): () => void {
  const reloadChangedWishlist = (event: StorageEvent) => {
    if (event.key === WISHLIST_KEY || event.key === null) void useWishlist.persist.rehydrate();
  };
  addEventListener('storage', reloadChangedWishlist);
  void useWishlist.persist.rehydrate();
  return () => removeEventListener('storage', reloadChangedWishlist);
}

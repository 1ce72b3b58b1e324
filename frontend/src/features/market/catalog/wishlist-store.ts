import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStorage, isUnsaved, keepIfBothEmpty } from '../../../lib/storage/browser-storage';
import { isRecord } from '../../../lib/values/is-record';

/** Product on the wishlist. */
export interface WishlistItem {
  readonly id: number;
  readonly name: string;
  /** Time when the product was added, in ISO format. */
  readonly addedAt: string;
}

interface StoredWishlist {
  readonly items: readonly WishlistItem[];
  /** Account that the list belongs to; undefined for a visitor's list, which only this browser has. */
  readonly owner?: number | undefined;
  /** Products of the account's list that were toggled here and are not sent yet. */
  readonly changed: readonly number[];
}

interface WishlistState extends StoredWishlist {
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
export function readStoredWishlist(stored: unknown): StoredWishlist {
  const { items, owner, changed } = isRecord(stored) ? stored : {};
  return {
    items: Array.isArray(items) ? items.filter(isWishlistItem) : [],
    owner: typeof owner === 'number' ? owner : undefined,
    changed: Array.isArray(changed) ? changed.filter((id) => Number.isInteger(id)) : [],
  };
}

export const useWishlist = create<WishlistState>()(
  persist(
    (set, get) => ({
      items: [],
      changed: [],
      toggle: ({ id, name }) => {
        const { items, owner, changed } = get();
        const rest = items.filter((item) => item.id !== id);
        const added = rest.length === items.length;
        set({
          items: added ? [{ id, name, addedAt: new Date().toISOString() }, ...rest] : rest,
          changed: owner === undefined ? [] : [...changed.filter((other) => other !== id), id],
        });
        return added;
      },
    }),
    {
      name: WISHLIST_KEY,
      version: 1,
      storage: browserStorage(),
      partialize: ({ items, owner, changed }) => ({ items, owner, changed }),
      migrate: readStoredWishlist,
      merge: (stored, current) => {
        // Where the browser keeps nothing, or not the newest, this tab's list is the only one.
        if (stored === undefined || isUnsaved(WISHLIST_KEY)) return current;
        const read = readStoredWishlist(stored);
        return { ...current, ...read, items: keepIfBothEmpty(current.items, read.items) };
      },
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

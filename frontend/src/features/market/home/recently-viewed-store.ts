import { isCategory, type Product } from '@pax/contracts';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStorage, keepIfBothEmpty } from '../../../lib/storage/browser-storage';
import { isRecord } from '../../../lib/values/is-record';

/** Product that the user viewed; stored only in this browser. */
export interface ViewedItem extends Pick<Product, 'id' | 'name' | 'price' | 'image' | 'category'> {
  /** Time of the view, in ISO format. */
  readonly viewedAt: string;
}

interface ViewedState {
  /** Viewed products, the latest first. */
  readonly items: readonly ViewedItem[];
  readonly recordProductView: (product: Product) => void;
  /** Drops viewed products that are no longer sold. */
  readonly keepOnlySold: (sold: ReadonlySet<number>) => void;
  readonly clear: () => void;
}

export const VIEWED_KEY = 'pax-recently-viewed';
/** Number of viewed products that the browser remembers. */
export const MAX_VIEWED = 6;
const isViewedItem = (value: unknown): value is ViewedItem =>
  isRecord(value) &&
  Number.isInteger(value['id']) &&
  ['name', 'price', 'image', 'viewedAt'].every((name) => typeof value[name] === 'string') &&
  isCategory(value['category']);

/** Parses the stored list of recently viewed products, at most six; invalid entries are dropped. */
export function readStoredViews(stored: unknown): ViewedItem[] {
  const items = isRecord(stored) ? stored['items'] : [];
  return Array.isArray(items) ? items.filter(isViewedItem).slice(0, MAX_VIEWED) : [];
}

export const useRecentlyViewed = create<ViewedState>()(
  persist(
    (set, get) => ({
      items: [],
      recordProductView({ id, name, price, image, category }) {
        const seen = { id, name, price, image, category, viewedAt: new Date().toISOString() };
        set({ items: [seen, ...get().items.filter((item) => item.id !== id)].slice(0, MAX_VIEWED) });
      },
      keepOnlySold(sold) {
        const left = get().items.filter(({ id }) => sold.has(id));
        if (left.length < get().items.length) set({ items: left });
      },
      clear: () => set({ items: [] }),
    }),
    {
      name: VIEWED_KEY,
      version: 1,
      storage: browserStorage(),
      partialize: ({ items }) => ({ items }),
      migrate: (stored) => ({ items: readStoredViews(stored) }),
      merge: (stored, current) => ({
        ...current,
        items: keepIfBothEmpty(current.items, readStoredViews(stored)),
      }),
    },
  ),
);

import { formatDecimal, fromDecimal, type Category, type Product, isCategory } from '@pax/contracts';
import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';

export const SORTS = ['priceUp', 'priceDown', 'nameUp', 'nameDown'] as const;
export type Sort = (typeof SORTS)[number];

const byName = (a: Product, b: Product) => a.name.localeCompare(b.name, 'en', { numeric: true });
const byPrice = (a: Product, b: Product) => fromDecimal(a.price) - fromDecimal(b.price) || byName(a, b);

/** Position of products without one of their own, which come last in the default order. */
const LAST = Number.POSITIVE_INFINITY;
const byPlace = (a: Product, b: Product) => {
  const [one, other] = [a.displayOrder ?? LAST, b.displayOrder ?? LAST];
  return one === other ? byPrice(a, b) : one - other;
};

const order: Record<Sort, (a: Product, b: Product) => number> = {
  priceUp: byPlace,
  priceDown: (a, b) => byPrice(b, a),
  nameUp: byName,
  nameDown: (a, b) => byName(b, a),
};

/** Tells whether a product matches a search in name, category (as stored and as shown), price or amount. */
export function matchesSearch(product: Product, search: string, categoryName = ''): boolean {
  const wanted = search.trim().toLowerCase();
  const { name, category, price, amount } = product;
  return [
    name,
    category,
    categoryName,
    price,
    formatDecimal(price, 'en'),
    formatDecimal(price, 'de'),
    amount ?? '',
  ].some((text) => text.toLowerCase().includes(wanted));
}

interface View {
  readonly category: Category;
  readonly search: string;
  readonly sort: Sort;
  /** If given, only products with these ids are shown. */
  readonly only?: ReadonlySet<number> | undefined;
}

interface VisibleProducts {
  /** Matches in the open category. */
  readonly here: Product[];
  /** Matches in the other categories; only while searching or while the wishlist alone is shown. */
  readonly elsewhere: Product[];
}

/**
 * The visible products: the open category first; search and wishlist include all categories. By price, custom
 * coins come first.
 */
export function visibleProducts(
  products: readonly Product[],
  { category, search, sort, only }: View,
  nameOf: (category: Category) => string,
): VisibleProducts {
  const fitting = products.filter(
    (product) => matchesSearch(product, search, nameOf(product.category)) && (only?.has(product.id) ?? true),
  );
  const beyond = search.trim() !== '' || only !== undefined;
  const where = (isHere: boolean) =>
    fitting.filter((product) => (product.category === category) === isHere).sort(order[sort]);
  return { here: where(true), elsewhere: beyond ? where(false) : [] };
}

export const isSort = (text: string | null): text is Sort => SORTS.some((known) => known === text);

interface MarketState {
  readonly category: Category;
  readonly search: string;
  readonly sort: Sort;
  readonly wishlistOnly: boolean;
}

/** Maximum length of a search. */
export const MAX_SEARCH_LENGTH = 100;

const defaults: MarketState = { category: 'coins', search: '', sort: 'priceUp', wishlistOnly: false };

const parseMarketState = (params: URLSearchParams): MarketState => {
  const category = params.get('category');
  const sort = params.get('sort');
  return {
    category: isCategory(category) ? category : defaults.category,
    search: params.get('q')?.slice(0, MAX_SEARCH_LENGTH) ?? '',
    sort: isSort(sort) ? sort : defaults.sort,
    wishlistOnly: params.get('wishlist') === '1',
  };
};

const toParameters = ({ category, search, sort, wishlistOnly }: MarketState): Record<string, string> => ({
  ...(category === defaults.category ? {} : { category }),
  ...(search === '' ? {} : { q: search }),
  ...(sort === defaults.sort ? {} : { sort }),
  ...(wishlistOnly ? { wishlist: '1' } : {}),
});

const toQueryString = (state: MarketState): string => new URLSearchParams(toParameters(state)).toString();

/** History state of navigations made by the market. */
const OWN_NAVIGATION = { isOfTheMarket: true };
const isOwnNavigation = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isOfTheMarket' in state;

interface MarketView {
  /** The latest input, shown at once by the controls. */
  readonly wanted: MarketState;
  /** The address's state; it and the product list follow deferred. */
  readonly shown: MarketState;
  /** True while the address has not caught up with the input. */
  readonly isBehind: boolean;
  readonly setView: (change: Partial<MarketState>) => void;
}

/** The market's state, kept in the address, so that reload and back restore it. */
export function useMarketView(): MarketView {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const shown = parseMarketState(params);
  const [wanted, setWanted] = useState(shown);
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    // The market's own navigation may be older than the current input.
    if (isPop || !isOwnNavigation(state)) setWanted(shown);
  }
  const setView = (change: Partial<MarketState>) => {
    const next = { ...wanted, ...change };
    setWanted(next);
    setParams(toParameters(next), {
      replace: change.category === undefined,
      preventScrollReset: true,
      state: OWN_NAVIGATION,
    });
  };
  return { wanted, shown, isBehind: toQueryString(wanted) !== toQueryString(shown), setView };
}

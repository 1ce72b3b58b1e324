import { formatDecimal, parseDecimalToCents, type Category, type Product, isCategory } from '@pax/contracts';
import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';

export const SORTS = ['priceUp', 'priceDown', 'nameUp', 'nameDown'] as const;
export type MarketSort = (typeof SORTS)[number];

const compareByName = (a: Product, b: Product) => a.name.localeCompare(b.name, 'en', { numeric: true });
const compareByPrice = (a: Product, b: Product) =>
  parseDecimalToCents(a.price) - parseDecimalToCents(b.price) || compareByName(a, b);

/** Position of products without a display order, which come last by default. */
const LAST = Number.POSITIVE_INFINITY;
const compareByPosition = (a: Product, b: Product) => {
  const [one, other] = [a.displayOrder ?? LAST, b.displayOrder ?? LAST];
  return one === other ? compareByPrice(a, b) : one - other;
};

const order: Record<MarketSort, (a: Product, b: Product) => number> = {
  priceUp: compareByPosition,
  priceDown: (a, b) => compareByPrice(b, a),
  nameUp: compareByName,
  nameDown: (a, b) => compareByName(b, a),
};

/** Tells whether a product matches a search in name, category (as stored and as shown), price or amount. */
export function productMatchesSearch(product: Product, search: string, categoryName = ''): boolean {
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
  readonly sort: MarketSort;
  /** Ids of the only products to show; undefined shows all. */
  readonly only?: ReadonlySet<number> | undefined;
}

interface VisibleProducts {
  /** Matching products of the open category. */
  readonly here: Product[];
  /** Matching products of other categories; filled only during a search or while only the wishlist is shown. */
  readonly elsewhere: Product[];
}

/** Finds the products to show, the open category first; search and wishlist cover all categories. */
export function findVisibleProducts(
  products: readonly Product[],
  { category, search, sort, only }: View,
  nameOf: (category: Category) => string,
): VisibleProducts {
  const fitting = products.filter(
    (product) =>
      productMatchesSearch(product, search, nameOf(product.category)) && (only?.has(product.id) ?? true),
  );
  const beyond = search.trim() !== '' || only !== undefined;
  const filterAndSort = (isHere: boolean) =>
    fitting.filter((product) => (product.category === category) === isHere).sort(order[sort]);
  return { here: filterAndSort(true), elsewhere: beyond ? filterAndSort(false) : [] };
}

export const isMarketSort = (text: string | null): text is MarketSort =>
  SORTS.some((known) => known === text);

interface MarketState {
  readonly category: Category;
  readonly search: string;
  readonly sort: MarketSort;
  readonly wishlistOnly: boolean;
}

/** Maximum length of a search text. */
export const MAX_SEARCH_LENGTH = 100;

const defaults: MarketState = { category: 'coins', search: '', sort: 'priceUp', wishlistOnly: false };

const parseMarketState = (params: URLSearchParams): MarketState => {
  const category = params.get('category');
  const sort = params.get('sort');
  return {
    category: isCategory(category) ? category : defaults.category,
    search: params.get('q')?.slice(0, MAX_SEARCH_LENGTH) ?? '',
    sort: isMarketSort(sort) ? sort : defaults.sort,
    wishlistOnly: params.get('wishlist') === '1',
  };
};

const toAddressParameters = ({
  category,
  search,
  sort,
  wishlistOnly,
}: MarketState): Record<string, string> => ({
  ...(category === defaults.category ? {} : { category }),
  ...(search === '' ? {} : { q: search }),
  ...(sort === defaults.sort ? {} : { sort }),
  ...(wishlistOnly ? { wishlist: '1' } : {}),
});

const toQueryString = (state: MarketState): string =>
  new URLSearchParams(toAddressParameters(state)).toString();

/** History state that marks a navigation as made by the market itself. */
const OWN_NAVIGATION = { isOfTheMarket: true };
const isOwnNavigation = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isOfTheMarket' in state;

interface MarketView {
  /** State as last entered by the user; the controls show it at once. */
  readonly wanted: MarketState;
  /** State in the address, which follows the input with a delay, as does the product list. */
  readonly shown: MarketState;
  /** True while the address has not caught up with the user's input. */
  readonly isBehind: boolean;
  readonly setView: (change: Partial<MarketState>) => void;
}

/** The market's category, search and sort order, kept in the address, so that a reload or going back restores them. */
export function useMarketView(): MarketView {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const shown = parseMarketState(params);
  const [wanted, setWanted] = useState(shown);
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    // A navigation by the market itself is ignored, because its state may be older than the user's input.
    if (isPop || !isOwnNavigation(state)) setWanted(shown);
  }
  const setView = (change: Partial<MarketState>) => {
    const next = { ...wanted, ...change };
    setWanted(next);
    setParams(toAddressParameters(next), {
      replace: change.category === undefined,
      preventScrollReset: true,
      state: OWN_NAVIGATION,
    });
  };
  return { wanted, shown, isBehind: toQueryString(wanted) !== toQueryString(shown), setView };
}

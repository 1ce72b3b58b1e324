import { isCategory, type Category } from '@pax/contracts';
import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { isSort, type Sort } from './search-and-sort';

interface MarketState {
  readonly category: Category;
  readonly search: string;
  readonly sort: Sort;
  readonly wishlistOnly: boolean;
}

/** Maximum length of a search. */
export const MAX_SEARCH_LENGTH = 100;

const defaults: MarketState = { category: 'coins', search: '', sort: 'priceUp', wishlistOnly: false };

const read = (params: URLSearchParams): MarketState => {
  const category = params.get('category');
  const sort = params.get('sort');
  return {
    category: isCategory(category) ? category : defaults.category,
    search: params.get('q')?.slice(0, MAX_SEARCH_LENGTH) ?? '',
    sort: isSort(sort) ? sort : defaults.sort,
    wishlistOnly: params.get('wishlist') === '1',
  };
};

const write = ({ category, search, sort, wishlistOnly }: MarketState): Record<string, string> => ({
  ...(category === defaults.category ? {} : { category }),
  ...(search === '' ? {} : { q: search }),
  ...(sort === defaults.sort ? {} : { sort }),
  ...(wishlistOnly ? { wishlist: '1' } : {}),
});

const inAddress = (state: MarketState): string => new URLSearchParams(write(state)).toString();

/** History state of navigations made by the market. */
const OURS = { isOfTheMarket: true };
const isOurs = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isOfTheMarket' in state;

interface MarketView {
  /** The latest input, shown at once by the controls. */
  readonly wanted: MarketState;
  /** The address's state; it and the product list follow deferred. */
  readonly shown: MarketState;
  /** True while the address has not caught up with the input. */
  readonly isBehind: boolean;
  readonly go: (change: Partial<MarketState>) => void;
}

/** The market's state, kept in the address, so that reload and back restore it. */
export function useMarketView(): MarketView {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const shown = read(params);
  const [wanted, setWanted] = useState(shown);
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    // The market's own navigation may be older than the current input.
    if (isPop || !isOurs(state)) setWanted(shown);
  }
  const go = (change: Partial<MarketState>) => {
    const next = { ...wanted, ...change };
    setWanted(next);
    setParams(write(next), {
      replace: change.category === undefined,
      preventScrollReset: true,
      state: OURS,
    });
  };
  return { wanted, shown, isBehind: inAddress(wanted) !== inAddress(shown), go };
}

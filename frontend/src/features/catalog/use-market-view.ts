import type { Category } from '@pax/contracts';
import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { isCategory, isSort, type Sort } from './search-and-sort';

interface MarketState {
  readonly category: Category;
  readonly search: string;
  readonly sort: Sort;
  readonly wishlistOnly: boolean;
}

/** Longer than any name. */
export const MOST_TYPED = 100;

const defaults: MarketState = { category: 'coins', search: '', sort: 'priceUp', wishlistOnly: false };

const read = (params: URLSearchParams): MarketState => {
  const category = params.get('category');
  const sort = params.get('sort');
  return {
    category: isCategory(category) ? category : defaults.category,
    search: params.get('q')?.slice(0, MOST_TYPED) ?? '',
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

/** Marks addresses that the market made itself. */
const OURS = { isOfTheMarket: true };
const isOurs = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isOfTheMarket' in state;

interface MarketView {
  /** What was chosen and typed last: the controls show it at once. */
  readonly wanted: MarketState;
  /** What the address says: it and the goods follow as there is time. */
  readonly shown: MarketState;
  /** Whether it has not followed yet. */
  readonly isBehind: boolean;
  readonly go: (change: Partial<MarketState>) => void;
}

/** Where one stands in the market, kept in the address: a reload and the way back show the same goods. */
export function useMarketView(): MarketView {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const shown = read(params);
  const [wanted, setWanted] = useState(shown);
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    // An address of ours may be older than what has been typed since.
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

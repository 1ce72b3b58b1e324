import type { Category } from '@pax/contracts';
import { useSearchParams } from 'react-router-dom';
import { isCategory, isSort, type Sort } from './search-and-sort';

interface Place {
  readonly category: Category;
  readonly search: string;
  readonly sort: Sort;
  readonly wishlistOnly: boolean;
}

const defaults: Place = { category: 'coins', search: '', sort: 'priceUp', wishlistOnly: false };

const read = (params: URLSearchParams): Place => {
  const category = params.get('category');
  const sort = params.get('sort');
  return {
    category: isCategory(category) ? category : defaults.category,
    search: params.get('q')?.slice(0, 100) ?? '',
    sort: isSort(sort) ? sort : defaults.sort,
    wishlistOnly: params.get('wishlist') === '1',
  };
};

const write = ({ category, search, sort, wishlistOnly }: Place): Record<string, string> => ({
  ...(category === defaults.category ? {} : { category }),
  ...(search === '' ? {} : { q: search }),
  ...(sort === defaults.sort ? {} : { sort }),
  ...(wishlistOnly ? { wishlist: '1' } : {}),
});

/** Where one stands in the market, kept in the address: a reload and the way back show the same goods. */
export function useMarketView(): readonly [Place, (change: Partial<Place>) => void] {
  const [params, setParams] = useSearchParams();
  const place = read(params);
  const go = (change: Partial<Place>) =>
    setParams((now) => write({ ...read(now), ...change }), {
      replace: change.category === undefined,
      preventScrollReset: true,
    });
  return [place, go];
}

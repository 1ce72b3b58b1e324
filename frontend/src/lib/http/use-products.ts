import { catalogCalls, type Product } from '@pax/contracts';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useIsAnswerReady } from '../../start/view/first-view';
import { FRESH_MS } from './query-client';
import { queryOptionsFor } from './call-api';

const goodsQuery = { ...queryOptionsFor(catalogCalls.products), staleTime: FRESH_MS };
export const coinStockQuery = { ...queryOptionsFor(catalogCalls.coinStock), staleTime: FRESH_MS };

/** Removes hidden products, which the server sends only to staff. */
const removeHiddenProducts = (products: readonly Product[]): Product[] =>
  products.filter((product) => !('isHidden' in product && product.isHidden));

/** Loads the product list; the socket keeps it current. */
export function useProducts() {
  const subscribed = useIsAnswerReady('goods');
  const { data, isError, refetch } = useQuery({ ...goodsQuery, subscribed, select: removeHiddenProducts });
  return subscribed ? { data, isError, refetch } : { data: undefined, isError: false, refetch };
}

/** Returns the product list if a page of this tab loaded it; loads nothing. */
export const useLoadedProducts = (): readonly Product[] | undefined =>
  useQuery({ ...goodsQuery, enabled: false, select: removeHiddenProducts }).data;

/** Returns the coins available for purchase; undefined until they are loaded. */
export function useCoinStock(): number | undefined {
  const subscribed = useIsAnswerReady('pool');
  const { data } = useQuery({ ...coinStockQuery, subscribed });
  return subscribed ? data?.coinStock : undefined;
}

/** Starts the two requests of the first view before rendering; resolves when both have succeeded or failed. */
export async function prefetchShopData(client: QueryClient): Promise<void> {
  await Promise.all([client.prefetchQuery(goodsQuery), client.prefetchQuery(coinStockQuery)]);
}

import type { CoinStockAnswer, Product } from '@pax/contracts';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useIsAnswerReady } from '../../start/view/first-view';
import { FRESH_MS } from './query-client';
import { COIN_STOCK, PRODUCTS } from './keys';

/** The product list, updated by the socket. */
export function useProducts() {
  const subscribed = useIsAnswerReady('goods');
  const { data, isError, refetch } = useQuery<Product[]>({
    queryKey: PRODUCTS,
    staleTime: FRESH_MS,
    subscribed,
  });
  return subscribed ? { data, isError, refetch } : { data: undefined, isError: false, refetch };
}

/** Available coins; undefined while unknown. */
export function useCoinStock(): number | undefined {
  const subscribed = useIsAnswerReady('pool');
  const { data } = useQuery<CoinStockAnswer>({ queryKey: COIN_STOCK, staleTime: FRESH_MS, subscribed });
  return subscribed ? data?.coinStock : undefined;
}

/** Starts both requests of the first view before rendering; resolves when both are done or failed. */
export async function prefetchShop(client: QueryClient): Promise<void> {
  const reads = [PRODUCTS, COIN_STOCK].map(async (queryKey) => {
    await client.prefetchQuery({ queryKey, staleTime: FRESH_MS });
  });
  await Promise.all(reads);
}

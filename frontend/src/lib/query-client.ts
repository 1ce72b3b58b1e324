import { QueryClient } from '@tanstack/react-query';
import { readByKey } from './fetcher';

/** Products and the current user are asked again after this long, when a screen opens, ms (SHOP-9.33). */
export const FRESH_MS = 5 * 60_000;

/**
 * The cache of what the server owns: no retry, never stale, no refetch on focus, no polling (SHOP-7.5). Changes arrive
 * over the socket.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readByKey,
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

import { QueryClient } from '@tanstack/react-query';
import { readByKey } from './fetcher';

/** Age after which products and the current user are refetched on mount, ms. */
export const FRESH_MS = 5 * 60_000;

/**
 * The query cache: no retry, never stale, no refetch on focus, no polling. Updates come over the
 * socket.
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

import { QueryClient } from '@tanstack/react-query';
import { fetchByQueryKey } from './fetcher';

/** Age after which products and the current user are fetched again when a component mounts, ms. */
export const FRESH_MS = 5 * 60_000;

/**
 * Creates the query cache. Queries are never retried, polled or refetched on focus, because updates come over the
 * socket.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: fetchByQueryKey,
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

import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

const FRESH = ['panel', 'fresh-orders'] as const;
const NONE: readonly number[] = [];

/** Marks an order that arrived while the panel was open, until it is seen (OWN-248). */
export const markFresh = (client: QueryClient, id: number): void =>
  void client.setQueryData<readonly number[]>(FRESH, (ids = NONE) => (ids.includes(id) ? ids : [...ids, id]));

export const freshIds = (client: QueryClient): readonly number[] =>
  client.getQueryData<readonly number[]>(FRESH) ?? NONE;

/** Ids of new orders not yet seen. */
export const useFresh = (): readonly number[] =>
  useQuery({ queryKey: FRESH, queryFn: () => NONE, initialData: NONE, enabled: false }).data;

export function useMarkSeen(): (id: number) => void {
  const client = useQueryClient();
  return useCallback(
    (id) =>
      void client.setQueryData<readonly number[]>(FRESH, (ids = NONE) =>
        ids.includes(id) ? ids.filter((other) => other !== id) : ids,
      ),
    [client],
  );
}

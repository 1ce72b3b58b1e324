import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

// Computing the hash of a key takes longer than the rest of applying a message, and the arrays stay the same.
const hashes = new WeakMap<QueryKey, string>();

/** Returns the hash of a query's key, computed once per array. */
export function hashOf(key: QueryKey): string {
  const hash = hashes.get(key) ?? hashKey(key);
  hashes.set(key, hash);
  return hash;
}

/** Finds the cached query of exactly this key. */
export const findQuery = <T>(client: QueryClient, key: QueryKey): Query<T> | undefined =>
  client.getQueryCache().get<T>(hashOf(key));

/** Replaces a query's data by those of a message; they stay as old as they were, so that they are refetched in time. */
export const patchQuery = <T>(query: Query<T>, data: T): void =>
  void query.setData(data, { updatedAt: query.state.dataUpdatedAt, manual: true });

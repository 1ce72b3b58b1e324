import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

// Hashing keys took almost half of the time of applying a message.
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

/** Replaces a query's data but not their age, so that they are still refetched in time. */
export const patchQuery = <T>(query: Query<T>, data: T): void =>
  void query.setData(data, { updatedAt: query.state.dataUpdatedAt, manual: true });

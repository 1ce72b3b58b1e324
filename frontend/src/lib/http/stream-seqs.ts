import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Stream position by cache and query: the newest message its data contain. */
const positions = new WeakMap<QueryClient, Map<string, number>>();

const of = (client: QueryClient): Map<string, number> => {
  const known = positions.get(client) ?? new Map<string, number>();
  positions.set(client, known);
  return known;
};

/** Stores a response's `Stream-Seq`; a response without one clears it. */
export function noteStreamSeq(client: QueryClient, key: QueryKey, header: string | null): void {
  const seq = header === null || header.trim() === '' ? Number.NaN : Number(header);
  if (Number.isInteger(seq) && seq >= 0) of(client).set(hashKey(key), seq);
  else of(client).delete(hashKey(key));
}

/** The stream position of a query's data; undefined if unknown. */
export const streamSeq = (client: QueryClient, key: QueryKey): number | undefined =>
  of(client).get(hashKey(key));

/** Advances a query's position after a message was applied. */
export const raiseStreamSeq = (client: QueryClient, key: QueryKey, seq: number): void =>
  void of(client).set(hashKey(key), seq);

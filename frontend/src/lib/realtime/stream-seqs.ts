import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Per cache and query: the number of the newest message that its data contain. */
const positions = new WeakMap<QueryClient, Map<string, number>>();

const of = (client: QueryClient): Map<string, number> => {
  const known = positions.get(client) ?? new Map<string, number>();
  positions.set(client, known);
  return known;
};

/** Remembers the `Stream-Seq` of an answer; an answer without one forgets the older position. */
export function noteStreamSeq(client: QueryClient, key: QueryKey, header: string | null): void {
  const seq = header === null || header.trim() === '' ? Number.NaN : Number(header);
  if (Number.isInteger(seq) && seq >= 0) of(client).set(hashKey(key), seq);
  else of(client).delete(hashKey(key));
}

/** Up to which message of its room a query's data are; undefined when unknown. */
export const streamSeq = (client: QueryClient, key: QueryKey): number | undefined =>
  of(client).get(hashKey(key));

/** Moves a query's position after a message was applied to it. */
export const raiseStreamSeq = (client: QueryClient, key: QueryKey, seq: number): void =>
  void of(client).set(hashKey(key), seq);

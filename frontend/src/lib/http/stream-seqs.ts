import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { hashOf } from './cached-query';

/**
 * Number of the newest message in the data of each query, by query client. Paged lists store it in their data instead.
 */
const positions = new WeakMap<QueryClient, Map<string, number>>();

export const streamSeqsOf = (client: QueryClient): Map<string, number> => {
  const known = positions.get(client) ?? new Map<string, number>();
  positions.set(client, known);
  return known;
};

/** Parses the number in a `Stream-Seq` header; undefined if it is missing or invalid. */
export function parseStreamSeq(header: string | null): number | undefined {
  const seq = header === null || header.trim() === '' ? Number.NaN : Number(header);
  return Number.isInteger(seq) && seq >= 0 ? seq : undefined;
}

/** Stores the `Stream-Seq` of a query's response; removes the old value if the response has none. */
export function recordStreamSeq(client: QueryClient, key: QueryKey, header: string | null): void {
  const seq = parseStreamSeq(header);
  if (seq === undefined) streamSeqsOf(client).delete(hashOf(key));
  else streamSeqsOf(client).set(hashOf(key), seq);
}

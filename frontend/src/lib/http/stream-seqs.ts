import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Newest message contained in the data of each query, by cache. Paged lists keep theirs in the data. */
const positions = new WeakMap<QueryClient, Map<string, number>>();

export const streamSeqsOf = (client: QueryClient): Map<string, number> => {
  const known = positions.get(client) ?? new Map<string, number>();
  positions.set(client, known);
  return known;
};

/** Parses a `Stream-Seq` header; undefined without a valid number. */
export function parseStreamSeq(header: string | null): number | undefined {
  const seq = header === null || header.trim() === '' ? Number.NaN : Number(header);
  return Number.isInteger(seq) && seq >= 0 ? seq : undefined;
}

/** Stores a response's `Stream-Seq`; a response without one clears it. */
export function recordStreamSeq(client: QueryClient, key: QueryKey, header: string | null): void {
  const seq = parseStreamSeq(header);
  if (seq === undefined) streamSeqsOf(client).delete(hashKey(key));
  else streamSeqsOf(client).set(hashKey(key), seq);
}

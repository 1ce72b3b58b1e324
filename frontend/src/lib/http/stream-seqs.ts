import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Stream position by cache and query: the newest message its data contain. Lists in pages carry their own. */
const positions = new WeakMap<QueryClient, Map<string, number>>();

export const streamSeqsOf = (client: QueryClient): Map<string, number> => {
  const known = positions.get(client) ?? new Map<string, number>();
  positions.set(client, known);
  return known;
};

/** The position in a `Stream-Seq` header; undefined without one. */
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

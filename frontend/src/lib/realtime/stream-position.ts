import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { findQuery, hashOf } from '../http/cached-query';
import { isPagedData } from '../http/paged-list';
import { streamSeqsOf } from '../http/stream-seqs';

/**
 * Returns the number of the newest message in a query's data; undefined if unknown. A paged list has the number of its
 * oldest page, because that page may lack later messages.
 */
export function newestSeqOf(client: QueryClient, key: QueryKey): number | undefined {
  const data = findQuery(client, key)?.state.data;
  if (!isPagedData(data)) return streamSeqsOf(client).get(hashOf(key));
  const seqs = data.pages.map(({ seq }) => seq);
  return seqs.includes(undefined) ? undefined : Math.min(...seqs.filter((seq) => seq !== undefined));
}

/** Advances the stream position of a query to a message that its new data contain; returns the data to store. */
export function advanceStreamSeq<T>(
  client: QueryClient,
  key: QueryKey,
  { data, seq }: { readonly data: T; readonly seq: number },
): T {
  if (isPagedData(data)) return { ...data, pages: data.pages.map((page) => ({ ...page, seq })) };
  streamSeqsOf(client).set(hashOf(key), seq);
  return data;
}

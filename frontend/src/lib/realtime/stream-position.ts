import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { isPagedData } from '../http/paged-list';
import { streamSeqsOf } from '../http/stream-seqs';

/**
 * Returns the number of the newest message in a query's data; undefined if unknown. A paged list has the number of its
 * oldest page, because that page may lack later messages.
 */
export function newestSeqOf(client: QueryClient, key: QueryKey): number | undefined {
  const data = client.getQueryData(key);
  if (!isPagedData(data)) return streamSeqsOf(client).get(hashKey(key));
  const seqs = data.pages.map(({ seq }) => seq);
  return seqs.includes(undefined) ? undefined : Math.min(...seqs.filter((seq) => seq !== undefined));
}

/** Advances the stream position of a query after a message was applied to its data. */
export function advanceStreamSeq(client: QueryClient, key: QueryKey, seq: number): void {
  const data = client.getQueryData(key);
  if (!isPagedData(data)) streamSeqsOf(client).set(hashKey(key), seq);
  else
    client.setQueryData(
      key,
      { ...data, pages: data.pages.map((page) => ({ ...page, seq })) },
      { updatedAt: client.getQueryState(key)?.dataUpdatedAt },
    );
}

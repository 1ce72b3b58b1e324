import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { isPaged } from '../http/paged-list';
import { streamSeqsOf } from '../http/stream-seqs';

/**
 * The newest message that a query's data contain; undefined if unknown. Of a list in pages it is the oldest
 * page's, because messages after that one may be missing there.
 */
export function newestSeqOf(client: QueryClient, key: QueryKey): number | undefined {
  const data = client.getQueryData(key);
  if (!isPaged(data)) return streamSeqsOf(client).get(hashKey(key));
  const seqs = data.pages.map(({ seq }) => seq);
  return seqs.includes(undefined) ? undefined : Math.min(...seqs.filter((seq) => seq !== undefined));
}

/** Advances a query's position after a message was applied. */
export function advanceStreamSeq(client: QueryClient, key: QueryKey, seq: number): void {
  const data = client.getQueryData(key);
  if (!isPaged(data)) streamSeqsOf(client).set(hashKey(key), seq);
  else
    client.setQueryData(
      key,
      { ...data, pages: data.pages.map((page) => ({ ...page, seq })) },
      { updatedAt: client.getQueryState(key)?.dataUpdatedAt },
    );
}

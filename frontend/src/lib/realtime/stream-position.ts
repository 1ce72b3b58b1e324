import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { isPaged } from '../http/paged-list';
import { seqsOf } from '../http/stream-seqs';

/**
 * The newest message that a query's data contain; undefined if unknown. Of a list in pages it is the oldest
 * page's, because messages after that one may be missing there.
 */
export function streamSeq(client: QueryClient, key: QueryKey): number | undefined {
  const data = client.getQueryData(key);
  if (!isPaged(data)) return seqsOf(client).get(hashKey(key));
  const seqs = data.pages.map(({ seq }) => seq);
  return seqs.includes(undefined) ? undefined : Math.min(...seqs.filter((seq) => seq !== undefined));
}

/** Advances a query's position after a message was applied. */
export function raiseStreamSeq(client: QueryClient, key: QueryKey, seq: number): void {
  const data = client.getQueryData(key);
  if (!isPaged(data)) seqsOf(client).set(hashKey(key), seq);
  else
    client.setQueryData(
      key,
      { ...data, pages: data.pages.map((page) => ({ ...page, seq })) },
      { updatedAt: client.getQueryState(key)?.dataUpdatedAt },
    );
}

import { noticeCalls, type Notice } from '@pax/contracts';
import { useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi, queryKeyFor } from '../../../lib/http/call-api';
import { pagedQueryOptions, readPage, useLoadMore, type PagedData } from '../../../lib/http/paged-list';

/** Prefix of the query keys of all reads of notices. */
export const NOTICES = queryKeyFor(noticeCalls.notices);
const UNREAD = [...NOTICES, 'unread'];

/** Returns the number of unread notices; 0 until it is known. */
export const useUnreadCount = (enabled: boolean): number =>
  useQuery({
    queryKey: UNREAD,
    queryFn: async ({ signal }) =>
      (await readPage(noticeCalls.notices, { state: 'unread', limit: '1' }, signal)).total,
    enabled,
  }).data ?? 0;

async function markRead(client: QueryClient, upTo: number): Promise<void> {
  client.setQueryData(UNREAD, 0);
  try {
    await callApi(noticeCalls.readNotices, { body: { upTo } });
  } catch {
    // A failed call leaves the notices unread, which the count then shows again.
    await client.invalidateQueries({ queryKey: UNREAD });
  }
}

/** Notices without repeats: pages overlap when a notice comes between two requests. */
const collectNotices = ({ pages }: PagedData<Notice>) => ({
  items: [...new Map(pages.flatMap(({ items }) => items).map((one) => [one.id, one])).values()],
  total: pages[0]?.total ?? 0,
  isCapped: pages[0]?.isCapped ?? false,
  next: pages.at(-1)?.next,
  pages: pages.length,
});

/**
 * Loads the notices for the opened bell and marks them as read. What was unread at that time stays marked as new while
 * the bell is open.
 */
export function useOpenedNotices() {
  const client = useQueryClient();
  const list = useInfiniteQuery({ ...pagedQueryOptions(noticeCalls.notices), select: collectNotices });
  const [unread, setUnread] = useState<ReadonlySet<number>>(new Set());
  const items = list.data?.items;
  const fresh = (items ?? []).filter(({ id, isRead }) => !isRead && !unread.has(id)).map(({ id }) => id);
  if (fresh.length > 0) setUnread(new Set([...unread, ...fresh]));
  const newest = items?.find(({ isRead }) => !isRead)?.id;
  useEffect(() => {
    if (newest !== undefined) void markRead(client, newest);
  }, [client, newest]);
  return { list, unread, ...useLoadMore(list) };
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LoadedRows } from './paged-list';

interface Pages {
  /** Asks for one page more; also after a failure. */
  readonly more: () => void;
  readonly isLoadingMore: boolean;
}

/**
 * Loads one more page of a list on request. A request outlasts a refetch: that would cancel the read of a page, and a page
 * read beside it would not follow on the new ones.
 */
export function usePages<E>(list: UseInfiniteQueryResult<LoadedRows<E>>, onFailed?: () => void): Pages {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const pages = data?.pages ?? 0;
  /** How many pages there were when one more was wanted. */
  const [wantedAfter, setWantedAfter] = useState<number>();
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  // Draws again when a read ended, because one that was cancelled changes nothing else that is shown.
  const [, setEnded] = useState(0);
  const onEnded = useCallback((result: { readonly isFetchNextPageError: boolean }) => {
    if (result.isFetchNextPageError) failed.current?.();
    setEnded((count) => count + 1);
  }, []);
  const load = () => void fetchNextPage({ cancelRefetch: false }).then(onEnded);

  const isMissing = hasNextPage && wantedAfter === pages && !isFetchNextPageError;
  useEffect(() => {
    if (isMissing && !isFetching) load();
  });

  const more = () => {
    setWantedAfter(pages);
    if (isFetchNextPageError) load();
  };
  return { more, isLoadingMore: isFetchingNextPage || isMissing };
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LoadedRows } from './paged-list';

interface Pages {
  /** Asks for one page more; also after a failure. */
  readonly more: () => void;
  readonly isLoadingMore: boolean;
}

/**
 * Loads a list up to a number of pages, and one more on request. A wish outlasts a refetch: that would cancel
 * the read of a page, and a page read beside it would not follow on the new ones.
 */
export function usePages<E>(
  list: UseInfiniteQueryResult<LoadedRows<E>>,
  initial: number,
  onFailed?: () => void,
): Pages {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const [wanted, setWanted] = useState(initial);
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

  const pages = data?.pages ?? 0;
  const isMissing = hasNextPage && pages < wanted && !isFetchNextPageError;
  useEffect(() => {
    if (isMissing && !isFetching) load();
  });

  const more = () => {
    setWanted(pages + 1);
    if (isFetchNextPageError) load();
  };
  return { more, isLoadingMore: isFetching || isMissing };
}

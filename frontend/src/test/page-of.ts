import type { Page } from '../lib/http/paged-list';

/** One page of a list in the cache. */
export const pageOf = <E>(items: readonly E[], changes: Partial<Page<E>> = {}): Page<E> => ({
  items,
  total: items.length,
  isCapped: false,
  next: undefined,
  seq: undefined,
  ...changes,
});

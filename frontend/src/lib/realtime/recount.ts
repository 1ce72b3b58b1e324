import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { isPaged, type Page, type Paged } from '../http/paged-list';
import { streamSeq } from './stream-position';

/** A list in pages that the server can count. */
export interface CountedList {
  readonly key: QueryKey;
  readonly count: () => Promise<Pick<Page<unknown>, 'total' | 'isCapped' | 'seq'>>;
}

/** After a burst of messages a list is counted once, ms. */
const RECOUNT_MS = 1_000;
/** Maximum recounts of a list that gets new messages meanwhile; the last count is then taken as it is. */
const MAX_TRIES = 5;

const due = new WeakMap<QueryClient, Set<string>>();

/** Tells whether a message about an entity leaves the row count of a list open, since its row may be one not loaded. */
export const isUncounted = (data: unknown, id: number): boolean =>
  isPaged(data) &&
  data.pages.at(-1)?.next !== undefined &&
  data.pages[0]?.isCapped === false &&
  !data.pages.some(({ items }) => items.some((item) => Object(item).id === id));

/** Asks the server soon how many rows a list has, since a row that is not loaded came or went. */
export function recountSoon(client: QueryClient, { key, count }: CountedList, tries = 1): void {
  const name = hashKey(key);
  const waiting = due.get(client) ?? new Set();
  due.set(client, waiting);
  if (waiting.has(name)) return;
  waiting.add(name);
  const recount = async (): Promise<void> => {
    waiting.delete(name);
    const { total, isCapped, seq } = await count();
    // A message that came meanwhile counted its row here already, and may be missing in what the server counted.
    if (seq !== undefined && seq < (streamSeq(client, key) ?? 0) && tries < MAX_TRIES)
      return recountSoon(client, { key, count }, tries + 1);
    const updatedAt = client.getQueryState(key)?.dataUpdatedAt;
    client.setQueryData<Paged<unknown>>(
      key,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page, at) => (at === 0 ? { ...page, total, isCapped } : page)),
        },
      { updatedAt },
    );
  };
  // Without an answer the total stays; the list is read anew when the line returns.
  setTimeout(() => void recount().catch(() => undefined), RECOUNT_MS);
}

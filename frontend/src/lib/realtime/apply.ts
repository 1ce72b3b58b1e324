import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { RoomMessage } from '@pax/contracts';
import { isPaged, type Page, type Paged } from '../http/paged-list';
import { newestSeqOf, advanceStreamSeq } from './stream-position';
import { placeEntity, type ListRule, type Versioned } from './place-entity';

/** Paged list whose rows the server can count. */
interface CountedList {
  readonly key: QueryKey;
  readonly count: () => Promise<Pick<Page<unknown>, 'total' | 'isCapped' | 'seq'>>;
}

/** Delay of a recount, so that a burst of messages causes only one, ms. */
const RECOUNT_MS = 1_000;
/** Maximum recounts of a list that keeps getting messages; the last count is used then. */
const MAX_TRIES = 5;

const due = new WeakMap<QueryClient, Set<string>>();

/** Tells whether an entity may be in a row that is not loaded, which makes the list's total uncertain. */
const mayBeUnloaded = (data: unknown, id: number): boolean =>
  isPaged(data) &&
  data.pages.at(-1)?.next !== undefined &&
  data.pages[0]?.isCapped === false &&
  !data.pages.some(({ items }) => items.some((item) => Object(item).id === id));

/** Requests a list's total after a short delay, because a row that is not loaded may have come or gone. */
function recountSoon(client: QueryClient, { key, count }: CountedList, tries = 1): void {
  const name = hashKey(key);
  const waiting = due.get(client) ?? new Set();
  due.set(client, waiting);
  if (waiting.has(name)) return;
  waiting.add(name);
  const recount = async (): Promise<void> => {
    waiting.delete(name);
    const { total, isCapped, seq } = await count();
    // A message that came meanwhile already changed the total here and may be missing in the server's count.
    if (seq !== undefined && seq < (newestSeqOf(client, key) ?? 0) && tries < MAX_TRIES)
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
  // After a failure the total stays; reconnecting refetches the list.
  setTimeout(() => void recount().catch(() => undefined), RECOUNT_MS);
}

/**
 * Applies a message to a query of the message's room, unless its data are as new; a later read is
 * never undone. A query without data is skipped: its response will contain the message.
 */
export function applyToQuery<T>(
  client: QueryClient,
  key: QueryKey,
  message: RoomMessage,
  update: (data: T) => T,
): void {
  const data = client.getQueryData<T>(key);
  if (data === undefined || data === null) return;
  const seq = newestSeqOf(client, key);
  if (seq !== undefined && message.seq <= seq) return;
  client.setQueryData<T>(key, update(data), { updatedAt: client.getQueryState(key)?.dataUpdatedAt });
  advanceStreamSeq(client, key, message.seq);
}

/** Query that holds a complete or paged list of entities. */
export interface LiveList<E> extends ListRule<E>, Partial<CountedList> {
  readonly key: QueryKey;
}
type ListData<E> = readonly E[] | Paged<E>;

const itemsOf = <E>(data: ListData<E> | undefined): readonly E[] =>
  isPaged(data) ? data.pages.flatMap(({ items }) => items) : (data ?? []);

/** Finds an entity in lists and returns its newest version. */
export function findInLists<E extends Versioned>(
  client: QueryClient,
  lists: readonly LiveList<E>[],
  id: number,
): E | undefined {
  return lists
    .flatMap(({ key }) => itemsOf(client.getQueryData<ListData<E>>(key)))
    .filter((item) => item.id === id)
    .toSorted((one, other) => other.version - one.version)[0];
}

function placeInData<E extends Versioned>(data: ListData<E>, entity: E, rule: ListRule<E>): ListData<E> {
  if (itemsOf(data).some(({ id, version }) => id === entity.id && version >= entity.version)) return data;
  if (isPaged(data)) return { ...data, pages: [...placeEntity(data.pages, entity, rule)] };
  const whole = { items: data, total: data.length, isCapped: false, next: undefined };
  return placeEntity([whole], entity, rule)[0]?.items ?? data;
}

/**
 * Applies an entity's state to the lists that may contain it. A newer version replaces, inserts or removes; an older
 * one changes nothing. Without a message, the state came from a call's answer.
 */
export function applyEntity<E extends Versioned>(
  client: QueryClient,
  lists: readonly LiveList<E>[],
  entity: E,
  message?: RoomMessage,
): void {
  if ((findInLists(client, lists, entity.id)?.version ?? 0) > entity.version) return;
  for (const list of lists) {
    const update = (data: ListData<E>) => placeInData(data, entity, list);
    const { key, count } = list;
    if (count && mayBeUnloaded(client.getQueryData(key), entity.id)) recountSoon(client, { key, count });
    if (message) applyToQuery<ListData<E>>(client, list.key, message, update);
    else client.setQueryData<ListData<E>>(list.key, (data) => data && update(data));
  }
}

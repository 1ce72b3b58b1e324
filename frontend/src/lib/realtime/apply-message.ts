import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { RoomMessage } from '@pax/contracts';
import { findQuery, hashOf, patchQuery } from '../http/cached-query';
import { isPagedData, type Page, type PagedData } from '../http/paged-list';
import { newestSeqOf, advanceStreamSeq } from './stream-position';
import { placeEntity, type ListRule, type Versioned } from './place-entity';

/** Paged list whose number of rows can be requested from the server. */
interface CountedList {
  readonly key: QueryKey;
  readonly count: () => Promise<Pick<Page<unknown>, 'total' | 'isCapped' | 'seq'>>;
}

/** Delay before a list's rows are counted again, ms, so that a burst of messages causes only one request. */
const RECOUNT_MS = 1_000;
/** Maximum number of counts for a list that gets messages all the time; then the last count is used. */
const MAX_TRIES = 5;

const due = new WeakMap<QueryClient, Set<string>>();

/** Tells whether an entity may be in a row that is not loaded, so that the list's total becomes uncertain. */
const mayBeUnloaded = (data: unknown, id: number): boolean =>
  isPagedData(data) &&
  data.pages.at(-1)?.next !== undefined &&
  data.pages[0]?.isCapped === false &&
  !data.pages.some(({ items }) => items.some((item) => Object(item).id === id));

/** Requests a list's total after a short delay, because rows that are not loaded may have been added or removed. */
function recountSoon(client: QueryClient, { key, count }: CountedList, tries = 1): void {
  const name = hashOf(key);
  const waiting = due.get(client) ?? new Set();
  due.set(client, waiting);
  if (waiting.has(name)) return;
  waiting.add(name);
  const recountRows = async (): Promise<void> => {
    waiting.delete(name);
    const { total, isCapped, seq } = await count();
    // The count is repeated if a message arrived meanwhile, because the server's count may not contain it.
    if (seq !== undefined && seq < (newestSeqOf(client, key) ?? 0) && tries < MAX_TRIES)
      return recountSoon(client, { key, count }, tries + 1);
    const query = findQuery<PagedData<unknown>>(client, key);
    const data = query?.state.data;
    if (!data) return;
    const pages = data.pages.map((page, at) => (at === 0 ? { ...page, total, isCapped } : page));
    patchQuery(query, { ...data, pages });
  };
  // After a failure the old total stays, because reconnecting refetches the list anyway.
  setTimeout(() => void recountRows().catch(() => undefined), RECOUNT_MS);
}

/**
 * Applies a message to cached data of the message's room, unless the data already contain it. A query without data is
 * skipped, because its response will contain the message.
 */
export function applyToQuery<T>(
  client: QueryClient,
  key: QueryKey,
  message: RoomMessage,
  update: (data: T) => T,
): void {
  const query = findQuery<T>(client, key);
  const data = query?.state.data;
  if (!query || data === undefined || data === null) return;
  const seq = newestSeqOf(client, key);
  if (seq !== undefined && message.seq <= seq) return;
  patchQuery(query, advanceStreamSeq(client, key, { data: update(data), seq: message.seq }));
}

/** Query whose data are a list of entities, complete or paged, which messages keep current. */
export interface LiveList<E> extends ListRule<E>, Partial<CountedList> {
  readonly key: QueryKey;
}
type ListData<E> = readonly E[] | PagedData<E>;

const entitiesIn = <E>(data: ListData<E> | undefined): readonly E[] =>
  isPagedData(data) ? data.pages.flatMap(({ items }) => items) : (data ?? []);

/** Finds an entity in several lists and returns its newest version. */
export function findInLists<E extends Versioned>(
  client: QueryClient,
  lists: readonly LiveList<E>[],
  id: number,
): E | undefined {
  return lists
    .flatMap(({ key }) => entitiesIn(findQuery<ListData<E>>(client, key)?.state.data))
    .filter((item) => item.id === id)
    .toSorted((one, other) => other.version - one.version)[0];
}

function placeEntityInData<E extends Versioned>(
  data: ListData<E>,
  entity: E,
  rule: ListRule<E>,
): ListData<E> {
  if (entitiesIn(data).some(({ id, version }) => id === entity.id && version >= entity.version)) return data;
  if (isPagedData(data)) return { ...data, pages: [...placeEntity(data.pages, entity, rule)] };
  const whole = { items: data, total: data.length, isCapped: false, next: undefined };
  return placeEntity([whole], entity, rule)[0]?.items ?? data;
}

/**
 * Stores an entity's state in the lists that may contain it; an older version than the known one changes nothing.
 * `message` is undefined if the state came from a call's answer.
 */
export function applyEntity<E extends Versioned>(
  client: QueryClient,
  lists: readonly LiveList<E>[],
  entity: E,
  message?: RoomMessage,
): void {
  if ((findInLists(client, lists, entity.id)?.version ?? 0) > entity.version) return;
  for (const list of lists) {
    const updateListData = (data: ListData<E>) => placeEntityInData(data, entity, list);
    const { key, count } = list;
    if (count && mayBeUnloaded(findQuery(client, key)?.state.data, entity.id))
      recountSoon(client, { key, count });
    if (message) applyToQuery<ListData<E>>(client, list.key, message, updateListData);
    else client.setQueryData<ListData<E>>(list.key, (data) => data && updateListData(data));
  }
}

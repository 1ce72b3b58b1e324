import type { RoomMessage } from '@pax/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { isPaged, type Paged } from '../http/paged-list';
import { placeEntity, type ListRule, type Versioned } from './place-entity';
import { isUncounted, recountSoon, type CountedList } from './recount';
import { raiseStreamSeq, streamSeq } from './stream-position';

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
  const seq = streamSeq(client, key);
  if (seq !== undefined && message.seq <= seq) return;
  client.setQueryData<T>(key, update(data), { updatedAt: client.getQueryState(key)?.dataUpdatedAt });
  raiseStreamSeq(client, key, message.seq);
}

/** A query that holds a list of entities, whole or in pages. */
export interface LiveList<E> extends ListRule<E>, Partial<CountedList> {
  readonly key: QueryKey;
}
type ListData<E> = readonly E[] | Paged<E>;

const itemsOf = <E>(data: ListData<E> | undefined): readonly E[] =>
  isPaged(data) ? data.pages.flatMap(({ items }) => items) : (data ?? []);

/** The entity as one of the lists holds it, in its newest version. */
export function findIn<E extends Versioned>(
  client: QueryClient,
  lists: readonly LiveList<E>[],
  id: number,
): E | undefined {
  return lists
    .flatMap(({ key }) => itemsOf(client.getQueryData<ListData<E>>(key)))
    .filter((item) => item.id === id)
    .toSorted((one, other) => other.version - one.version)[0];
}

function put<E extends Versioned>(data: ListData<E>, entity: E, rule: ListRule<E>): ListData<E> {
  if (itemsOf(data).some(({ id, version }) => id === entity.id && version >= entity.version)) return data;
  if (isPaged(data)) return { ...data, pages: [...placeEntity(data.pages, entity, rule)] };
  const whole = { items: data, total: data.length, isCapped: false, next: undefined };
  return placeEntity([whole], entity, rule)[0]?.items ?? data;
}

/**
 * Gives an entity's state to the lists that may hold it: a newer one replaces, is placed, or leaves; an older
 * changes nothing. Without a message it is a call's answer.
 */
export function applyEntity<E extends Versioned>(
  client: QueryClient,
  lists: readonly LiveList<E>[],
  entity: E,
  message?: RoomMessage,
): void {
  if ((findIn(client, lists, entity.id)?.version ?? 0) > entity.version) return;
  for (const list of lists) {
    const update = (data: ListData<E>) => put(data, entity, list);
    const { key, count } = list;
    if (count && isUncounted(client.getQueryData(key), entity.id)) recountSoon(client, { key, count });
    if (message) applyToQuery<ListData<E>>(client, list.key, message, update);
    else client.setQueryData<ListData<E>>(list.key, (data) => data && update(data));
  }
}

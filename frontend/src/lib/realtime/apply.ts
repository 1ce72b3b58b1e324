import type { RoomMessage } from '@pax/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { raiseStreamSeq, streamSeq } from './stream-seqs';

/**
 * Applies a message to one query, unless its data contain the message already: an answer read later than the message
 * was numbered is never taken back (OWN-125). A query without data is left alone; its answer will bring it.
 * The key must belong to the message's room.
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

interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** A list with an entity put in its place, or in front when new; an older version changes nothing. */
export function putNewer<E extends Versioned>(list: readonly E[], entity: E): readonly E[] {
  const place = list.findIndex(({ id }) => id === entity.id);
  const known = list[place];
  if (!known) return [entity, ...list];
  return known.version >= entity.version ? list : list.with(place, entity);
}

import type { RoomMessage } from '@pax/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { raiseStreamSeq, streamSeq } from '../http/stream-seqs';

/**
 * Applies a message to a query of the message's room, unless its data are as new (OWN-125); a later read is
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

interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** A list with an entity replaced, or prepended if new; an older version changes nothing. */
export function putNewer<E extends Versioned>(list: readonly E[], entity: E): readonly E[] {
  const place = list.findIndex(({ id }) => id === entity.id);
  const known = list[place];
  if (!known) return [entity, ...list];
  return known.version >= entity.version ? list : list.with(place, entity);
}

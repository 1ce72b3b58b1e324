import type { EventType, RoomMessage } from '@pax/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Kinds of rooms. A session has one of each, so a kind identifies a room: `user:7` → `user`. */
export type RoomKind = 'shop' | 'user' | 'admin';

export const kindOf = (room: string): RoomKind => (room === 'shop' || room === 'admin' ? room : 'user');

/** Applies a message to the cache. Must be idempotent. */
export type LiveHandler = (message: RoomMessage, client: QueryClient) => void;

/** A feature's handlers for one room. */
export interface LiveModule {
  readonly room: RoomKind;
  /** Key prefixes of the lists that carry this room's `Stream-Seq`; refetched after a reset. */
  readonly queries: readonly QueryKey[];
  readonly handlers: Readonly<Partial<Record<EventType, LiveHandler>>>;
}

import type { EventType, RoomMessage } from '@pax/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Kinds of rooms; a session has at most one of each, so a kind names a room: `user:7` → `user`. */
export type RoomKind = 'shop' | 'user' | 'admin';

export const kindOf = (room: string): RoomKind => (room === 'shop' || room === 'admin' ? room : 'user');

/** Writes what a message says into the cache; pure but for the cache. May be called twice with one message. */
export type LiveHandler = (message: RoomMessage, client: QueryClient) => void;

/** What a feature wants to know of one room. */
export interface LiveModule {
  readonly room: RoomKind;
  /** Beginnings of the keys whose lists answer with this room's `Stream-Seq`; they are fetched again after a reset. */
  readonly queries: readonly QueryKey[];
  readonly handlers: Readonly<Partial<Record<EventType, LiveHandler>>>;
}

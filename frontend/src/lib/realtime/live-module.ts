import {
  messageAggregate,
  type Aggregate,
  type AggregateOfRoom,
  type RoomKind,
  type RoomMessage,
  type RoomMessageOf,
} from '@pax/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Kind of a room, such as `user` for `user:7`. A session has one room of each kind. */
export const roomKindOf = (room: string): RoomKind => (room === 'shop' || room === 'admin' ? room : 'user');

/** Handler declared as a method, so that its parameter may be narrower than any message. */
interface MessageHandler<M extends RoomMessage> {
  handle(message: M, client: QueryClient): void;
}

/** Applies a message about an aggregate to the cache; typed by the definitions of events. Must be idempotent. */
export type LiveHandler<K extends RoomKind, A extends Aggregate> = MessageHandler<
  RoomMessageOf<K, A>
>['handle'];

/** A feature's handlers for one room, by aggregate. */
export type LiveHandlers<K extends RoomKind> = {
  readonly [A in Extract<Aggregate, AggregateOfRoom<K>>]?: LiveHandler<K, A>;
};

/** A feature's handlers for one room, and the lists that the room keeps current. */
export type LiveModule<K extends RoomKind = RoomKind> = K extends RoomKind
  ? {
      readonly room: K;
      /** Key prefixes of the lists that carry this room's `Stream-Seq`; refetched after a reset. */
      readonly queries: readonly QueryKey[];
      readonly handlers: LiveHandlers<K>;
    }
  : never;

type Handlers = Readonly<Record<string, MessageHandler<RoomMessage>['handle'] | undefined>>;

/** Hands a message to the module's handler of its aggregate, if it is of the module's room. */
export function deliverTo({ room, handlers }: LiveModule, message: RoomMessage, client: QueryClient): void {
  // A message without data only advances the position, because this session may not see the data.
  if (room !== roomKindOf(message.room) || message.data === null) return;
  const byAggregate: Handlers = handlers;
  byAggregate[messageAggregate(message)]?.(message, client);
}

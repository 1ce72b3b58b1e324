import {
  messageAggregate,
  type Aggregate,
  type AggregateOfRoom,
  type RoomKind,
  type RoomMessage,
  type RoomMessageOf,
} from '@pax/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Returns the kind of a room, such as `user` for `user:7`. A session has one room of each kind. */
export const roomKindOf = (room: string): RoomKind => (room === 'shop' || room === 'admin' ? room : 'user');

/** Message handler, declared as a method, so that its parameter may be narrower than the type of all messages. */
interface MessageHandler<M extends RoomMessage> {
  handle(message: M, client: QueryClient): void;
}

/** Handler that applies a message about an aggregate to the query cache; may be called twice with the same message. */
export type LiveHandler<K extends RoomKind, A extends Aggregate> = MessageHandler<
  RoomMessageOf<K, A>
>['handle'];

/** Handlers of a feature for one room, by aggregate. */
export type LiveHandlers<K extends RoomKind> = {
  readonly [A in Extract<Aggregate, AggregateOfRoom<K>>]?: LiveHandler<K, A>;
};

/** Handlers of a feature for one room, and the lists that the room's messages keep current. */
export type LiveModule<K extends RoomKind = RoomKind> = K extends RoomKind
  ? {
      readonly room: K;
      /** Prefixes of the query keys that follow the room's stream; their queries are refetched after a reset. */
      readonly queries: readonly QueryKey[];
      readonly handlers: LiveHandlers<K>;
    }
  : never;

type Handlers = Readonly<Record<string, MessageHandler<RoomMessage>['handle'] | undefined>>;

/** Passes a message to the module's handler for its aggregate, if the message is from the module's room. */
export function deliverToModule(
  { room, handlers }: LiveModule,
  message: RoomMessage,
  client: QueryClient,
): void {
  // A message without data only advances the stream position, because the session has no right to see the data.
  if (room !== roomKindOf(message.room) || message.data === null) return;
  const byAggregate: Handlers = handlers;
  byAggregate[messageAggregate(message)]?.(message, client);
}

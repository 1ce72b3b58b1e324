import {
  ROOM_KINDS,
  type Aggregate,
  type AggregateOfRoom,
  type Channel,
  type EventType,
  type Room,
  type RoomData,
  type RoomKind,
} from '@pax/contracts';
import type { Tx } from '../database/transaction.js';

/** An event as the event relay reads it from the outbox. */
export interface OutboxEvent {
  id: number;
  eventId: string;
  type: EventType;
  aggregateId: string;
  version: number;
  data: Record<string, unknown>;
  occurredAt: Date;
}

/** An event that the relay takes: for the first time, or because it is now told to people. */
export interface TakenEvent extends OutboxEvent {
  /** True when its messages were sent before. */
  readonly isDue: boolean;
  /** True when it is told later or never, because its act can be taken back. */
  readonly isHeld: boolean;
}

/** A message for a room, before it has its sequence number. */
export interface RoomDraft {
  readonly kind: RoomKind;
  readonly room: Room;
  readonly version: number;
  readonly data: unknown;
  readonly event: OutboxEvent;
}

/**
 * The message about an aggregate for each kind of room: its newest state with its version, as the list call returns it.
 */
export type RoomMessages<A extends Aggregate> = {
  readonly [K in RoomKind]?: A extends AggregateOfRoom<K> ? RoomData<K, A> : never;
} & {
  readonly version: number;
  /** Id of the user whose room `user` is meant. */
  readonly userId?: number;
  /** Version in the room `user`, where it leaves out changes that the user must not notice. */
  readonly userVersion?: number;
};

/** An effect of events besides messages, by their types. */
interface EventEffect {
  readonly types: readonly EventType[];
  /** True when the effect tells people, so that it waits while the act behind an event can be taken back. */
  readonly tellsPeople?: true;
}

/** Rows other than messages and posts that events write, in the relay's transaction. */
export interface EventWrite extends EventEffect {
  readonly write: (tx: Tx, events: readonly OutboxEvent[]) => Promise<void>;
}

interface RoomProjectionInput<A extends Aggregate, K, V> {
  readonly aggregate: A;
  /** Key of the entity that an event is about; undefined when no room gets a message. */
  readonly keyOf: (event: OutboxEvent) => K | undefined;
  /** Reads the entities of a relay step's events in one query; deleted entities are absent. */
  readonly read: (tx: Tx, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;
  readonly messages: (value: V, event: OutboxEvent) => RoomMessages<A>;
}

/** Turns the events of an aggregate into room messages. Runs in the relay's transaction and only reads. */
export interface RoomProjection {
  readonly aggregate: string;
  readonly drafts: (tx: Tx, events: readonly OutboxEvent[]) => Promise<RoomDraft[]>;
}

/**
 * Writes the Discord posts of events. Returns the channels whose post queue has to be notified after the commit.
 */
export interface PostProjection extends EventEffect {
  readonly write: (tx: Tx, events: readonly OutboxEvent[]) => Promise<Channel[]>;
}

/** Makes the projection of an aggregate, whose messages are typed by the definitions of its events. */
export function roomProjection<A extends Aggregate, K, V>({
  aggregate,
  keyOf,
  read,
  messages,
}: RoomProjectionInput<A, K, V>): RoomProjection {
  return {
    aggregate,
    async drafts(tx, events) {
      const keyed = events.flatMap((event) => {
        const key = keyOf(event);
        return key === undefined ? [] : [{ event, key }];
      });
      if (keyed.length === 0) return [];
      const values = await read(tx, [...new Set(keyed.map(({ key }) => key))]);
      return keyed.flatMap(({ event, key }) => {
        const value = values.get(key);
        return value === undefined ? [] : draftsOf(messages(value, event), event);
      });
    },
  };
}

function draftsOf<A extends Aggregate>(messages: RoomMessages<A>, event: OutboxEvent): RoomDraft[] {
  const { version, userId, userVersion = version } = messages;
  return ROOM_KINDS.flatMap((kind): RoomDraft[] => {
    const data = messages[kind];
    if (data === undefined) return [];
    const room: Room = kind === 'user' ? `user:${Number(userId)}` : kind;
    return [{ kind, room, version: kind === 'user' ? userVersion : version, data, event }];
  });
}

/**
 * Caches a read for the duration of a transaction, because room messages and Discord posts of one relay step need
 * the same entities.
 */
export function cachedPerTransaction<K, V>(
  read: (tx: Tx, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (tx: Tx, keys: readonly K[]) => Promise<ReadonlyMap<K, V>> {
  const steps = new WeakMap<Tx, Map<K, V>>();
  return async (tx, keys) => {
    const known = steps.get(tx) ?? new Map<K, V>();
    steps.set(tx, known);
    const unknown = keys.filter((key) => !known.has(key));
    if (unknown.length > 0) for (const [key, value] of await read(tx, unknown)) known.set(key, value);
    return known;
  };
}

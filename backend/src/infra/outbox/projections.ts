import { Injectable } from '@nestjs/common';
import type { Channel, EventType, Room } from '@pax/contracts';
import { pipelined } from '../database/pipelined.js';
import type { Tx } from '../database/transaction.js';

/** An event as the relay reads it from the outbox. */
export interface OutboxEvent {
  id: number;
  eventId: string;
  type: EventType;
  aggregateId: string;
  version: number;
  data: Record<string, unknown>;
  occurredAt: Date;
}

/** A message for a room: the entity's newest state, as its list call returns it, with that state's version. */
export interface RoomDraft {
  room: Room;
  version: number;
  data: unknown;
}

export type EventDraft = RoomDraft & { event: OutboxEvent };

/** Turns events into room messages. Reads only; runs in the relay's transaction. */
export interface RoomProjection<K, V> {
  readonly types: readonly EventType[];
  /** Key of the entity the event is about; undefined when no room gets a message. */
  readonly keyOf: (event: OutboxEvent) => K | undefined;
  /** Reads the entities of a step's events in one query; deleted ones are absent. */
  readonly read: (tx: Tx, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;
  readonly drafts: (value: V, event: OutboxEvent) => RoomDraft[];
}

/** Writes the Discord posts of events. Returns the channels whose post queue to notify after the commit. */
export type PostProjection = (tx: Tx, events: readonly OutboxEvent[]) => Promise<Channel[]>;

/** Caches a read per transaction, since rooms and Discord posts of one step need the same entities. */
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

interface Registered<P> {
  readonly types: readonly EventType[];
  readonly projection: P;
}

/** The drafts of several events of the projection's types. */
type DraftProjection = (tx: Tx, events: readonly OutboxEvent[]) => Promise<EventDraft[]>;

/** Registry of projections by event type. Modules register theirs at start, the relay runs them. */
@Injectable()
export class Projections {
  private readonly rooms: Registered<DraftProjection>[] = [];
  private readonly posts: Registered<PostProjection>[] = [];

  addRooms<K, V>({ types, keyOf, read, drafts }: RoomProjection<K, V>): void {
    const projection: DraftProjection = async (tx, events) => {
      const keyed = events.flatMap((event) => {
        const key = keyOf(event);
        return key === undefined ? [] : [{ event, key }];
      });
      if (keyed.length === 0) return [];
      const values = await read(tx, [...new Set(keyed.map(({ key }) => key))]);
      return keyed.flatMap(({ event, key }) => {
        const value = values.get(key);
        return value === undefined ? [] : drafts(value, event).map((draft) => ({ ...draft, event }));
      });
    };
    this.rooms.push({ types, projection });
  }

  addPosts(types: readonly EventType[], projection: PostProjection): void {
    this.posts.push({ types, projection });
  }

  /** Room messages of events, in event order. */
  async roomsOf(tx: Tx, events: readonly OutboxEvent[]): Promise<EventDraft[]> {
    const known = matching(this.rooms, events);
    const drafts = await pipelined(...known.map(({ projection, matched }) => projection(tx, matched)));
    return drafts.flat().toSorted((one, other) => one.event.id - other.event.id);
  }

  async postsOf(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
    const channels = new Set<Channel>();
    // Sequential, so that posts keep the order of their projections.
    for (const { projection, matched } of matching(this.posts, events))
      for (const channel of await projection(tx, matched)) channels.add(channel);
    return [...channels];
  }
}

/** Projections with the events they handle, if any. */
function matching<P>(registered: readonly Registered<P>[], events: readonly OutboxEvent[]) {
  return registered
    .map(({ types, projection }) => ({
      projection,
      matched: events.filter(({ type }) => types.includes(type)),
    }))
    .filter(({ matched }) => matched.length > 0);
}

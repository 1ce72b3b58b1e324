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

/** What a room is told: the entity as its list call shows it, in its newest state, with that state's version. */
export interface RoomDraft {
  room: Room;
  version: number;
  data: unknown;
}

export type EventDraft = RoomDraft & { event: OutboxEvent };

/** Turns events into room messages. Reads only; runs in the relay's transaction. */
export interface RoomProjection<K, V> {
  readonly types: readonly EventType[];
  /** What the event tells of; undefined when nobody is told. */
  readonly keyOf: (event: OutboxEvent) => K | undefined;
  /** Reads for a step, in one go, what its events tell of; what is not there any more is absent. */
  readonly read: (tx: Tx, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;
  readonly drafts: (value: V, event: OutboxEvent) => RoomDraft[];
}

/** Writes what events mean for Discord; answers the channels whose doorbell is to ring after the commit. */
export type PostProjection = (tx: Tx, events: readonly OutboxEvent[]) => Promise<Channel[]>;

/** A read of which each key is read once for a step: what rooms and Discord are told of it. */
export function oncePerStep<K, V>(
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

interface Entered<P> {
  readonly types: readonly EventType[];
  readonly projection: P;
}

/** The drafts of several events of the projection's types. */
type Drafting = (tx: Tx, events: readonly OutboxEvent[]) => Promise<EventDraft[]>;

/** Who turns which events into what. Modules enter themselves at start; the relay asks. */
@Injectable()
export class Projections {
  private readonly rooms: Entered<Drafting>[] = [];
  private readonly posts: Entered<PostProjection>[] = [];

  addRooms<K, V>({ types, keyOf, read, drafts }: RoomProjection<K, V>): void {
    const projection: Drafting = async (tx, events) => {
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

  /** What rooms are told of events, in the order in which these happened. */
  async roomsOf(tx: Tx, events: readonly OutboxEvent[]): Promise<EventDraft[]> {
    const known = knowing(this.rooms, events);
    const drafts = await pipelined(...known.map(({ projection, own }) => projection(tx, own)));
    return drafts.flat().toSorted((one, other) => one.event.id - other.event.id);
  }

  async postsOf(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
    const channels = new Set<Channel>();
    // One after the other: what is posted first stands first.
    for (const { projection, own } of knowing(this.posts, events))
      for (const channel of await projection(tx, own)) channels.add(channel);
    return [...channels];
  }
}

/** Who knows some of the events, and these. */
function knowing<P>(entered: readonly Entered<P>[], events: readonly OutboxEvent[]) {
  return entered
    .map(({ types, projection }) => ({ projection, own: events.filter(({ type }) => types.includes(type)) }))
    .filter(({ own }) => own.length > 0);
}

import { Injectable } from '@nestjs/common';
import type { Channel, EventType, Room } from '@pax/contracts';
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

/** Turns an event into room messages. Reads only; runs in the relay's transaction. */
export type RoomProjection = (tx: Tx, event: OutboxEvent) => Promise<RoomDraft[]>;

/** Writes what an event means for Discord; answers the channels whose doorbell is to ring after the commit. */
export type PostProjection = (tx: Tx, event: OutboxEvent) => Promise<Channel[]>;

/** A read that a step makes once for each key: several of its events often tell of the same thing. */
export function oncePerStep<K, V>(read: (tx: Tx, key: K) => Promise<V>): (tx: Tx, key: K) => Promise<V> {
  const steps = new WeakMap<Tx, Map<K, Promise<V>>>();
  return (tx, key) => {
    const known = steps.get(tx) ?? new Map<K, Promise<V>>();
    steps.set(tx, known);
    const value = known.get(key) ?? read(tx, key);
    known.set(key, value);
    return value;
  };
}

/** Who turns which events into what. Modules enter themselves at start; the relay asks. */
@Injectable()
export class Projections {
  private readonly rooms = new Map<EventType, RoomProjection[]>();
  private readonly posts = new Map<EventType, PostProjection[]>();

  addRooms(types: readonly EventType[], projection: RoomProjection): void {
    for (const type of types) this.rooms.set(type, [...(this.rooms.get(type) ?? []), projection]);
  }

  addPosts(types: readonly EventType[], projection: PostProjection): void {
    for (const type of types) this.posts.set(type, [...(this.posts.get(type) ?? []), projection]);
  }

  async roomsOf(tx: Tx, event: OutboxEvent): Promise<RoomDraft[]> {
    const drafts: RoomDraft[] = [];
    for (const projection of this.rooms.get(event.type) ?? []) drafts.push(...(await projection(tx, event)));
    return drafts;
  }

  async postsOf(tx: Tx, event: OutboxEvent): Promise<Channel[]> {
    const channels: Channel[] = [];
    for (const projection of this.posts.get(event.type) ?? [])
      channels.push(...(await projection(tx, event)));
    return channels;
  }
}

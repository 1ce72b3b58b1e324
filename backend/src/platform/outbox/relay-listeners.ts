import { Injectable } from '@nestjs/common';
import type { Channel } from '@pax/contracts';
import type { Tx } from '../database/transaction.js';
import { EventContract } from './event-contract.js';
import type { RelayedStep } from './stream-store.js';
import type {
  EventWrite,
  OutboxEvent,
  PostProjection,
  RoomDraft,
  RoomProjection,
  TakenEvent,
} from './projections.js';

/** Function that is called with each relayed step after its commit; must not throw and must be quick. */
export type RelaySubscriber = (step: RelayedStep) => Promise<void>;

export interface EventListenerSet {
  readonly rooms: readonly RoomProjection[];
  readonly posts: readonly PostProjection[];
  readonly writes: readonly EventWrite[];
  readonly subscribers: readonly RelaySubscriber[];
}

/** All listeners to events: projections run inside the relay's transaction, subscribers after its commit. */
@Injectable()
export class RelayListeners {
  private rooms: readonly RoomProjection[] = [];
  private posts: readonly PostProjection[] = [];
  private writes: readonly EventWrite[] = [];
  private subscribers: readonly RelaySubscriber[] = [];

  constructor(private readonly contract: EventContract) {}

  /** Adds listeners to events; the shop's are listed in event-listeners.ts. */
  addListeners({ rooms = [], posts = [], writes = [], subscribers = [] }: Partial<EventListenerSet>): void {
    this.rooms = [...this.rooms, ...rooms];
    this.posts = [...this.posts, ...posts];
    this.writes = [...this.writes, ...writes];
    this.subscribers = [...this.subscribers, ...subscribers];
  }

  /**
   * Drafts the room messages of events in the order of the events, with the data that the events' definitions
   * declare.
   */
  async draftMessages(tx: Tx, events: readonly OutboxEvent[]): Promise<RoomDraft[]> {
    const messages: RoomDraft[] = [];
    for (const { aggregate, drafts } of this.rooms) {
      const own = events.filter(({ type }) => this.contract.isSentToRooms(type, aggregate));
      if (own.length > 0) messages.push(...(await drafts(tx, own)));
    }
    return messages
      .flatMap((draft) => this.contract.enforceDraft(draft) ?? [])
      .toSorted((one, other) => one.event.id - other.event.id);
  }

  /** Writes the Discord posts of events. @returns the channels whose post queue to notify after the commit */
  async writePosts(tx: Tx, events: readonly TakenEvent[]): Promise<Channel[]> {
    const channels = new Set<Channel>();
    // Writes posts one projection after the other, so that posts keep the order of their projections.
    for (const projection of this.posts) {
      const own = eventsFor(projection, events);
      if (own.length > 0) for (const channel of await projection.write(tx, own)) channels.add(channel);
    }
    return [...channels];
  }

  /** Runs the writes that events cause besides messages and posts. */
  async runWrites(tx: Tx, events: readonly TakenEvent[]): Promise<void> {
    for (const effect of this.writes) {
      const own = eventsFor(effect, events);
      if (own.length > 0) await effect.write(tx, own);
    }
  }

  /**
   * Notifies the subscribers of a committed step; sockets and the bot recover a missed notification from Postgres.
   */
  async notifySubscribers(step: RelayedStep): Promise<void> {
    await Promise.allSettled(this.subscribers.map((subscriber) => subscriber(step)));
  }
}

/** Chooses the events that have an effect now: one that tells people skips held events, others skip due ones. */
const eventsFor = (
  { types, tellsPeople }: EventWrite | PostProjection,
  events: readonly TakenEvent[],
): TakenEvent[] =>
  events.filter(({ type, isDue, isHeld }) => types.includes(type) && !(tellsPeople ? isHeld : isDue));

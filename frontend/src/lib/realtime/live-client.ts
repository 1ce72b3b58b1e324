import type { Head, ResumeAnswer, ResumeRequest, RoomKind, RoomMessage } from '@pax/contracts';
import type { QueryCacheNotifyEvent, QueryClient, QueryKey } from '@tanstack/react-query';
import { deliverToModule, roomKindOf, type LiveModule } from './live-module';
import { RoomStream } from './room-stream';
import { newestSeqOf } from './stream-position';

/** Requests the messages after a room's sequence number; rejects on a timeout. */
export type RequestResume = (request: ResumeRequest) => Promise<ResumeAnswer>;

interface Room {
  readonly name: string;
  readonly stream: RoomStream;
  /** Newest sequence number that the server has mentioned for the room. */
  newest: number;
  catchingUp: boolean;
  /** True once the server has sent a `head` for the room over the current connection. */
  hasAnnounced: boolean;
}

const keyStartsWith = (key: QueryKey, beginning: QueryKey): boolean =>
  beginning.every((segment, place) => key[place] === segment);

/**
 * Keeps cached queries current by the rooms' messages: requests missing messages, refetches after resets, and applies
 * messages to lists read before. Knows no socket.
 */
export class LiveClient {
  private readonly rooms = new Map<RoomKind, Room>();
  private readonly modules = new Set<LiveModule>();
  private readonly unsubscribe: () => void;

  constructor(
    private readonly client: QueryClient,
    private readonly askResume: RequestResume,
    private readonly onCurrent: () => void = () => undefined,
  ) {
    this.unsubscribe = client.getQueryCache().subscribe((event) => this.onCacheEvent(event));
  }

  /** Adds a feature's handlers and applies missed messages to the feature's cached data. */
  addModule(module: LiveModule): void {
    if (this.modules.has(module)) return;
    this.modules.add(module);
    const room = this.rooms.get(module.room);
    if (room) this.reconcileAllLists(room);
  }

  /** Called for a new connection, over which each room sends its `head` again. */
  onConnect(): void {
    for (const room of this.rooms.values()) room.hasAnnounced = false;
  }

  onHead({ room: name, seq }: Head): void {
    const room = this.findOrCreateRoom(name);
    const first = room.stream.cursor === undefined;
    room.newest = Math.max(room.newest, seq);
    const missing = room.stream.recordHead(seq);
    const isBehind = !room.hasAnnounced && seq < (room.stream.cursor ?? 0);
    room.hasAnnounced = true;
    if (first) this.reconcileAllLists(room, true);
    if (missing || isBehind) void this.requestMissingMessages(room);
    else this.reportIfCurrent();
  }

  onEvent(message: RoomMessage): void {
    const room = this.findOrCreateRoom(message.room);
    const first = room.stream.cursor === undefined;
    room.newest = Math.max(room.newest, message.seq);
    // Lists are brought up to date first; otherwise an older list would apply this message before those that it lacks.
    if (first) {
      room.stream.recordHead(message.seq - 1);
      this.reconcileAllLists(room, true);
    }
    if (room.stream.acceptMessage(message)) void this.requestMissingMessages(room);
  }

  /** Leaves all rooms except the shop's, because the session has changed. */
  leaveSessionRooms(): void {
    this.rooms.delete('user');
    this.rooms.delete('admin');
  }

  stopUpdates(): void {
    this.unsubscribe();
    this.rooms.clear();
  }

  private findOrCreateRoom(name: string): Room {
    const kind = roomKindOf(name);
    const known = this.rooms.get(kind);
    if (known?.name === name) return known;
    const stream = new RoomStream((message) => this.deliverToModules(message));
    const room: Room = { name, stream, newest: 0, catchingUp: false, hasAnnounced: false };
    this.rooms.set(kind, room);
    return room;
  }

  /** Calls `onCurrent` once every room has sent a `head` and no message is missing. */
  private reportIfCurrent(): void {
    const rooms = [...this.rooms.values()];
    const isRoomComplete = ({ hasAnnounced, catchingUp, stream, newest }: Room) =>
      hasAnnounced && !catchingUp && (stream.cursor ?? 0) >= newest;
    if (rooms.every(isRoomComplete)) this.onCurrent();
  }

  private deliverToModules(message: RoomMessage): void {
    for (const module of this.modules) {
      try {
        deliverToModule(module, message, this.client);
      } catch (error) {
        globalThis.reportError(error);
      }
    }
  }

  /** Requests missing messages until none is missing; after a timeout it waits for the next `head` or connection. */
  private async requestMissingMessages(room: Room): Promise<void> {
    if (room.catchingUp) return;
    room.catchingUp = true;
    try {
      for (let before = -1; before !== room.stream.cursor;) {
        before = room.stream.cursor ?? 0;
        const answer = await this.askResume({ room: room.name, since: before });
        if (this.rooms.get(roomKindOf(room.name)) !== room) return;
        if ('error' in answer) return;
        if ('reset' in answer) this.resetRoom(room, answer.seq);
        else for (const message of answer.messages) room.stream.acceptMessage(message);
        if ((room.stream.cursor ?? 0) >= room.newest) return;
      }
    } catch {
      // A timeout is ignored, because the next `head` triggers another request.
    } finally {
      room.catchingUp = false;
      this.reportIfCurrent();
    }
  }

  private resetRoom(room: Room, seq: number): void {
    room.stream.resetTo(seq);
    room.newest = Math.max(seq, room.stream.cursor ?? 0);
    for (const queryKey of this.queryKeysOf(roomKindOf(room.name)))
      void this.client.invalidateQueries({ queryKey });
  }

  private queryKeysOf(kind: RoomKind): QueryKey[] {
    return [...this.modules].filter((module) => module.room === kind).flatMap((module) => module.queries);
  }

  private onCacheEvent(event: QueryCacheNotifyEvent): void {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    for (const room of this.rooms.values()) {
      const owns = this.queryKeysOf(roomKindOf(room.name)).some((key) =>
        keyStartsWith(event.query.queryKey, key),
      );
      if (owns) this.reconcileList(room, event.query.queryKey);
    }
  }

  /**
   * Brings all cached lists of a room up to date; after joining the room, lists without a stream position are
   * refetched.
   */
  private reconcileAllLists(room: Room, justJoined = false): void {
    const queries = this.queryKeysOf(roomKindOf(room.name))
      .flatMap((queryKey) => this.client.getQueryCache().findAll({ queryKey }))
      .filter(({ state }) => state.data !== undefined);
    const known: { queryKey: QueryKey; seq: number }[] = [];
    for (const { queryKey } of queries) {
      const seq = newestSeqOf(this.client, queryKey);
      if (seq !== undefined) known.push({ queryKey, seq });
      else if (justJoined) void this.client.invalidateQueries({ queryKey, exact: true });
    }
    // The oldest list comes first, because its request also brings the messages that newer lists lack.
    for (const { queryKey } of known.toSorted((one, other) => one.seq - other.seq))
      this.reconcileList(room, queryKey);
  }

  /** Applies all messages after a list's stream position, or requests them if the history no longer contains them. */
  private reconcileList(room: Room, key: QueryKey): void {
    const seq = newestSeqOf(this.client, key);
    if (seq === undefined || room.stream.cursor === undefined) return;
    const newer = room.stream.messagesSince(seq);
    if (newer) for (const message of newer) this.deliverToModules(message);
    else {
      // Newer messages are buffered until the missing ones arrive, because a list ignores messages older than its last
      // one.
      room.newest = Math.max(room.newest, room.stream.cursor);
      room.stream.rewindTo(seq);
      void this.requestMissingMessages(room);
    }
  }
}

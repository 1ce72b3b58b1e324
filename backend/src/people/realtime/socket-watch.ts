import { Injectable } from '@nestjs/common';
import type { RightsHolder, Room } from '@pax/contracts';
import { ActorSource } from '../access/actor-source.js';
import { type ShopSocket, roomsFor, viewRoomOf } from '../../platform/realtime/shop-socket.js';
import { RoleSource } from '../rights/role-source.js';

/** Number of sessions checked at once: fast enough for hundreds, yet leaving database connections to buyers. */
const CONCURRENCY = 4;
/** Limits of the unsent data of one socket, in packets and characters. A socket beyond a limit counts as slow. */
const MAX_BUFFERED = { packets: 1_000, characters: 2_000_000 };
/**
 * Limit of the unsent data of all sockets of the process, characters; beyond it the sockets with the largest
 * buffers are closed.
 */
const MAX_BUFFERED_CHARACTERS_TOTAL = 64_000_000;

/**
 * The private buffers of an Engine.IO connection, which its public type hides. A polling connection has no
 * transport socket.
 */
interface Connection {
  writeBuffer?: readonly unknown[];
  close?(discard: true): void;
  transport?: { socket?: { bufferedAmount?: number; terminate?(): void } };
}

/** The parts of a socket that the checks of its buffer use. */
interface BufferedSocket {
  readonly conn: unknown;
  disconnect(close: true): unknown;
}

/** Disconnects sockets that lost their rights or whose clients read too slowly. */
@Injectable()
export class SocketWatch {
  constructor(private readonly actors: ActorSource) {}

  /** Disconnects sockets whose session ended, account was blocked or rights changed. Each session is read once. */
  async disconnectUnauthorized(sockets: readonly ShopSocket[]): Promise<void> {
    const bySession = new Map<string, ShopSocket[]>();
    for (const socket of sockets) {
      const { sessionId } = socket.data;
      if (sessionId !== undefined) bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), socket]);
    }
    const waiting = [...bySession.values()];
    const checkNextSession = async (): Promise<void> => {
      for (let same = waiting.pop(); same; same = waiting.pop()) await this.disconnectIfUnauthorized(same);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, checkNextSession));
  }

  /** Disconnects sockets whose clients read too slowly; a client reconnects and resumes. */
  disconnectSlow(sockets: readonly BufferedSocket[]): void {
    const waiting = sockets
      .map((socket) => ({ socket, ...measureBuffer(socket) }))
      .toSorted((one, other) => one.characters - other.characters);
    let total = 0;
    for (const { socket, packets, characters } of waiting) {
      total += characters;
      const isSlow = packets > MAX_BUFFERED.packets || characters > MAX_BUFFERED.characters;
      if (isSlow || total > MAX_BUFFERED_CHARACTERS_TOTAL) terminateSocket(socket);
    }
  }

  private async disconnectIfUnauthorized(sockets: readonly ShopSocket[]): Promise<void> {
    const [first] = sockets;
    if (!first) return;
    const actor = await this.actors.readByCookieHeader(first.handshake.headers.cookie, 'live');
    const rooms = roomsFor(actor);
    const now = describeSocketView(rooms, actor);
    for (const socket of sockets) {
      const { userId, rooms: joined, holder } = socket.data;
      if (actor?.userId !== userId || describeSocketView(joined, holder) !== now) socket.disconnect(true);
    }
  }
}

/** Describes a socket's rooms and panel rights as a text. A socket whose description changed has to reconnect. */
const describeSocketView = (rooms: readonly Room[], holder: RightsHolder | undefined): string =>
  [...rooms, ...(holder && rooms.includes('admin') ? [viewRoomOf(holder)] : [])].join(';');

const connectionOf = ({ conn }: BufferedSocket): Connection => Object(conn);

/** Closes a socket without sending its buffer, because an orderly close would wait for the slow client. */
function terminateSocket(socket: BufferedSocket): void {
  socket.disconnect(true);
  const connection = connectionOf(socket);
  connection.close?.(true);
  connection.transport?.socket?.terminate?.();
}

/** Measures the packets and characters that the client has not read yet. */
function measureBuffer(socket: BufferedSocket): { packets: number; characters: number } {
  const { writeBuffer: packets = [], transport } = connectionOf(socket);
  // Bytes that the transport has not sent yet; a polling transport holds none.
  let characters = transport?.socket?.bufferedAmount ?? 0;
  for (const packet of packets) characters += textLengthOf(Object(packet).data);
  return { packets: packets.length, characters };
}

const textLengthOf = (data: unknown): number => (typeof data === 'string' ? data.length : 0);

/** Limit of concurrent calls to Discord, which allows the bot 50 calls of all kinds a second. */
const MAX_CONCURRENT = 10;

/** Refreshes the Discord roles of connected staff, so that a lost role is noticed within 5 s. */
@Injectable()
export class StaffWatch {
  private readonly requesting = new Set<string>();

  constructor(private readonly roles: RoleSource) {}

  /**
   * Requests the roles of connected staff that no process has requested recently, without waiting for the answers.
   */
  refreshStaffRoles(sockets: readonly ShopSocket[]): void {
    const people = new Set(sockets.flatMap(({ data }) => data.staffDiscordId ?? []));
    for (const discordId of people) {
      if (this.requesting.size >= MAX_CONCURRENT) return;
      if (this.requesting.has(discordId) || this.roles.hasFreshAnswer(discordId)) continue;
      this.requesting.add(discordId);
      void this.roles.readRole(discordId, 'live').finally(() => this.requesting.delete(discordId));
    }
  }

  /** Calls the listener when a person lost a role with rights. */
  onRoleLost(listener: (discordId: string) => void): void {
    this.roles.lostRoles.subscribe(listener);
  }

  /** Calls the listener when an admin changed the rights of roles. */
  onRightsChanged(listener: () => void): void {
    this.roles.rightsChanged.subscribe(listener);
  }
}

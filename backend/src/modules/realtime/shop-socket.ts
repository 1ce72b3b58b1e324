import type { ClientToServer, Room, RoomMessage, ServerToClient } from '@pax/contracts';
import type { Server, Socket } from 'socket.io';
import type { Actor } from '../../common/access.js';
import { MessageRate } from './message-rate.js';
import { ResumeTurns } from './resume-turns.js';

/** What is known of a connection, from its first moment on. */
export class SocketData {
  readonly rate = new MessageRate();
  /** Resolves when the socket is in its rooms or was cut; what it asks before waits for this. */
  ready: Promise<void> = Promise.resolve();
  readonly turns = new ResumeTurns();
  /** Undefined for visitors. */
  userId: number | undefined;
  sessionId: string | undefined;
  /** Whom Discord's staff role let in. */
  staffDiscordId: string | undefined;
  /** What the socket may hear, as it was decided at connection. */
  rooms: readonly Room[] = [];

  /** Notes who connected. */
  admit(actor: Actor | undefined, rooms: readonly Room[]): void {
    this.userId = actor?.userId;
    this.sessionId = actor?.sessionId;
    this.staffDiscordId = actor?.role === 'staff' ? (actor.identity.discordId ?? undefined) : undefined;
    this.rooms = rooms;
  }
}

/** What processes tell each other: messages that the sockets of each are to hear. */
interface ServerToServer {
  messages: (messages: RoomMessage[]) => void;
}

export type ShopSocket = Socket<ClientToServer, ServerToClient, ServerToServer, SocketData>;
export type ShopServer = Server<ClientToServer, ServerToClient, ServerToServer, SocketData>;

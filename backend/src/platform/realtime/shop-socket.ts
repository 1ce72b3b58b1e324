import type { ClientToServer, RightsHolder, Room, RoomMessage, ServerToClient } from '@pax/contracts';
import type { Server, Socket } from 'socket.io';
import type { Actor } from '../calls/access.js';
import { SendRate } from './send-rate.js';
import { ResumeThrottle } from './resume-throttle.js';

/** State of a connection. */
export class SocketData {
  readonly rate = new SendRate();
  /** Resolves when the socket is in its rooms or disconnected; earlier requests wait for it. */
  ready: Promise<void> = Promise.resolve();
  readonly resumeThrottle = new ResumeThrottle();
  /** Undefined for visitors. */
  userId: number | undefined;
  sessionId: string | undefined;
  /** Discord id of a person who is staff by the Discord role. */
  staffDiscordId: string | undefined;
  /** Rooms of the socket, decided at connection. */
  rooms: readonly Room[] = [];
  /** The rights by which the panel's messages are shown; undefined outside the panel's room. */
  holder: RightsHolder | undefined;

  /** Stores who connected. */
  admit(actor: Actor | undefined, rooms: readonly Room[]): void {
    this.userId = actor?.userId;
    this.sessionId = actor?.sessionId;
    this.staffDiscordId = actor?.role === 'staff' ? (actor.identity.discordId ?? undefined) : undefined;
    this.rooms = rooms;
    this.holder = rooms.includes('admin') ? actor : undefined;
  }
}

/** Messages between processes, for the sockets of each. */
interface ServerToServer {
  messages: (messages: RoomMessage[]) => void;
}

export type ShopSocket = Socket<ClientToServer, ServerToClient, ServerToServer, SocketData>;
export type ShopServer = Server<ClientToServer, ServerToClient, ServerToServer, SocketData>;

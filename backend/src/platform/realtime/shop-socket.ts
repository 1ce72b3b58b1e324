import {
  type ClientToServer,
  type RightsHolder,
  type Room,
  type RoomMessage,
  type ServerToClient,
  STAFF_RIGHTS,
  holdsRight,
} from '@pax/contracts';
import type { Server, Socket } from 'socket.io';
import type { Actor } from '../calls/access.js';
import { SendRate } from './socket-quota.js';
import { ResumeThrottle } from './room-resumes.js';

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
  setActor(actor: Actor | undefined, rooms: readonly Room[]): void {
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

/**
 * Rooms of a socket: everybody the shop, an account its own once its second step is passed and unless it is blocked,
 * staff and admins the panel's.
 */
export function roomsFor(actor: Actor | undefined): Room[] {
  if (!actor || actor.identity.mustPass || actor.blocked) return ['shop'];
  const own: Room[] = ['shop', `user:${actor.userId}`];
  return actor.role === 'customer' ? own : [...own, 'admin'];
}

/** Names sockets of the panel that are shown the same: those with the same role and rights. */
export const viewRoomOf = (holder: RightsHolder): string =>
  `view:${holder.role}:${STAFF_RIGHTS.filter((right) => holdsRight(holder, right)).join()}`;

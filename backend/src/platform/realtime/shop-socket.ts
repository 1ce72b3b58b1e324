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

/** Limit of a socket's signs of life per window that reach other panels; a page sends two a second at most. */
const MAX_VIEWINGS = 10;
/** Name of the room of panel sockets that see orders, and so who has one open. */
export const ORDER_VIEWERS = 'viewers:orders';

/** Data that the server keeps for one socket connection. */
export class SocketData {
  readonly rate = new SendRate();
  /** Resolves when the socket has joined its rooms or is disconnected; requests wait for that. */
  ready: Promise<void> = Promise.resolve();
  readonly resumeThrottle = new ResumeThrottle();
  readonly viewingRate = new SendRate(MAX_VIEWINGS);
  /** The account's name as the team knows it; read when the socket first tells what it views. */
  name: string | undefined;
  /** Id of the signed-in account; undefined for visitors. */
  userId: number | undefined;
  sessionId: string | undefined;
  /** Discord id of a person who is staff by a Discord role; undefined for others. */
  staffDiscordId: string | undefined;
  /** Rooms of the socket, decided when it connects. */
  rooms: readonly Room[] = [];
  /** The rights by which the panel's messages are filtered; undefined outside the panel's room. */
  holder: RightsHolder | undefined;

  /** Stores the account that connected, and its rooms. */
  setActor(actor: Actor | undefined, rooms: readonly Room[]): void {
    this.userId = actor?.userId;
    this.sessionId = actor?.sessionId;
    this.staffDiscordId = actor?.role === 'staff' ? (actor.identity.discordId ?? undefined) : undefined;
    this.rooms = rooms;
    this.holder = rooms.includes('admin') ? actor : undefined;
  }
}

/** Messages that processes send each other for their sockets. */
interface ServerToServer {
  messages: (messages: RoomMessage[]) => void;
}

export type ShopSocket = Socket<ClientToServer, ServerToClient, ServerToServer, SocketData>;
export type ShopServer = Server<ClientToServer, ServerToClient, ServerToServer, SocketData>;

/**
 * Lists the rooms of a socket: the shop's for everybody, an account's own unless it is blocked or its second step
 * is pending, and the panel's for staff and admins.
 */
export function roomsFor(actor: Actor | undefined): Room[] {
  if (!actor || actor.identity.mustPass || actor.blocked) return ['shop'];
  const own: Room[] = ['shop', `user:${actor.userId}`];
  return actor.role === 'customer' ? own : [...own, 'admin'];
}

/** Name of the room of panel sockets with the same role and rights, which therefore see the same messages. */
export const viewRoomOf = (holder: RightsHolder): string =>
  `view:${holder.role}:${STAFF_RIGHTS.filter((right) => holdsRight(holder, right)).join()}`;

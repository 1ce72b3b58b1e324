import { Injectable } from '@nestjs/common';
import { ActorSource } from '../auth/actor-source.js';
import type { ShopSocket } from './shop-socket.js';
import { roomsOf } from './socket-rooms.js';

/** So many sessions are looked at side by side: quick for hundreds, without taking the pool from buyers. */
const SIDE_BY_SIDE = 4;
/** What may wait for a client before it counts as one that does not keep up: packets, and characters of them. */
const MOST_WAITING = { packets: 1_000, characters: 2_000_000 };
/** What may wait for all clients of the process, characters: beyond it those who hold most of it go first. */
const MOST_WAITING_OVER_ALL = 64_000_000;

/** A connection as far as what waits on it goes; its own type shows less. Polling has no line of its own. */
interface Line {
  writeBuffer?: readonly unknown[];
  close?(discard: true): void;
  transport?: { socket?: { bufferedAmount?: number; terminate?(): void } };
}

/** A socket as far as what waits for it goes. */
interface Waiting {
  readonly conn: unknown;
  disconnect(close: true): unknown;
}

/** Finds the sockets that have to go: without the right they came with, or too slow to follow. */
@Injectable()
export class SocketWatch {
  constructor(private readonly actors: ActorSource) {}

  /** Cuts sockets whose session ended, whose account was blocked or whose role changed; once per session (OWN-126). */
  async cutUnentitled(sockets: readonly ShopSocket[]): Promise<void> {
    const bySession = new Map<string, ShopSocket[]>();
    for (const socket of sockets) {
      const { sessionId } = socket.data;
      if (sessionId !== undefined) bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), socket]);
    }
    const waiting = [...bySession.values()];
    const lookAtNext = async (): Promise<void> => {
      for (let same = waiting.pop(); same; same = waiting.pop()) await this.cutIfUnentitled(same);
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lookAtNext));
  }

  /** Cuts sockets that read too slowly: they come back and ask for what they missed (OWN-386). */
  cutSlow(sockets: readonly Waiting[]): void {
    const waiting = sockets
      .map((socket) => ({ socket, ...waitingFor(socket) }))
      .toSorted((one, other) => one.characters - other.characters);
    let overAll = 0;
    for (const { socket, packets, characters } of waiting) {
      overAll += characters;
      const isSlow = packets > MOST_WAITING.packets || characters > MOST_WAITING.characters;
      if (isSlow || overAll > MOST_WAITING_OVER_ALL) cut(socket);
    }
  }

  private async cutIfUnentitled(sockets: readonly ShopSocket[]): Promise<void> {
    const [first] = sockets;
    if (!first) return;
    const actor = await this.actors.ofCookieHeader(first.handshake.headers.cookie, 'live');
    const rooms = roomsOf(actor).join();
    for (const socket of sockets)
      if (actor?.userId !== socket.data.userId || socket.data.rooms.join() !== rooms) socket.disconnect(true);
  }
}

const lineOf = ({ conn }: Waiting): Line => Object(conn);

/** Closes a socket with all that waits for it: an orderly end would wait until the client has read that. */
function cut(socket: Waiting): void {
  socket.disconnect(true);
  const line = lineOf(socket);
  line.close?.(true);
  line.transport?.socket?.terminate?.();
}

/** What the client has not taken yet. */
function waitingFor(socket: Waiting): { packets: number; characters: number } {
  const { writeBuffer: packets = [], transport } = lineOf(socket);
  // What the transport took and could not send yet; polling takes nothing before it is asked.
  let characters = transport?.socket?.bufferedAmount ?? 0;
  for (const packet of packets) characters += lengthOf(Object(packet).data);
  return { packets: packets.length, characters };
}

const lengthOf = (data: unknown): number => (typeof data === 'string' ? data.length : 0);

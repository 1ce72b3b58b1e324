import { Injectable } from '@nestjs/common';
import { ActorSource } from '../auth/actor-source.js';
import type { ShopSocket } from './shop-socket.js';
import { roomsOf } from './socket-rooms.js';

/** So many sessions are looked at side by side: quick for hundreds, without taking the pool from buyers. */
const SIDE_BY_SIDE = 4;
/** Packets that may wait for a client before it counts as one that does not keep up. */
const MOST_WAITING = 1_000;

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

  /** Cuts sockets that read too slowly: they come back and ask for what they missed. */
  cutSlow(sockets: readonly ShopSocket[]): void {
    for (const socket of sockets) if (waitingFor(socket) > MOST_WAITING) socket.disconnect(true);
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

/** Packets that the client has not taken yet. */
function waitingFor({ conn }: ShopSocket): number {
  const buffer: unknown = Reflect.get(conn, 'writeBuffer');
  return Array.isArray(buffer) ? buffer.length : 0;
}

import { type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import {
  HEAD_INTERVAL_MS,
  resumeRequest,
  type ClientToServer,
  type ResumeAnswer,
  type ServerToClient,
} from '@pax/contracts';
import type { Server, Socket } from 'socket.io';
import { Loop } from '../../infra/loops/loop.js';
import { StreamHeads } from '../../infra/realtime/stream-heads.js';
import { Sessions } from '../../infra/sessions/sessions.js';
import { ActorSource } from '../auth/actor-source.js';
import { MessageRate } from './message-rate.js';
import { roomsOf } from './socket-rooms.js';
import type { RoomRange } from '../../infra/outbox/number-messages.js';

/** How often a signed-in socket's session and rights are read again, ms. */
const CHECK_MS = 5_000;

interface SocketData {
  rate: MessageRate;
  /** Undefined for visitors. */
  userId?: number;
  sessionId?: string;
  /** What the socket may hear, as it was told at connection. */
  rooms: string;
}
type ShopSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
type ShopServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

/**
 * The sockets: joins rooms after checking the session, repeats the newest number of each room, answers `resume`.
 * Holds no business logic and sends nothing that is not numbered.
 */
@WebSocketGateway()
export class RealtimeGateway
  implements OnGatewayConnection<ShopSocket>, OnApplicationBootstrap, OnApplicationShutdown
{
  @WebSocketServer() private readonly server: ShopServer;
  private readonly headLoop = new Loop('Heads', HEAD_INTERVAL_MS, () => this.sendHeads());
  private readonly checkLoop = new Loop('SocketCheck', CHECK_MS, () => this.checkAll());

  constructor(
    private readonly actors: ActorSource,
    private readonly heads: StreamHeads,
    private readonly sessions: Sessions,
  ) {}

  onApplicationBootstrap(): void {
    this.headLoop.start();
    this.checkLoop.start();
    this.sessions.ended.subscribe(({ userId, sessionId }) => {
      for (const socket of this.local()) {
        const { data } = socket;
        if (data.sessionId !== undefined && (data.sessionId === sessionId || data.userId === userId))
          socket.disconnect(true);
      }
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.headLoop.stop(), this.checkLoop.stop()]);
  }

  async handleConnection(socket: ShopSocket): Promise<void> {
    try {
      const actor = await this.actors.ofCookieHeader(socket.handshake.headers.cookie);
      const rooms = roomsOf(actor);
      socket.data = {
        rate: new MessageRate(),
        rooms: rooms.join(),
        userId: actor?.userId,
        sessionId: actor?.sessionId,
      };
      await socket.join(rooms);
      // Join first, then tell the number: what comes in between is heard, not missed.
      for (const head of await this.heads.of(rooms)) socket.emit('head', head);
    } catch {
      // Rather no socket than one with unknown rights; the client connects again.
      socket.disconnect(true);
    }
  }

  @SubscribeMessage('resume')
  async resume(@ConnectedSocket() socket: ShopSocket, @MessageBody() body: unknown): Promise<ResumeAnswer> {
    if (!socket.data.rate?.allows(Date.now())) {
      socket.disconnect(true);
      return { error: 'RATE_LIMITED' };
    }
    const request = resumeRequest.safeParse(body);
    if (!request.success) return { error: 'VALIDATION' };
    if (!socket.rooms.has(request.data.room)) return { error: 'FORBIDDEN' };
    return this.heads.resume(request.data.room, request.data.since);
  }

  /** Sends the messages of relayed ranges to everybody in their rooms, of all processes. */
  async emit(ranges: readonly RoomRange[]): Promise<void> {
    for (const { room, from, to } of ranges) {
      for (const message of await this.heads.range(room, from, to))
        this.server.to(room).emit('event', message);
    }
  }

  private async sendHeads(): Promise<void> {
    const sockets = this.local();
    const rooms = [
      ...new Set(sockets.flatMap((socket) => [...socket.rooms].filter((room) => room !== socket.id))),
    ];
    if (rooms.length === 0) return;
    for (const head of await this.heads.of(rooms)) this.server.local.to(head.room).emit('head', head);
  }

  private async checkAll(): Promise<void> {
    for (const socket of this.local()) {
      if (socket.data.userId === undefined) continue;
      const actor = await this.actors.ofCookieHeader(socket.handshake.headers.cookie);
      if (actor?.userId !== socket.data.userId || roomsOf(actor).join() !== socket.data.rooms)
        socket.disconnect(true);
    }
  }

  private local(): ShopSocket[] {
    return [...this.server.sockets.sockets.values()];
  }
}

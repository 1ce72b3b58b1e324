import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import {
  holdsRight,
  redactForRights,
  resumeRequest,
  viewingRequest,
  type ResumeAnswer,
  type RightsHolder,
  type RoomMessage,
} from '@pax/contracts';
import { type RoomRange, StreamStore } from '../../platform/outbox/stream-store.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { RoomResumes } from '../../platform/realtime/room-resumes.js';
import { callerOf, SocketIntervals } from '../../platform/realtime/socket-quota.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { ActorSource } from '../access/actor-source.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import {
  ORDER_VIEWERS,
  SocketData,
  type ShopServer,
  type ShopSocket,
  roomsFor,
  viewRoomOf,
} from '../../platform/realtime/shop-socket.js';
import { SocketWatch, StaffWatch } from './socket-watch.js';

/**
 * Socket.IO gateway: joins sockets to the rooms of their session, sends each room's head and answers
 * `resume`. Sends only numbered messages and holds no business logic.
 */
@WebSocketGateway()
export class RealtimeGateway implements OnGatewayConnection<ShopSocket>, OnApplicationBootstrap {
  @WebSocketServer() private readonly server: ShopServer;
  /** Rights of panel sockets, by the name of their view room: one room per role and set of rights. */
  private readonly viewRooms = new Map<string, RightsHolder>();

  constructor(
    private readonly actors: ActorSource,
    private readonly accounts: AccountsQueries,
    private readonly streams: StreamStore,
    private readonly resumes: RoomResumes,
    private readonly sessions: Sessions,
    private readonly watch: SocketWatch,
    private readonly staff: StaffWatch,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    this.server.on('messages', (messages) => this.emitToLocalSockets(messages));
    this.staff.onRoleLost((discordId) => {
      for (const socket of this.localSockets())
        if (socket.data.staffDiscordId === discordId) socket.disconnect(true);
    });
    this.staff.onRightsChanged(() => {
      void this.watch.disconnectUnauthorized(this.localSockets().filter(({ data }) => data.staffDiscordId));
    });
    this.sessions.ended.subscribe(({ userId, sessionId, exceptSessionId }) => {
      for (const socket of this.localSockets()) {
        const { data } = socket;
        if (data.sessionId === undefined || data.sessionId === exceptSessionId) continue;
        if (data.sessionId === sessionId || data.userId === userId) socket.disconnect(true);
      }
    });
  }

  handleConnection(socket: ShopSocket): void {
    socket.data = new SocketData();
    // Counts every message of a socket against its rate limit, even messages without a handler.
    socket.use((_message, next) => {
      if (socket.data.rate.allowsMore(performance.now())) next();
      else socket.disconnect(true);
    });
    socket.data.ready = this.joinRooms(socket);
  }

  /** Answers the messages that a socket missed in a joined room; one request per room at a time. */
  @SubscribeMessage('resume')
  async resume(@ConnectedSocket() socket: ShopSocket, @MessageBody() body: unknown): Promise<ResumeAnswer> {
    const { ready, resumeThrottle } = socket.data;
    const request = resumeRequest.safeParse(body);
    if (!request.success) return { error: 'VALIDATION' };
    const { room, since } = request.data;
    await ready;
    if (!socket.rooms.has(room)) return { error: 'FORBIDDEN' };
    const answer = await resumeThrottle.runWhenDue(room, () =>
      this.resumes.resume(room, since, callerOf(socket.request)),
    );
    if (resumeThrottle.isFlood) socket.disconnect(true);
    return answer ? filterBySocketRights(socket, room, answer) : { error: 'RATE_LIMITED' };
  }

  /** Tells the other panels that see orders which one this panel has open. Nothing is stored. */
  @SubscribeMessage('viewing')
  async announceViewing(@ConnectedSocket() socket: ShopSocket, @MessageBody() body: unknown): Promise<void> {
    const { data } = socket;
    const request = viewingRequest.safeParse(body);
    await data.ready;
    const { userId } = data;
    if (!request.success || userId === undefined || !socket.rooms.has(ORDER_VIEWERS)) return;
    if (!data.viewingRate.allowsMore(performance.now())) return;
    data.name ??= await this.readName(userId);
    const { name } = data;
    socket.to(ORDER_VIEWERS).emit('viewing', { ...request.data, connection: socket.id, userId, name });
  }

  private async readName(userId: number): Promise<string> {
    const actor = `user:${userId}`;
    return (await this.accounts.readActorNames([actor])).get(actor) ?? '';
  }

  /** Sends the messages of number ranges to their rooms, to sockets of this process and of all others. */
  async emitMessages(ranges: readonly RoomRange[]): Promise<void> {
    const messages = await this.streams.readRanges(ranges);
    this.emitToLocalSockets(messages);
    if (this.settings.redisUrl !== undefined) this.server.serverSideEmit('messages', messages);
  }

  /** Counts the sockets connected to this process, for the metrics. */
  countSockets(): number {
    return this.server.sockets.sockets.size;
  }

  private async joinRooms(socket: ShopSocket): Promise<void> {
    try {
      const actor = await this.actors.readByCookieHeader(socket.handshake.headers.cookie);
      const rooms = roomsFor(actor);
      // Stops when the socket disconnected meanwhile, so that no rooms are read for it.
      if (!socket.connected) return;
      socket.data.setActor(actor, rooms);
      await socket.join([...rooms, ...this.joinViewRoom(socket)]);
      // Joins the rooms before sending their heads, so that messages in between are not missed.
      for (const head of await this.streams.readHeads(rooms)) socket.emit('head', head);
    } catch {
      // Disconnects a socket whose rights cannot be read; the client connects again.
      socket.disconnect(true);
    }
  }

  /** Joins a panel socket to the view room of its rights, and to that of orders; other sockets have none. */
  private joinViewRoom({ data: { holder } }: ShopSocket): string[] {
    if (!holder) return [];
    const { role, rights } = holder;
    this.viewRooms.set(viewRoomOf(holder), { role, rights });
    return [viewRoomOf(holder), ...(holdsRight(holder, 'orders') ? [ORDER_VIEWERS] : [])];
  }

  private emitToLocalSockets(messages: readonly RoomMessage[]): void {
    const { local } = this.server;
    for (const message of messages) {
      if (message.room !== 'admin') local.to(message.room).emit('event', message);
      else
        for (const [view, holder] of this.viewRooms)
          local.to(view).emit('event', redactForRights(message, holder));
    }
  }

  @Periodic({ name: 'socket-heads', every: (get) => get(SocketIntervals).headMs, role: 'all' })
  async sendHeads(): Promise<void> {
    const rooms = [...new Set(this.localSockets().flatMap(({ data }) => data.rooms))];
    if (rooms.length === 0) return;
    for (const head of await this.streams.readHeads(rooms))
      this.server.local.to(head.room).emit('head', head);
  }

  @Periodic({ name: 'socket-rights', every: (get) => get(SocketIntervals).checkMs, role: 'all' })
  async disconnectUnauthorized(): Promise<void> {
    await this.watch.disconnectUnauthorized(this.localSockets());
  }

  @Periodic({ name: 'staff-roles', every: (get) => get(SocketIntervals).staffMs, role: 'all' })
  async refreshStaffRoles(): Promise<void> {
    this.staff.refreshStaffRoles(this.localSockets());
  }

  @Periodic({ name: 'slow-sockets', every: (get) => get(SocketIntervals).slowMs, role: 'all' })
  async disconnectSlow(): Promise<void> {
    this.watch.disconnectSlow(this.localSockets());
  }

  private localSockets(): ShopSocket[] {
    return [...this.server.sockets.sockets.values()];
  }
}

/** Removes the panel messages that the socket's rights do not allow from its missed messages. */
function filterBySocketRights(
  { data: { holder } }: ShopSocket,
  room: string,
  answer: ResumeAnswer,
): ResumeAnswer {
  if (room !== 'admin' || !('messages' in answer)) return answer;
  if (!holder) return { error: 'FORBIDDEN' };
  return { messages: answer.messages.map((message) => redactForRights(message, holder)) };
}

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Fault, FaultRegistry } from '../../faults.js';
import type { AcceleratedClock } from '../core/clock.js';
import type { RateLimiter } from '../core/rate-limiter.js';
import { newCode, type Hub, type WorldEvent } from '../core/hub.js';
import { CLOSE, GatewaySession, eventDataFor, receivesEvent } from './session.js';
import { openConnection, type ConnectionHost, type HandshakeStep } from './connection.js';

const RESUMABLE_MS = 3 * 60_000;
const IDENTIFIES_PER_DAY = 1000;
const DAY_MS = 86_400_000;
/** Limit of requests for the member list: per server, for all sessions together. */
const WHOLE_LISTS = { name: 'gateway.members', limit: 1, windowMs: 30_000 };

/** The gateway: manages the sessions of the application, and sends events to them. */
export class Gateway implements ConnectionHost {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: 4096 * 4 });
  private readonly sessions = new Map<string, GatewaySession>();
  private identifies: number[] = [];
  private readonly counts = { connects: 0, identifies: 0, resumes: 0, mostOpen: 0 };
  /** Sockets that have not yet been upgraded to WebSockets. */
  private readonly pendingUpgrades = new Set<Duplex>();
  /** Event that is held back so that the next one is sent first. */
  private held: WorldEvent | undefined;
  private queue: Promise<void> = Promise.resolve();
  private readonly stopListening: () => void;

  constructor(
    readonly hub: Hub,
    readonly botToken: string,
    private readonly path: string,
    private readonly faults: FaultRegistry,
    private readonly limits: { readonly limiter: RateLimiter; readonly clock: AcceleratedClock },
  ) {
    this.stopListening = hub.onEvent((event) => this.onWorldEvent(event));
  }

  /** Answers requests for a WebSocket at the gateway's address, and at no other. */
  listenOn(server: Server): void {
    server.on('upgrade', this.upgrade);
  }

  private readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    if (url.pathname.replace(/\/$/, '') !== this.path) return;
    this.counts.connects += 1;
    socket.on('error', () => socket.destroy());
    const fault = this.takeFault('CONNECT');
    if (fault?.kind === 'cut') return void socket.destroy();
    if (fault?.kind === 'fail')
      return void socket.end(
        `HTTP/1.1 ${fault.status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
      );
    if (fault?.kind !== 'slow') return this.greetClient(url, request, socket, head);
    this.pendingUpgrades.add(socket);
    socket.once('end', () => socket.destroy());
    socket.resume();
    setTimeout(() => this.greetClient(url, request, socket, head), fault.ms).unref();
  };

  private greetClient(url: URL, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.pendingUpgrades.delete(socket);
    if (socket.destroyed) return;
    this.server.handleUpgrade(request, socket, head, (connection) =>
      this.onConnection(connection, url, request),
    );
  }

  private onConnection(connection: WebSocket, url: URL, request: IncomingMessage): void {
    this.counts.mostOpen = Math.max(this.counts.mostOpen, this.server.clients.size);
    if (url.searchParams.get('v') !== '10') return connection.close(...CLOSE.INVALID_VERSION);
    if (url.searchParams.get('encoding') !== 'json' || url.searchParams.has('compress'))
      return connection.close(...CLOSE.DECODE_ERROR);
    openConnection(this, connection, `ws://${request.headers.host ?? ''}${this.path}`);
  }

  /** True while at least one session is connected. */
  get isOnline(): boolean {
    return [...this.sessions.values()].some((session) => session.isConnected);
  }

  identifiesLeft(): number {
    return IDENTIFIES_PER_DAY - this.recentIdentifies().length;
  }

  /**
   * Counts since the start: connections, log-ins, resumes, and the most connections open at once; `open` is the present
   * number.
   */
  get traffic(): Gateway['counts'] & { open: number } {
    return { ...this.counts, open: this.server.clients.size };
  }

  countResume(): void {
    this.counts.resumes += 1;
  }

  countWholeList(): number {
    const { limiter, clock } = this.limits;
    const { ok, resetAfterMs } = limiter.takeCall(WHOLE_LISTS, this.hub.world.guildId);
    return ok ? 0 : clock.toMachineMs(resetAfterMs) / 1_000;
  }

  countIdentify(): boolean {
    this.counts.identifies += 1;
    this.identifies = [...this.recentIdentifies(), this.hub.now()];
    return this.identifies.length <= IDENTIFIES_PER_DAY;
  }

  private recentIdentifies(): number[] {
    return this.identifies.filter((at) => at > this.hub.now() - DAY_MS);
  }

  takeFault(step: HandshakeStep): Fault | undefined {
    return this.faults.takeNext('discord.gateway', step);
  }

  openSession(intents: number): GatewaySession {
    const session = new GatewaySession(newCode(32), intents);
    this.sessions.set(session.id, session);
    return session;
  }

  findResumable(id: string): GatewaySession | undefined {
    this.forgetLostSessions();
    return this.sessions.get(id);
  }

  /**
   * A connection that the client closes with 1000 or 1001 ends its session; after any other loss, the session can be
   * resumed.
   */
  onConnectionClosed(session: GatewaySession, connection: WebSocket, code: number): void {
    session.detachConnection(connection, this.hub.now());
    if (!session.isConnected && (code === 1000 || code === 1001)) this.sessions.delete(session.id);
    this.forgetLostSessions();
    this.hub.commitChange();
  }

  private forgetLostSessions(): void {
    const oldest = this.hub.now() - RESUMABLE_MS;
    for (const session of this.sessions.values())
      if (session.lostAt !== undefined && session.lostAt < oldest) this.sessions.delete(session.id);
  }

  /** Breaks all connections; with `forget`, the sessions are deleted too, so that a resume is refused. */
  dropConnections(forget: boolean): number {
    const dropped = this.forEachConnected((session) => session.breakConnection());
    if (forget) this.sessions.clear();
    return dropped;
  }

  /** Sends an event unchanged to every connected session. @returns the number of receivers */
  dispatchToAll(type: string, data: unknown): number {
    return this.forEachConnected((session) => session.dispatchEvent(type, data));
  }

  /** Sends any text as a frame, even an invalid one. @returns the number of receivers */
  sendFrame(text: string): number {
    return this.forEachConnected((session) => session.send(text));
  }

  private forEachConnected(send: (session: GatewaySession) => void): number {
    const open = [...this.sessions.values()].filter((session) => session.isConnected);
    open.forEach(send);
    return open.length;
  }

  /** Applies an armed fault to an event, then sends the event to the sessions that may receive it. */
  private onWorldEvent(event: WorldEvent): void {
    const fault = this.faults.takeNext('discord.gateway', event.type);
    if (fault?.kind === 'slow')
      this.queue = this.queue.then(() => sleep(fault.ms, undefined, { ref: false }));
    if (fault?.kind === 'fail') return;
    if (fault?.kind === 'reorder' && !this.held) {
      this.held = event;
      return;
    }
    const times = fault?.kind === 'duplicate' ? fault.times : 1;
    const cut = fault?.kind === 'cut';
    const held = this.held;
    this.held = undefined;
    const deliverHeldEvent = (): void => {
      for (let turn = 0; turn < times; turn += 1) this.deliverEvent(event, cut);
      if (held) this.deliverEvent(held, false);
    };
    this.queue = this.queue.then(deliverHeldEvent);
  }

  private deliverEvent(event: WorldEvent, cut: boolean): void {
    for (const session of this.sessions.values()) {
      if (!receivesEvent(this.hub, session.intents, event)) continue;
      const text = session.recordEvent(event.type, eventDataFor(this.hub, session.intents, event));
      if (cut) session.breakConnection();
      else session.send(text);
    }
  }

  /** Closes all connections, and stops accepting new ones. */
  close(server: Server): void {
    this.stopListening();
    server.off('upgrade', this.upgrade);
    for (const connection of this.server.clients) connection.terminate();
    for (const socket of this.pendingUpgrades) socket.destroy();
    this.server.close();
  }
}

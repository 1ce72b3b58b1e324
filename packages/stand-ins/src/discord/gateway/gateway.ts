import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Fault, FaultRegistry } from '../../faults.js';
import type { HastenedClock, RateLimiter } from '../core/context.js';
import { newCode, type Hub, type WorldEvent } from '../core/hub.js';
import { CLOSE, GatewaySession, heardData, hears } from './session.js';
import { openConnection, type ConnectionHost, type HandshakeStep } from './connection.js';

const RESUMABLE_MS = 3 * 60_000;
const IDENTIFIES_PER_DAY = 1000;
const DAY_MS = 86_400_000;
/** Limit of requests for the list of members: per server, for all sessions together. */
const WHOLE_LISTS = { name: 'gateway.members', limit: 1, windowMs: 30_000 };

/** The gateway: manages the application's sessions and sends events to them. */
export class Gateway implements ConnectionHost {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: 4096 * 4 });
  private readonly sessions = new Map<string, GatewaySession>();
  private identifies: number[] = [];
  private readonly counts = { connects: 0, identifies: 0, resumes: 0, mostOpen: 0 };
  /** Sockets whose upgrade is not answered yet. */
  private readonly silent = new Set<Duplex>();
  /** An event held back so that the next one overtakes it. */
  private held: WorldEvent | undefined;
  private queue: Promise<void> = Promise.resolve();
  private readonly stopListening: () => void;

  constructor(
    readonly hub: Hub,
    readonly botToken: string,
    private readonly path: string,
    private readonly faults: FaultRegistry,
    private readonly limits: { readonly limiter: RateLimiter; readonly clock: HastenedClock },
  ) {
    this.stopListening = hub.onEvent((event) => this.accept(event));
  }

  /** Answers WebSocket upgrades at the gateway's address; leaves all others alone. */
  listenOn(server: Server): void {
    server.on('upgrade', this.upgrade);
  }

  private readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    if (url.pathname.replace(/\/$/, '') !== this.path) return;
    this.counts.connects += 1;
    socket.on('error', () => socket.destroy());
    const fault = this.playAt('CONNECT');
    if (fault?.kind === 'cut') return void socket.destroy();
    if (fault?.kind === 'fail')
      return void socket.end(
        `HTTP/1.1 ${fault.status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
      );
    if (fault?.kind !== 'slow') return this.greet(url, request, socket, head);
    this.silent.add(socket);
    socket.once('end', () => socket.destroy());
    socket.resume();
    setTimeout(() => this.greet(url, request, socket, head), fault.ms).unref();
  };

  private greet(url: URL, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.silent.delete(socket);
    if (socket.destroyed) return;
    this.server.handleUpgrade(request, socket, head, (connection) =>
      this.connected(connection, url, request),
    );
  }

  private connected(connection: WebSocket, url: URL, request: IncomingMessage): void {
    this.counts.mostOpen = Math.max(this.counts.mostOpen, this.server.clients.size);
    if (url.searchParams.get('v') !== '10') return connection.close(...CLOSE.INVALID_VERSION);
    if (url.searchParams.get('encoding') !== 'json' || url.searchParams.has('compress'))
      return connection.close(...CLOSE.DECODE_ERROR);
    openConnection(this, connection, `ws://${request.headers.host ?? ''}${this.path}`);
  }

  /** True while at least one session is connected. */
  get online(): boolean {
    return [...this.sessions.values()].some((session) => session.connected);
  }

  identifiesLeft(): number {
    return IDENTIFIES_PER_DAY - this.recentIdentifies().length;
  }

  /** Numbers since the start: connections begun, log-ins, resumes, most connections open at once, and those open now. */
  get traffic(): Gateway['counts'] & { open: number } {
    return { ...this.counts, open: this.server.clients.size };
  }

  countResume(): void {
    this.counts.resumes += 1;
  }

  countWholeList(): number {
    const { limiter, clock } = this.limits;
    const { ok, resetAfterMs } = limiter.take(WHOLE_LISTS, this.hub.world.guildId);
    return ok ? 0 : clock.waitMs(resetAfterMs) / 1_000;
  }

  countIdentify(): boolean {
    this.counts.identifies += 1;
    this.identifies = [...this.recentIdentifies(), this.hub.now()];
    return this.identifies.length <= IDENTIFIES_PER_DAY;
  }

  private recentIdentifies(): number[] {
    return this.identifies.filter((at) => at > this.hub.now() - DAY_MS);
  }

  playAt(step: HandshakeStep): Fault | undefined {
    return this.faults.next('discord.gateway', step);
  }

  open(intents: number): GatewaySession {
    const session = new GatewaySession(newCode(32), intents);
    this.sessions.set(session.id, session);
    return session;
  }

  resumable(id: string): GatewaySession | undefined {
    this.forgetOld();
    return this.sessions.get(id);
  }

  /** A connection that the client closes with 1000 or 1001 ends its session; any other loss leaves it resumable. */
  lineClosed(session: GatewaySession, connection: WebSocket, code: number): void {
    session.detach(connection, this.hub.now());
    if (!session.connected && (code === 1000 || code === 1001)) this.sessions.delete(session.id);
    this.forgetOld();
    this.hub.changed();
  }

  private forgetOld(): void {
    const oldest = this.hub.now() - RESUMABLE_MS;
    for (const session of this.sessions.values())
      if (session.lostAt !== undefined && session.lostAt < oldest) this.sessions.delete(session.id);
  }

  /** Breaks all connections; with `forget` the sessions are gone too, so that a resume is refused. */
  drop(forget: boolean): number {
    const dropped = this.toAll((session) => session.cut());
    if (forget) this.sessions.clear();
    return dropped;
  }

  /** Sends an event unchanged to every connected session. @returns the number of receivers */
  dispatch(type: string, data: unknown): number {
    return this.toAll((session) => session.dispatch(type, data));
  }

  /** Sends any text, even an invalid frame. @returns the number of receivers */
  frame(text: string): number {
    return this.toAll((session) => session.send(text));
  }

  private toAll(send: (session: GatewaySession) => void): number {
    const open = [...this.sessions.values()].filter((session) => session.connected);
    open.forEach(send);
    return open.length;
  }

  /** Applies an armed fault to an event, then sends it to the sessions that receive it. */
  private accept(event: WorldEvent): void {
    const fault = this.faults.next('discord.gateway', event.type);
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
    const deliver = (): void => {
      for (let turn = 0; turn < times; turn += 1) this.deliver(event, cut);
      if (held) this.deliver(held, false);
    };
    this.queue = this.queue.then(deliver);
  }

  private deliver(event: WorldEvent, cut: boolean): void {
    for (const session of this.sessions.values()) {
      if (!hears(this.hub, session.intents, event)) continue;
      const text = session.record(event.type, heardData(this.hub, session.intents, event));
      if (cut) session.cut();
      else session.send(text);
    }
  }

  /** Closes all connections and stops listening. */
  close(server: Server): void {
    this.stopListening();
    server.off('upgrade', this.upgrade);
    for (const connection of this.server.clients) connection.terminate();
    for (const socket of this.silent) socket.destroy();
    this.server.close();
  }
}

import type { RawData, WebSocket } from 'ws';
import type { Fault } from '../../faults.js';
import { type Hub, KNOWN_INTENTS, INTENT } from '../core/hub.js';
import { isSameSecret } from '../rest/answer-call.js';
import {
  CLOSE,
  frameSchema,
  identifySchema,
  OP,
  requestMembersSchema,
  resumeSchema,
  type CloseReason,
  type GatewaySession,
} from './session.js';
import { guildCreateData, membersChunk, rateLimited, readyData } from './event-data.js';

const HEARTBEAT_MS = 41_250;
const SENDS_PER_MINUTE = 120;

/** Steps of the gateway handshake at which faults can be armed. */
export type HandshakeStep = 'CONNECT' | 'HELLO' | 'IDENTIFY' | 'RESUME';

/** Functions of the gateway that its connections call. */
export interface ConnectionHost {
  readonly hub: Hub;
  readonly botToken: string;
  /** Returns the fault armed for a step of the handshake, if there is one. */
  takeFault(step: HandshakeStep): Fault | undefined;
  countResume(): void;
  /** Counts a request for the whole member list. @returns 0 when the request is allowed, otherwise the wait, s */
  countWholeList(): number;
  /** Counts a log-in (IDENTIFY). @returns false when the limit of the day is used up */
  countIdentify(): boolean;
  openSession(intents: number): GatewaySession;
  /** Finds a session whose connection was lost recently, or that still has an older connection. */
  findResumable(id: string): GatewaySession | undefined;
  onConnectionClosed(session: GatewaySession, connection: WebSocket, code: number): void;
}

/** Greets a new WebSocket, and serves it until it closes. */
export function openConnection(gateway: ConnectionHost, socket: WebSocket, resumeUrl: string): void {
  const connection = new GatewayConnection(gateway, socket, resumeUrl);
  connection.greetClient();
}

/** One WebSocket of the gateway, from the greeting (HELLO) to its end. */
class GatewayConnection {
  private session: GatewaySession | undefined;
  private heartbeatTimer: NodeJS.Timeout;
  private sendTimes: number[] = [];

  constructor(
    private readonly gateway: ConnectionHost,
    private readonly socket: WebSocket,
    private readonly resumeUrl: string,
  ) {
    socket.on('message', (raw) => this.receiveFrame(raw));
    socket.on('close', (code) => this.onClose(code));
    socket.on('error', () => socket.terminate());
    this.heartbeatTimer = this.armHeartbeat();
  }

  greetClient(): void {
    const fault = this.gateway.takeFault('HELLO');
    if (fault?.kind === 'cut') return this.socket.terminate();
    // Simulates a silent gateway: the connection opens, but the greeting comes late.
    if (fault?.kind === 'slow') return void setTimeout(() => this.sendHello(), fault.ms).unref();
    this.sendHello();
  }

  private sendHello(): void {
    this.send(OP.HELLO, { heartbeat_interval: HEARTBEAT_MS });
  }

  /** Closes a connection from which no heartbeat came for one and a half intervals. */
  private armHeartbeat(): NodeJS.Timeout {
    clearTimeout(this.heartbeatTimer);
    return setTimeout(() => this.close(CLOSE.SESSION_TIMED_OUT), HEARTBEAT_MS * 1.5);
  }

  private send(op: number, d: unknown): void {
    this.socket.send(JSON.stringify({ op, d, s: null, t: null }));
  }

  private close([code, reason]: CloseReason): void {
    this.socket.close(code, reason);
  }

  private onClose(code: number): void {
    clearTimeout(this.heartbeatTimer);
    if (this.session) this.gateway.onConnectionClosed(this.session, this.socket, code);
  }

  private receiveFrame(raw: RawData): void {
    const now = this.gateway.hub.now();
    this.sendTimes = [...this.sendTimes.filter((at) => at > now - 60_000), now];
    if (this.sendTimes.length > SENDS_PER_MINUTE) return this.close(CLOSE.RATE_LIMITED);
    const frame = frameSchema.safeParse(parseJson(raw));
    if (!frame.success) return this.close(CLOSE.DECODE_ERROR);
    const { op, d } = frame.data;
    if (op === OP.HEARTBEAT) {
      this.heartbeatTimer = this.armHeartbeat();
      return this.send(OP.HEARTBEAT_ACK, undefined);
    }
    if (op === OP.IDENTIFY) return this.handleIdentify(d);
    if (op === OP.RESUME) return this.resumeSession(d);
    if (!this.session) return this.close(CLOSE.NOT_AUTHENTICATED);
    if (op === OP.REQUEST_MEMBERS) return this.requestMembers(this.session, d);
    if (op !== OP.PRESENCE && op !== OP.VOICE) this.close(CLOSE.UNKNOWN_OPCODE);
  }

  private handleIdentify(d: unknown): void {
    const { gateway } = this;
    if (this.session) return this.close(CLOSE.ALREADY_AUTHENTICATED);
    const form = identifySchema.safeParse(d);
    if (!form.success) return this.close(CLOSE.DECODE_ERROR);
    const { token, intents, shard } = form.data;
    if (!isSameSecret(token, gateway.botToken)) return this.close(CLOSE.AUTHENTICATION_FAILED);
    if (shard && (shard[0] !== 0 || shard[1] !== 1)) return this.close(CLOSE.INVALID_SHARD);
    if ((intents & ~KNOWN_INTENTS) !== 0) return this.close(CLOSE.INVALID_INTENTS);
    if (this.wantsDisallowedIntents(intents)) return this.close(CLOSE.DISALLOWED_INTENTS);
    const isLeft = gateway.countIdentify();
    const fault = gateway.takeFault('IDENTIFY');
    if (fault?.kind === 'cut') return this.socket.terminate();
    if (fault?.kind === 'slow') return;
    if (fault?.kind === 'fail' || !isLeft) return this.send(OP.INVALID_SESSION, false);
    const session = gateway.openSession(intents);
    this.session = session;
    session.attachConnection(this.socket);
    session.dispatchEvent('READY', readyData(gateway.hub, session.id, this.resumeUrl));
    if ((intents & INTENT.GUILDS) !== 0)
      session.dispatchEvent('GUILD_CREATE', guildCreateData(gateway.hub, intents));
    gateway.hub.commitChange();
  }

  private wantsDisallowedIntents(intents: number): boolean {
    const granted = this.gateway.hub.state.privileged;
    const wantsIntent = (bit: number): boolean => (intents & bit) !== 0;
    return (
      (wantsIntent(INTENT.GUILD_MEMBERS) && !granted.guildMembers) ||
      (wantsIntent(INTENT.MESSAGE_CONTENT) && !granted.messageContent) ||
      (wantsIntent(INTENT.GUILD_PRESENCES) && !granted.presences)
    );
  }

  private resumeSession(d: unknown): void {
    const { gateway } = this;
    if (this.session) return this.close(CLOSE.ALREADY_AUTHENTICATED);
    const form = resumeSchema.safeParse(d);
    if (!form.success) return this.close(CLOSE.DECODE_ERROR);
    if (!isSameSecret(form.data.token, gateway.botToken)) return this.close(CLOSE.AUTHENTICATION_FAILED);
    gateway.countResume();
    const fault = gateway.takeFault('RESUME');
    if (fault?.kind === 'cut') return this.socket.terminate();
    if (fault?.kind === 'slow') return;
    const session = fault?.kind === 'fail' ? undefined : gateway.findResumable(form.data.session_id);
    const seq = form.data.seq ?? 0;
    if (!session) return this.send(OP.INVALID_SESSION, false);
    if (!session.canReplayFrom(seq)) return this.close(CLOSE.INVALID_SEQ);
    session.breakConnection();
    this.session = session;
    session.attachConnection(this.socket);
    session.replayEvents(seq);
    session.dispatchEvent('RESUMED', { _trace: [] });
    gateway.hub.commitChange();
  }

  private requestMembers(session: GatewaySession, d: unknown): void {
    const form = requestMembersSchema.safeParse(d);
    if (!form.success) return this.close(CLOSE.DECODE_ERROR);
    const { data } = form;
    const wholeList = data.query === '' && (data.limit ?? 0) === 0;
    if (wholeList && (session.intents & INTENT.GUILD_MEMBERS) === 0)
      return this.close(CLOSE.DISALLOWED_INTENTS);
    const waitS = wholeList ? this.gateway.countWholeList() : 0;
    if (waitS > 0) return session.dispatchEvent('RATE_LIMITED', rateLimited(data, waitS));
    if (data.guild_id === this.gateway.hub.world.guildId)
      session.dispatchEvent('GUILD_MEMBERS_CHUNK', membersChunk(this.gateway.hub, data));
  }
}

function parseJson(raw: RawData): unknown {
  const bytes = Array.isArray(raw)
    ? Buffer.concat(raw)
    : Buffer.from(raw instanceof ArrayBuffer ? new Uint8Array(raw) : raw);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

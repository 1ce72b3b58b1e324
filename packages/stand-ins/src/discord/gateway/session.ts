import { z } from 'zod';
import type { WebSocket } from 'ws';
import { type Hub, type WorldEvent, INTENT } from '../core/hub.js';
import type { JsonObject } from '../core/state.js';

/** Operation codes of the gateway. */
export const OP = {
  DISPATCH: 0,
  HEARTBEAT: 1,
  IDENTIFY: 2,
  PRESENCE: 3,
  VOICE: 4,
  RESUME: 6,
  RECONNECT: 7,
  REQUEST_MEMBERS: 8,
  INVALID_SESSION: 9,
  HELLO: 10,
  HEARTBEAT_ACK: 11,
} as const;

/** Codes and reasons with which the gateway closes a connection. */
export const CLOSE = {
  UNKNOWN_ERROR: [4000, 'Unknown error.'],
  UNKNOWN_OPCODE: [4001, 'Unknown opcode.'],
  DECODE_ERROR: [4002, 'Error while decoding payload.'],
  NOT_AUTHENTICATED: [4003, 'Not authenticated.'],
  AUTHENTICATION_FAILED: [4004, 'Authentication failed.'],
  ALREADY_AUTHENTICATED: [4005, 'Already authenticated.'],
  INVALID_SEQ: [4007, 'Invalid `seq`.'],
  RATE_LIMITED: [4008, 'Rate limited.'],
  SESSION_TIMED_OUT: [4009, 'Session timed out.'],
  INVALID_SHARD: [4010, 'Invalid shard.'],
  INVALID_VERSION: [4012, 'Invalid API version.'],
  INVALID_INTENTS: [4013, 'Invalid intent(s).'],
  DISALLOWED_INTENTS: [4014, 'Disallowed intent(s).'],
} as const;

export type CloseReason = readonly [code: number, reason: string];

export const frameSchema = z.object({ op: z.int(), d: z.unknown() });

export const identifySchema = z.object({
  token: z.string(),
  intents: z.int().min(0),
  properties: z.record(z.string(), z.unknown()),
  shard: z.tuple([z.int(), z.int()]).optional(),
  large_threshold: z.int().min(50).max(250).optional(),
});

export const resumeSchema = z.object({ token: z.string(), session_id: z.string(), seq: z.int().nullable() });

export const requestMembersSchema = z.object({
  guild_id: z.string(),
  query: z.string().optional(),
  limit: z.int().min(0).optional(),
  user_ids: z.union([z.string(), z.array(z.string()).max(100)]).optional(),
  nonce: z.string().max(32).optional(),
});

export type RequestMembers = z.output<typeof requestMembersSchema>;

const KEPT_EVENTS = 1000;

interface SentEvent {
  readonly seq: number;
  readonly text: string;
}

/**
 * A gateway session of the application: its numbered events, of which the latest are kept for a resume, and its
 * connection, if it has one.
 */
export class GatewaySession {
  private seq = 0;
  private readonly sent: SentEvent[] = [];
  private connection: WebSocket | undefined;
  /** Time at which the connection was lost, ms since 1970. */
  lostAt: number | undefined;

  constructor(
    readonly id: string,
    readonly intents: number,
  ) {}

  get isConnected(): boolean {
    return this.connection !== undefined;
  }

  attachConnection(connection: WebSocket): void {
    this.connection = connection;
    this.lostAt = undefined;
  }

  /** Removes the connection if it belongs to the session, which can then be resumed on another connection. */
  detachConnection(connection: WebSocket, now: number): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    this.lostAt = now;
  }

  /** Numbers and stores an event, and sends it if the session is connected. */
  dispatchEvent(type: string, data: unknown): void {
    this.send(this.recordEvent(type, data));
  }

  /** Numbers and stores an event without sending it, as if it were lost; a resume sends it. */
  recordEvent(type: string, data: unknown): string {
    this.seq += 1;
    const text = JSON.stringify({ op: OP.DISPATCH, t: type, s: this.seq, d: data });
    this.sent.push({ seq: this.seq, text });
    if (this.sent.length > KEPT_EVENTS) this.sent.shift();
    return text;
  }

  send(text: string): void {
    this.connection?.send(text);
  }

  /** Breaks the connection without a close frame. */
  breakConnection(): void {
    this.connection?.terminate();
  }

  close(code: number, reason: string): void {
    this.connection?.close(code, reason);
  }

  /** True while all events after `seq` are stored. */
  canReplayFrom(seq: number): boolean {
    const first = this.sent[0]?.seq ?? this.seq + 1;
    return seq <= this.seq && seq >= first - 1;
  }

  /** Sends all events after `seq` again, in order. */
  replayEvents(seq: number): void {
    for (const event of this.sent) if (event.seq > seq) this.send(event.text);
  }
}

/** True when a session with the given intents receives an event; the bot must also see the event's channel. */
export function receivesEvent(hub: Hub, intents: number, event: WorldEvent): boolean {
  if (event.intents !== 0 && (intents & event.intents) === 0) return false;
  if (event.channelId === undefined) return true;
  const channel = hub.findChannel(event.channelId);
  return channel !== undefined && hub.hasPermission(hub.world.botUserId, channel, 'VIEW_CHANNEL');
}

/**
 * Data of an event for a session with the given intents. Without the message content intent, messages of other people
 * are empty, unless they are direct or mention the bot.
 */
export function eventDataFor(hub: Hub, intents: number, event: WorldEvent): JsonObject {
  const { message } = event;
  if (!message || (intents & INTENT.MESSAGE_CONTENT) !== 0) return event.data;
  const botId = hub.world.botUserId;
  const open = message.authorId === botId || message.mentions.includes(botId);
  if (open || hub.getChannel(message.channelId).type === 1) return event.data;
  return { ...event.data, content: '', embeds: [], attachments: [], components: [] };
}

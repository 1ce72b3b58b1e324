import type { WebSocket } from 'ws';
import { OP } from './frames.js';

const KEPT_EVENTS = 1000;

interface SentEvent {
  readonly seq: number;
  readonly text: string;
}

/**
 * One session of the application: its numbered events, the last of them kept for a resume, and the connection it
 * currently has, if any.
 */
export class GatewaySession {
  private seq = 0;
  private readonly sent: SentEvent[] = [];
  private connection: WebSocket | undefined;
  /** When the connection was lost, in milliseconds since 1970. */
  lostAt: number | undefined;

  constructor(
    readonly id: string,
    readonly intents: number,
  ) {}

  get connected(): boolean {
    return this.connection !== undefined;
  }

  attach(connection: WebSocket): void {
    this.connection = connection;
    this.lostAt = undefined;
  }

  /** Drops the connection if it is this one; the session can then be resumed on another. */
  detach(connection: WebSocket, now: number): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    this.lostAt = now;
  }

  /** Numbers an event, keeps it, and sends it if connected. */
  dispatch(type: string, data: unknown): void {
    this.send(this.record(type, data));
  }

  /** Numbers and keeps an event without sending it: it is lost on the way, a resume brings it. */
  record(type: string, data: unknown): string {
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
  cut(): void {
    this.connection?.terminate();
  }

  close(code: number, reason: string): void {
    this.connection?.close(code, reason);
  }

  /** Whether everything after `seq` is still known. */
  canReplayFrom(seq: number): boolean {
    const first = this.sent[0]?.seq ?? this.seq + 1;
    return seq <= this.seq && seq >= first - 1;
  }

  /** Sends again, in order, all events after `seq`. */
  replay(seq: number): void {
    for (const event of this.sent) if (event.seq > seq) this.send(event.text);
  }
}

import type { Head, ResumeAnswer, RoomMessage } from '@pax/contracts';
import { io, type Socket } from 'socket.io-client';
import { SocketIntervals } from '../src/platform/realtime/socket-quota.js';
import type { TestApp } from './app.js';
import { until } from './until.js';

const DAY_MS = 24 * 60 * 60_000;

export interface SocketOptions {
  /** The Origin header; null sends none. */
  origin: string | null;
  cookie?: string;
  transport?: 'websocket' | 'polling';
  headers?: Readonly<Record<string, string>>;
}

/** A socket client that records what it receives. */
export class SocketClient {
  readonly heads: Head[] = [];
  readonly messages: RoomMessage[] = [];
  /** Reasons for which the connection was refused or closed. */
  readonly endings: string[] = [];
  readonly socket: Socket;

  constructor(url: string, { origin, cookie, transport = 'websocket', headers }: SocketOptions) {
    this.socket = io(url, {
      transports: [transport],
      reconnection: false,
      forceNew: true,
      extraHeaders: {
        ...headers,
        ...(origin !== null && { origin }),
        ...(cookie !== undefined && { cookie }),
      },
    });
    this.socket.on('head', (head: Head) => this.heads.push(head));
    this.socket.on('event', (message: RoomMessage) => this.messages.push(message));
    this.socket.on('connect_error', () => this.endings.push('refused'));
    this.socket.on('disconnect', (reason) => this.endings.push(reason));
  }

  /** Waits until heads of that many rooms were received. @returns the rooms */
  async waitForRooms(count: number): Promise<string[]> {
    await until(
      async () => new Set(this.heads.map(({ room }) => room)).size,
      (size) => size >= count,
    );
    return [...new Set(this.heads.map(({ room }) => room))].toSorted();
  }

  /** Waits until the connection is refused or closed. @returns why */
  async waitUntilEnded(deadlineMs?: number): Promise<string | undefined> {
    await until(
      async () => this.endings.length,
      (count) => count > 0,
      deadlineMs,
    );
    return this.endings[0];
  }

  /** Waits until that many messages of a room were received. @returns them */
  async waitForMessages(room: string, count: number, deadlineMs?: number): Promise<RoomMessage[]> {
    return until(
      async () => this.messages.filter((message) => message.room === room),
      (messages) => messages.length >= count,
      deadlineMs,
    );
  }

  /**
   * Waits until each of these types was received about one record, as often as it is listed; other messages may come
   * between. @returns all messages of the room about the record
   */
  async waitForTypes(
    room: string,
    id: number,
    types: readonly string[],
    deadlineMs?: number,
  ): Promise<RoomMessage[]> {
    const countOf = (all: readonly string[], type: string): number =>
      all.filter((one) => one === type).length;
    return until(
      async () => this.messages.filter((message) => message.room === room && Object(message.data).id === id),
      (heard) => {
        const received = heard.map(({ type }) => type);
        return types.every((type) => countOf(received, type) >= countOf(types, type));
      },
      deadlineMs,
    );
  }

  resume(request: unknown): Promise<ResumeAnswer> {
    return this.socket.timeout(20_000).emitWithAck('resume', request);
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** Disables the periodic checks of sockets, so that a disconnect is an immediate one. */
export function disableSocketChecks(app: TestApp['app']): void {
  Object.assign(app.get(SocketIntervals), { checkMs: DAY_MS, staffMs: DAY_MS });
}

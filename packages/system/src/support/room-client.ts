import { roomHead, roomMessage, type Head, type ResumeAnswer, type RoomMessage } from '@pax/contracts';
import { until } from '@pax/local';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import type { Person } from './person.js';

const resumeAnswer: z.ZodType<ResumeAnswer> = z.union([
  z.object({ messages: roomMessage.array() }),
  z.object({ reset: z.literal(true), seq: z.number().int() }),
  z.object({ error: z.string() }),
]);

const RECONNECT_MS = 200;

/** What a client knows about a room. */
interface RoomState {
  /** Message number at which the client began; it does not know earlier messages. */
  readonly since: number;
  readonly messages: RoomMessage[];
}

/**
 * Socket of an open page: stores the messages of each room, ignores repeats, and asks for missing ones when a number is
 * skipped.
 */
export class RoomClient {
  private readonly rooms = new Map<string, RoomState>();
  /** Number of times that a room had to be read anew because too many messages were missed. */
  resets = 0;
  private isClosed = false;
  private readonly pendingResumes = new Map<string, Promise<void>>();

  private constructor(
    readonly person: Person,
    readonly socket: Socket,
  ) {
    socket.on('head', (raw: unknown) => this.onHead(roomHead.parse(raw)));
    socket.on('event', (raw: unknown) => this.onMessage(roomMessage.parse(raw)));
    // The client reconnects explicitly, since the library does not after the server closed the socket, as a starting
    // server does.
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect')
        setTimeout(() => this.isClosed || socket.connect(), RECONNECT_MS);
    });
  }

  /**
   * Opens a socket with a person's session, and waits until it has joined `rooms`; `origin` is its Origin header,
   * `address` its server.
   * @throws Error if the shop refuses the handshake
   */
  static async open(
    person: Person,
    rooms: readonly string[],
    origin = person.shopUrl,
    address = person.shopUrl,
  ): Promise<RoomClient> {
    const socket = io(address, {
      transports: ['websocket'],
      extraHeaders: { origin, ...(person.cookieHeader === '' ? {} : { cookie: person.cookieHeader }) },
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
      forceNew: true,
    });
    const client = new RoomClient(person, socket);
    await new Promise<void>((resolve, reject) => {
      const onRefused = (error: Error): void => {
        socket.close();
        reject(error);
      };
      socket.once('connect_error', onRefused);
      socket.once('connect', () => {
        socket.off('connect_error', onRefused);
        resolve();
      });
    });
    await until(() => rooms.every((room) => client.rooms.has(room)), {
      deadlineMs: 10_000,
      what: `joining ${rooms.join(', ')}`,
    });
    return client;
  }

  /** Names of the rooms that the client joined, sorted. */
  get joinedRooms(): string[] {
    return [...this.rooms.keys()].sort();
  }

  /** Returns the messages received in a room, in order. */
  getMessages(room: string): readonly RoomMessage[] {
    return this.rooms.get(room)?.messages ?? [];
  }

  /** Returns the message number at which the client began in a room; it must have all later messages. */
  getFirstNumber(room: string): number {
    return this.rooms.get(room)?.since ?? 0;
  }

  async waitForMessage(
    room: string,
    what: string,
    matches: (message: RoomMessage) => boolean,
    deadlineMs = 20_000,
  ): Promise<RoomMessage> {
    return await until(() => this.getMessages(room).find(matches), {
      deadlineMs,
      what: `${what} in ${room}`,
    });
  }

  /** Asks for the messages of a room after a number, as after a lost connection. */
  async resume(room: string, since: number): Promise<ResumeAnswer> {
    const answer: unknown = await this.socket.timeout(5_000).emitWithAck('resume', { room, since });
    return resumeAnswer.parse(answer);
  }

  close(): void {
    this.isClosed = true;
    this.socket.close();
  }

  private onHead({ room, seq }: Head): void {
    if (!this.rooms.has(room)) this.rooms.set(room, { since: seq, messages: [] });
    if (seq > this.lastNumber(room)) this.catchUp(room);
  }

  private onMessage(message: RoomMessage): void {
    const { room, seq } = message;
    // A message may arrive after the room was joined but before its head.
    if (!this.rooms.has(room)) this.rooms.set(room, { since: seq - 1, messages: [] });
    const last = this.lastNumber(room);
    if (seq === last + 1) this.rooms.get(room)?.messages.push(message);
    else if (seq > last) this.catchUp(room);
  }

  private lastNumber(room: string): number {
    const known = this.rooms.get(room);
    return known?.messages.at(-1)?.seq ?? known?.since ?? 0;
  }

  /** Asks for missing messages, one request at a time per room; the next head covers messages that arrive meanwhile. */
  private catchUp(room: string): void {
    if (this.pendingResumes.has(room)) return;
    const pending = this.resume(room, this.lastNumber(room))
      .then((answer) => {
        if ('messages' in answer) for (const message of answer.messages) this.onMessage(message);
        else if ('reset' in answer) this.resetRoom(room, answer.seq);
        return undefined;
      })
      // The error of a broken connection is ignored, since the next connection asks again.
      .catch(() => undefined)
      .finally(() => this.pendingResumes.delete(room));
    this.pendingResumes.set(room, pending);
  }

  private resetRoom(room: string, seq: number): void {
    this.resets += 1;
    this.rooms.set(room, { since: seq, messages: [] });
  }
}

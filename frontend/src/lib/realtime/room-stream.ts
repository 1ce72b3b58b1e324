import type { RoomMessage } from '@pax/contracts';

/** Number of messages kept as history; the server answers a request for older ones by a reset. */
const HISTORY_SIZE = 500;

/**
 * Orders the messages of a room: delivers each once and without gaps, buffers early ones, and keeps a history for
 * lists that were read before them.
 */
export class RoomStream {
  /** Sequence number of the last delivered message; undefined until the room's position is known. */
  cursor: number | undefined;
  private readonly buffered = new Map<number, RoomMessage>();
  private history: RoomMessage[] = [];

  constructor(private readonly deliver: (message: RoomMessage) => void) {}

  /**
   * Accepts a message that arrived live or by a resume.
   *
   * @returns whether earlier messages are missing
   */
  acceptMessage(message: RoomMessage): boolean {
    this.cursor ??= message.seq - 1;
    if (message.seq <= this.cursor) return false;
    this.buffered.set(message.seq, message);
    this.deliverBuffered();
    return this.buffered.size > 0;
  }

  /**
   * Records the newest sequence number of the server.
   *
   * @returns whether messages are missing
   */
  recordHead(seq: number): boolean {
    this.cursor ??= seq;
    return seq > this.cursor;
  }

  /** Continues after `seq` and skips all messages up to it, because the lists are refetched. */
  resetTo(seq: number): void {
    this.cursor = seq;
    this.history = [];
    for (const buffered of this.buffered.keys()) if (buffered <= seq) this.buffered.delete(buffered);
    this.deliverBuffered();
  }

  /** Moves back to `seq`, so that later messages are delivered again. */
  rewindTo(seq: number): void {
    this.cursor = seq;
    this.history = [];
  }

  /** Returns the messages after `seq`; undefined if the history does not reach that far back. */
  messagesSince(seq: number): RoomMessage[] | undefined {
    if (this.cursor === undefined) return undefined;
    const missing = this.cursor - seq;
    if (missing <= 0) return [];
    return missing > this.history.length ? undefined : this.history.slice(-missing);
  }

  private deliverBuffered(): void {
    for (let next = this.nextBufferedMessage(); next; next = this.nextBufferedMessage()) {
      this.buffered.delete(next.seq);
      this.cursor = next.seq;
      this.history = [...this.history, next].slice(-HISTORY_SIZE);
      this.deliver(next);
    }
  }

  private nextBufferedMessage(): RoomMessage | undefined {
    return this.buffered.get((this.cursor ?? 0) + 1);
  }
}

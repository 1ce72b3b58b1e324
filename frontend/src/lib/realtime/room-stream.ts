import type { RoomMessage } from '@pax/contracts';

/** So many messages are remembered; further back the server would answer with a reset anyway. */
const HISTORY_SIZE = 500;

/**
 * One room's messages, put in order: hands each on exactly once and without a gap, keeps what came too early, and
 * remembers the last ones so that they can be laid over an answer that was read before them.
 */
export class RoomStream {
  /** Number of the last message handed on; undefined until the room's position is known. */
  cursor: number | undefined;
  private readonly buffered = new Map<number, RoomMessage>();
  private history: RoomMessage[] = [];

  constructor(private readonly deliver: (message: RoomMessage) => void) {}

  /** Takes a live or resumed message. @returns whether messages before it are missing */
  accept(message: RoomMessage): boolean {
    this.cursor ??= message.seq - 1;
    if (message.seq <= this.cursor) return false;
    this.buffered.set(message.seq, message);
    this.drain();
    return this.buffered.size > 0;
  }

  /** The server's newest number. @returns whether messages are missing */
  head(seq: number): boolean {
    this.cursor ??= seq;
    return seq > this.cursor;
  }

  /** Goes on after `seq` without the messages up to it; the lists are fetched again. */
  reset(seq: number): void {
    this.cursor = seq;
    this.history = [];
    for (const buffered of this.buffered.keys()) if (buffered <= seq) this.buffered.delete(buffered);
    this.drain();
  }

  /** Goes on after `seq`, which is behind: what came after it is handed on once more, as if it were new. */
  rewind(seq: number): void {
    this.cursor = seq;
    this.history = [];
  }

  /** Messages after `seq`, or undefined when they reach further back than is remembered. */
  since(seq: number): RoomMessage[] | undefined {
    if (this.cursor === undefined) return undefined;
    const missing = this.cursor - seq;
    if (missing <= 0) return [];
    return missing > this.history.length ? undefined : this.history.slice(-missing);
  }

  private drain(): void {
    for (let next = this.nextBuffered(); next; next = this.nextBuffered()) {
      this.buffered.delete(next.seq);
      this.cursor = next.seq;
      this.history = [...this.history, next].slice(-HISTORY_SIZE);
      this.deliver(next);
    }
  }

  private nextBuffered(): RoomMessage | undefined {
    return this.buffered.get((this.cursor ?? 0) + 1);
  }
}

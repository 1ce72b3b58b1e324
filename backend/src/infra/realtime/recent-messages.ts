import type { RoomMessage } from '@pax/contracts';
import type { RoomRange } from '../outbox/number-messages.js';

/** More than a full step of the relay tells; the rest is read. */
const MOST = 1_000;

/** The newest messages that this process numbered itself, so that it need not read again what it is about to send. */
export class RecentMessages {
  private readonly messages = new Map<string, RoomMessage>();

  keep(messages: readonly RoomMessage[]): void {
    for (const message of messages) this.messages.set(keyOf(message.room, message.seq), message);
    for (const key of this.messages.keys()) {
      if (this.messages.size <= MOST) return;
      this.messages.delete(key);
    }
  }

  /** @returns the messages of ranges, range by range, in order; undefined unless all of them are here */
  of(ranges: readonly RoomRange[]): RoomMessage[] | undefined {
    const found: RoomMessage[] = [];
    for (const { room, from, to } of ranges) {
      for (let seq = from; seq <= to; seq += 1) {
        const message = this.messages.get(keyOf(room, seq));
        if (!message) return undefined;
        found.push(message);
      }
    }
    return found;
  }
}

const keyOf = (room: string, seq: number): string => `${room} ${seq}`;

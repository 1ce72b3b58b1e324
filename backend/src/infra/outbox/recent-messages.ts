import type { RoomMessage } from '@pax/contracts';
import type { RoomRange } from './number-messages.js';

/** More than a full relay step produces; older messages are read from Postgres. */
const MAX_MESSAGES = 1_000;

/** Cache of the newest messages that this process numbered, so that it need not read them before sending. */
export class RecentMessages {
  private readonly messages = new Map<string, RoomMessage>();

  keep(messages: readonly RoomMessage[]): void {
    for (const message of messages) this.messages.set(keyOf(message.room, message.seq), message);
    for (const key of this.messages.keys()) {
      if (this.messages.size <= MAX_MESSAGES) return;
      this.messages.delete(key);
    }
  }

  /** @returns the messages of ranges, range by range, in order; undefined unless all are cached */
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

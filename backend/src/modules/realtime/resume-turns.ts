import { setTimeout as pause } from 'node:timers/promises';

/** Between two answers to a socket about one room, ms. */
const EVERY_MS = 1_000;
/** So often a socket may ask for a room while its last question is open; no page does. */
const MOST_IMPATIENT = 5;

/** When a socket's questions about its rooms are answered: one at a time for each room, a second apart. */
export class ResumeTurns {
  private readonly open = new Set<string>();
  private readonly answeredAt = new Map<string, number>();
  private impatient = 0;
  private last: Promise<unknown> = Promise.resolve();

  /** Whether the socket asked again and again without waiting. */
  get isFlood(): boolean {
    return this.impatient > MOST_IMPATIENT;
  }

  /**
   * Answers when it is the question's turn; what a socket asks of several rooms one after the other.
   * @returns undefined when the room's last question is still open
   */
  async take<T>(room: string, answer: () => Promise<T>): Promise<T | undefined> {
    if (this.open.has(room)) {
      this.impatient += 1;
      return undefined;
    }
    this.open.add(room);
    try {
      const wait = (this.answeredAt.get(room) ?? -Infinity) + EVERY_MS - performance.now();
      if (wait > 0) await pause(wait, undefined, { ref: false });
      const turn = this.last.then(answer);
      this.last = turn.catch(() => undefined);
      return await turn;
    } finally {
      this.answeredAt.set(room, performance.now());
      this.open.delete(room);
    }
  }
}

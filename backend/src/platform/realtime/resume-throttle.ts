import { setTimeout as pause } from 'node:timers/promises';

/** Between two answers to a socket for one room, ms. */
const INTERVAL_MS = 1_000;
/** Overlapping requests for a room before the socket counts as a flood; no page sends any. */
const MAX_OVERLAPPING = 5;

/** Throttles a socket's `resume` requests: one at a time per room, a second apart. */
export class ResumeThrottle {
  private readonly open = new Set<string>();
  private readonly answeredAt = new Map<string, number>();
  private overlapping = 0;
  private last: Promise<unknown> = Promise.resolve();

  /** True when the socket sent too many overlapping requests. */
  get isFlood(): boolean {
    return this.overlapping > MAX_OVERLAPPING;
  }

  /**
   * Runs an answer after the room's interval; answers for several rooms run one after the other.
   * @returns undefined when the room's last request is still open
   */
  async run<T>(room: string, answer: () => Promise<T>): Promise<T | undefined> {
    if (this.open.has(room)) {
      this.overlapping += 1;
      return undefined;
    }
    this.open.add(room);
    try {
      const wait = (this.answeredAt.get(room) ?? -Infinity) + INTERVAL_MS - performance.now();
      if (wait > 0) await pause(wait, undefined, { ref: false });
      const answered = this.last.then(answer);
      this.last = answered.catch(() => undefined);
      return await answered;
    } finally {
      this.answeredAt.set(room, performance.now());
      this.open.delete(room);
    }
  }
}

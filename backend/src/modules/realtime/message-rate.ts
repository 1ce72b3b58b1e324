/** A page resumes each of its three rooms at most once a second. */
const WINDOW_MS = 5_000;
const MAX_PER_WINDOW = 20;

/** Limits a socket's messages to more than any page of the shop sends. */
export class MessageRate {
  private windowStart = 0;
  private count = 0;

  allows(now: number): boolean {
    if (now - this.windowStart >= WINDOW_MS) {
      this.windowStart = now;
      this.count = 0;
    }
    this.count += 1;
    return this.count <= MAX_PER_WINDOW;
  }
}

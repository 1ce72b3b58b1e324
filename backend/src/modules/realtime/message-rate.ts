/** A page asks for each of its three rooms once a second at most. */
const WINDOW_MS = 5_000;
const MAX_PER_WINDOW = 20;

/** Counts a socket's messages; answers false when it sends more than any client of ours would. */
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

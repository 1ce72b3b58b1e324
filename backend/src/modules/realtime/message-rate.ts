/** A page resumes each of its three rooms at most once a second. */
const WINDOW_MS = 5_000;
const MAX_PER_WINDOW = 20;
/** Packets of a connection, of which messages are a part: pongs, acknowledgements and other namespaces cost time, too. */
export const MAX_PACKETS = 300;

/** Limits a socket's messages, or a connection's packets, to more than any page of the shop sends. */
export class MessageRate {
  private windowStart = 0;
  private count = 0;

  constructor(private readonly max = MAX_PER_WINDOW) {}

  allows(now: number): boolean {
    if (now - this.windowStart >= WINDOW_MS) {
      this.windowStart = now;
      this.count = 0;
    }
    this.count += 1;
    return this.count <= this.max;
  }
}

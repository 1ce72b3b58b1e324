const WINDOW_MS = 5_000;
/** Messages of a socket: a page resumes each of its three rooms at most once a second. */
const MAX_MESSAGES = 20;
/** Packets of a connection: pongs, acknowledgements and what is for other namespaces, too. */
export const MAX_PACKETS = 300;
/** Bytes of a WebSocket: its pings, and the probes of an upgrade, are no packets yet. */
export const MAX_BYTES = 64 * 1024;

/** Limits what somebody sends in a window to more than any page of the shop does. */
export class SendRate {
  private windowStart = 0;
  private sent = 0;

  constructor(private readonly max = MAX_MESSAGES) {}

  allows(now: number, amount = 1): boolean {
    if (now - this.windowStart >= WINDOW_MS) {
      this.windowStart = now;
      this.sent = 0;
    }
    this.sent += amount;
    return this.sent <= this.max;
  }
}

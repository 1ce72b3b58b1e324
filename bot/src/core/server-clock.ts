/**
 * The backend's clock as the bot sees it: leases are written in the backend's time, and this machine's clock may
 * be wrong by minutes. Learned from the `Date` header of its answers, so exact to a second.
 */
export class ServerClock {
  private offsetMs = 0;

  constructor(private readonly localNow: () => number = Date.now) {}

  /** Takes in a `Date` header; nonsense is ignored. */
  learn(dateHeader: string | null): void {
    const server = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
    if (Number.isNaN(server)) return;
    const offset = server - this.localNow();
    // Below two seconds it is the header's own roundness, not a wrong clock.
    this.offsetMs = Math.abs(offset) < 2_000 ? 0 : offset;
  }

  /** Now in the backend's time, ms since 1970. */
  now(): number {
    return this.localNow() + this.offsetMs;
  }

  /** How far off a moment of the backend's is, ms; negative when it is past. */
  msUntil(instant: string): number {
    return Date.parse(instant) - this.now();
  }
}

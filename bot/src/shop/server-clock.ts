/**
 * The backend's clock, since this machine's clock may be wrong by minutes. Read from the `Date` header of the backend's
 * answers, so exact to a second.
 */
export class ServerClock {
  private offsetMs = 0;

  constructor(private readonly localNow: () => number = Date.now) {}

  /** Reads a `Date` header; an invalid one is ignored. */
  learn(dateHeader: string | null): void {
    const server = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
    if (Number.isNaN(server)) return;
    const offset = server - this.localNow();
    // An offset below two seconds is the header's rounding, not a wrong clock.
    this.offsetMs = Math.abs(offset) < 2_000 ? 0 : offset;
  }

  /** The backend's current time, ms since 1970. */
  now(): number {
    return this.localNow() + this.offsetMs;
  }

  /** Time until an instant of the backend's clock, ms; negative for a past instant. */
  msUntil(instant: string): number {
    return Date.parse(instant) - this.now();
  }
}

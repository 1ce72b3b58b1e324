/** Start of the time in Discord's ids: 2015-01-01T00:00:00Z. */
const DISCORD_EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;

/**
 * Generates ids whose upper bits are the milliseconds since Discord's epoch, so that ids sort by time. Each is larger
 * than the one before, even if the clock stands still or a restored state is from a faster clock.
 */
export class SnowflakeGenerator {
  private last: bigint;

  constructor(
    private readonly now: () => number,
    last = '0',
  ) {
    this.last = BigInt(last);
  }

  /** Returns the next id. */
  createNextId(): string {
    const byClock = snowflakeAt(this.now());
    this.last = byClock > this.last ? byClock : this.last + 1n;
    return this.last.toString();
  }
}

/** Returns the smallest id of an instant, given in ms since 1970. */
export function snowflakeAt(ms: number): bigint {
  return BigInt(Math.max(0, Math.floor(ms) - DISCORD_EPOCH_MS)) << TIME_SHIFT;
}

/** Returns the creation time of an id, ms since 1970. */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> TIME_SHIFT) + DISCORD_EPOCH_MS;
}

/** True when a text has the form of a Discord id. */
export function isSnowflake(text: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt(text) < 1n << 64n;
}

/** Discord's ids count milliseconds from 2015 in their upper bits. */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** The smallest id of an instant, given in ms since 1970. */
export function snowflakeAt(ms: number): string {
  return (BigInt(Math.max(0, Math.floor(ms) - DISCORD_EPOCH_MS)) << 22n).toString();
}

/** When an id was created, ms since 1970. */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + DISCORD_EPOCH_MS;
}

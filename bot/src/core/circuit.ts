/** A second try soon after the first refusal, then one every five minutes: at most three in ten minutes. */
const PAUSES_MS = [30_000, 300_000] as const;

/** Circuit breaker of a channel, because Discord bans addresses that collect too many refusals (F21). */
export class Circuit {
  private refusals = 0;
  private closedUntil = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Time until the next call is allowed, ms; 0 when it is. */
  waitMs(): number {
    return Math.max(0, this.closedUntil - this.now());
  }

  /** Records a refusal. @returns whether it is the first since the last success */
  recordRefusal(): boolean {
    const pause = PAUSES_MS[Math.min(this.refusals, PAUSES_MS.length - 1)] ?? PAUSES_MS[1];
    this.refusals += 1;
    this.closedUntil = this.now() + pause;
    return this.refusals === 1;
  }

  /** Records a success, which closes the circuit. */
  recordSuccess(): void {
    this.refusals = 0;
    this.closedUntil = 0;
  }
}

/** After the first refusal one soon second try, then one every five minutes: never more than three in ten minutes. */
const PAUSES_MS = [30_000, 300_000] as const;

/** Keeps the bot from knocking on a channel that refuses it; enough refusals and Discord bans the address (F21). */
export class Circuit {
  private refusals = 0;
  private closedUntil = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** How long no call may be made, ms; 0 when one may. */
  waitMs(): number {
    return Math.max(0, this.closedUntil - this.now());
  }

  /** Notes a refusal. @returns whether it is the first since the channel last worked */
  refuse(): boolean {
    const pause = PAUSES_MS[Math.min(this.refusals, PAUSES_MS.length - 1)] ?? PAUSES_MS[1];
    this.refusals += 1;
    this.closedUntil = this.now() + pause;
    return this.refusals === 1;
  }

  /** Notes that the channel works. */
  succeed(): void {
    this.refusals = 0;
    this.closedUntil = 0;
  }
}

/** The stand-in's clock: the machine's, or faster, so that minutes of Discord's need not be waited for. */
export class HastenedClock {
  private factor = 1;
  /** An instant of the machine's clock, and the same one of this clock. */
  private since: { machine: number; here: number };

  /** `machine`: ms since 1970. */
  constructor(private readonly machine: () => number = Date.now) {
    const now = machine();
    this.since = { machine: now, here: now };
  }

  /** Now, ms since 1970. */
  readonly now = (): number => this.since.here + (this.machine() - this.since.machine) * this.factor;

  /** Lets it run `factor` times as fast as the machine's from now on. */
  hasten(factor: number): void {
    this.since = { machine: this.machine(), here: this.now() };
    this.factor = factor;
  }

  /** How long callers wait by the machine's clock for a time of this one, ms. */
  waitMs(ms: number): number {
    return ms / this.factor;
  }

  /** An instant of this clock by the machine's, ms since 1970. */
  machineTime(at: number): number {
    return this.machine() + this.waitMs(at - this.now());
  }
}

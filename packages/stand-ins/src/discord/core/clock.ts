/**
 * Clock of the stand-in, which can run faster than the machine's, so that tests need not wait for limits of minutes.
 */
export class AcceleratedClock {
  private factor = 1;
  /** The same instant on the machine's clock and on the stand-in's. */
  private since: { machine: number; here: number };

  /** @param machine the machine's clock, ms since 1970 */
  constructor(private readonly machine: () => number = Date.now) {
    const now = machine();
    this.since = { machine: now, here: now };
  }

  /** Returns the current time of the stand-in, ms since 1970. */
  readonly now = (): number => this.since.here + (this.machine() - this.since.machine) * this.factor;

  /** Makes the stand-in's clock run `factor` times as fast as the machine's from now on. */
  accelerateClock(factor: number): void {
    this.since = { machine: this.machine(), here: this.now() };
    this.factor = factor;
  }

  /** Converts a duration of the stand-in's clock to one of the machine's, ms. */
  toMachineMs(ms: number): number {
    return ms / this.factor;
  }

  /** Converts an instant of the stand-in's clock to one of the machine's, ms since 1970. */
  machineTime(at: number): number {
    return this.machine() + this.toMachineMs(at - this.now());
  }
}

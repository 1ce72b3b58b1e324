/** The stand-in's clock, as fast as the machine's or faster, so that tests need not wait for limits of minutes. */
export class AcceleratedClock {
  private factor = 1;
  /** One instant on the machine's clock and on this clock. */
  private since: { machine: number; here: number };

  /** @param machine the machine's clock, ms since 1970 */
  constructor(private readonly machine: () => number = Date.now) {
    const now = machine();
    this.since = { machine: now, here: now };
  }

  /** The current time of this clock, ms since 1970. */
  readonly now = (): number => this.since.here + (this.machine() - this.since.machine) * this.factor;

  /** Makes this clock run `factor` times as fast as the machine's from now on. */
  accelerate(factor: number): void {
    this.since = { machine: this.machine(), here: this.now() };
    this.factor = factor;
  }

  /** Converts a duration of this clock to one of the machine's, ms. */
  toMachineMs(ms: number): number {
    return ms / this.factor;
  }

  /** Converts an instant of this clock to one of the machine's, ms since 1970. */
  machineTime(at: number): number {
    return this.machine() + this.toMachineMs(at - this.now());
  }
}

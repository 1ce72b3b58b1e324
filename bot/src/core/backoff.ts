export interface BackoffOptions {
  firstMs: number;
  maxMs: number;
}

/** Growing waits between failed tries: doubling, with up to a quarter taken off at random, back to the first after a success. */
export class Backoff {
  private failures = 0;

  constructor(
    private readonly options: BackoffOptions,
    private readonly random: () => number = Math.random,
  ) {}

  /** The wait after one more failure, ms. */
  next(): number {
    const full = Math.min(this.options.maxMs, this.options.firstMs * 2 ** Math.min(this.failures, 20));
    this.failures += 1;
    return Math.round(full * (1 - this.random() / 4));
  }

  reset(): void {
    this.failures = 0;
  }
}

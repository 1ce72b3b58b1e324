export interface BackoffOptions {
  firstMs: number;
  maxMs: number;
}

/** Exponential back-off with up to 25 % jitter; `reset` after a success. */
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
